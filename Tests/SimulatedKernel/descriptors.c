// Descriptors that programs wait for: epoll, eventfd, timerfd, signalfd, inotify and Unix sockets.
#define _GNU_SOURCE
#include "kernel.h"
#include "descriptors.h"
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdarg.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/inotify.h>
#include <sys/signalfd.h>
#include <sys/socket.h>
#include <sys/timerfd.h>
#include <sys/timex.h>
#include <sys/un.h>
#include <unistd.h>

static struct descriptor descriptors[MOST];
static int highest;

struct descriptor *descriptor_of(int number) {
    if (number < FIRST || number >= FIRST + MOST) return NULL;
    struct descriptor *found = &descriptors[number - FIRST];
    return found->kind == NOTHING ? NULL : found;
}

static void remove_watch(struct descriptor *epoll, struct watched *place) {
    memmove(place, place + 1, (size_t)(&epoll->watched[epoll->watchedCount] - (place + 1)) * sizeof *place);
    epoll->watchedCount--;
}

/// A descriptor that was closed is no longer watched under its number.
static void remove_watches(int number) {
    for (int i = 0; i < highest; i++)
        for (int j = 0; descriptors[i].kind == EPOLL && j < descriptors[i].watchedCount; j++)
            if (descriptors[i].watched[j].number == number) remove_watch(&descriptors[i], &descriptors[i].watched[j--]);
}

int new_descriptor(enum kind kind, int flags) {
    for (int i = 0; i < MOST; i++) {
        if (descriptors[i].kind != NOTHING) continue;
        remove_watches(FIRST + i);
        memset(&descriptors[i], 0, sizeof descriptors[i]);
        descriptors[i].kind = kind;
        descriptors[i].process = current_process();
        descriptors[i].waits = !(flags & O_NONBLOCK);
        if (i >= highest) highest = i + 1;
        return FIRST + i;
    }
    return fail(EMFILE);
}

int sim_descriptors(int process) {
    int count = 0;
    for (int i = 0; i < highest; i++) count += descriptors[i].kind != NOTHING && descriptors[i].process == process;
    return count;
}

void close_all(int process) {
    for (int i = 0; i < highest; i++)
        if (descriptors[i].kind != NOTHING && descriptors[i].process == process) close(FIRST + i);
}

// MARK: Readiness

static void arrives(struct descriptor *descriptor) { descriptor->arrivals++; }

enum { ROOM = 200 * 1024 };

static bool has_room(const struct descriptor *socket) {
    const struct descriptor *other = socket->other;
    return !other || other->count < socket->room;
}

static sim_time timer_clock(const struct descriptor *timer) { return clock_now(timer->clock); }

static bool has_expired(const struct descriptor *timer) {
    return timer->isCancelled || (timer->due != NEVER && timer->due <= timer_clock(timer));
}

static bool has_events(void *context);

static unsigned readiness(struct descriptor *descriptor) {
    switch (descriptor->kind) {
    case EPOLL: return has_events(descriptor) ? POLLIN : 0;
    case EVENT: return descriptor->counter > 0 ? POLLIN : 0;
    case TIMER: return has_expired(descriptor) ? POLLIN : 0;
    case SIGNALS: return descriptor->counter ? POLLIN : 0;
    case CHANGES: return descriptor->counter ? POLLIN : 0;
    case LISTENER: return descriptor->queueCount ? POLLIN : 0;
    case SOCKET: {
        bool isOver = !descriptor->other;
        bool hasInputEnded = isOver || descriptor->other->hasShutDown;
        unsigned result = 0;
        if (descriptor->count || hasInputEnded) result |= POLLIN;
        if (hasInputEnded) result |= POLLRDHUP;
        if (isOver || (hasInputEnded && descriptor->hasShutDown)) result |= POLLHUP;
        if (has_room(descriptor)) result |= POLLOUT;
        return result;
    }
    case NOTHING:
    case DISK:
    case DEVICE: return 0;
    }
    return 0;
}

// MARK: epoll

int epoll_create1(int flags) {
    if (!is_simulated) return (int)REAL(SYS_epoll_create1, flags);
    return new_descriptor(EPOLL, 0);
}

int epoll_ctl(int number, int operation, int watched, struct epoll_event *event) {
    struct descriptor *epoll = descriptor_of(number);
    if (!epoll) return (int)REAL(SYS_epoll_ctl, number, operation, watched, event);
    struct watched *place = NULL;
    for (int i = 0; i < epoll->watchedCount && !place; i++)
        if (epoll->watched[i].number == watched) place = &epoll->watched[i];
    switch (operation) {
    case EPOLL_CTL_ADD:
        if (place) return fail(EEXIST);
        if (!descriptor_of(watched)) return fail(EBADF);
        if (epoll->watchedCount == epoll->watchedRoom) {
            epoll->watchedRoom = epoll->watchedRoom ? 2 * epoll->watchedRoom : 32;
            epoll->watched = realloc(epoll->watched, (size_t)epoll->watchedRoom * sizeof *epoll->watched);
        }
        place = &epoll->watched[epoll->watchedCount++];
        place->number = watched;
        break;
    case EPOLL_CTL_MOD:
        if (!place) return fail(ENOENT);
        break;
    default:
        if (!place) return fail(ENOENT);
        remove_watch(epoll, place);
        return 0;
    }
    place->events = event->events;
    place->data = event->data.u64;
    place->seen = UINT64_MAX;
    return 0;
}

static unsigned reported(const struct watched *watched) {
    struct descriptor *descriptor = descriptor_of(watched->number);
    if (!descriptor) return 0;
    if (watched->events & EPOLLET && watched->seen == descriptor->arrivals) return 0;
    return readiness(descriptor) & (watched->events | EPOLLHUP | EPOLLERR);
}

static bool has_events(void *context) {
    const struct descriptor *epoll = context;
    for (int i = 0; i < epoll->watchedCount; i++)
        if (reported(&epoll->watched[i])) return true;
    return false;
}

static sim_time deadline_in(int milliseconds) {
    return milliseconds < 0 ? NEVER : awake + milliseconds * (SECOND / 1000);
}

int epoll_wait(int number, struct epoll_event *events, int most, int timeout) {
    struct descriptor *epoll = descriptor_of(number);
    if (!epoll) return (int)REAL(SYS_epoll_pwait, number, events, most, timeout, NULL, 8);
    if (!has_events(epoll)) {
        if (timeout == 0) return 0;
        wait_until(has_events, epoll, deadline_in(timeout));
    } else {
        yield();
    }
    int count = 0;
    for (int i = 0; i < epoll->watchedCount && count < most; i++) {
        struct watched *watched = &epoll->watched[i];
        unsigned ready = reported(watched);
        if (!ready) continue;
        watched->seen = descriptors[watched->number - FIRST].arrivals;
        events[count].events = ready;
        events[count++].data.u64 = watched->data;
    }
    return count;
}

// MARK: poll

struct polled {
    struct pollfd *entries;
    nfds_t count;
};

static int poll_now(struct polled *polled) {
    int count = 0;
    for (nfds_t i = 0; i < polled->count; i++) {
        struct pollfd *entry = &polled->entries[i];
        struct descriptor *descriptor = descriptor_of(entry->fd);
        unsigned wanted = (unsigned)entry->events | POLLHUP | POLLERR;
        entry->revents = descriptor ? (short)(readiness(descriptor) & wanted) : 0;
        count += entry->revents != 0;
    }
    return count;
}

static bool polls_something(void *context) { return poll_now(context) > 0; }

int poll(struct pollfd *entries, nfds_t count, int timeout) {
    if (!is_simulated) {
        struct timespec time = {timeout / 1000, timeout % 1000 * 1000000L};
        return (int)REAL(SYS_ppoll, entries, count, timeout < 0 ? NULL : &time, NULL, 8);
    }
    struct polled polled = {entries, count};
    if (!polls_something(&polled) && timeout != 0) wait_until(polls_something, &polled, deadline_in(timeout));
    return poll_now(&polled);
}

// MARK: eventfd

int eventfd(unsigned count, int flags) {
    (void)flags;
    if (!is_simulated) return (int)REAL(SYS_eventfd2, count, flags);
    int number = new_descriptor(EVENT, O_NONBLOCK);
    if (number >= 0) descriptor_of(number)->counter = count;
    return number;
}

int eventfd_write(int number, eventfd_t value) {
    struct descriptor *event = descriptor_of(number);
    if (!event) return REAL(SYS_write, number, &value, sizeof value) == sizeof value ? 0 : -1;
    event->counter += value;
    arrives(event);
    return 0;
}

int eventfd_read(int number, eventfd_t *value) {
    struct descriptor *event = descriptor_of(number);
    if (!event) return REAL(SYS_read, number, value, sizeof *value) == sizeof *value ? 0 : -1;
    if (!event->counter) return fail(EAGAIN);
    *value = event->counter;
    event->counter = 0;
    return 0;
}

// MARK: timerfd

int timerfd_create(int clock, int flags) {
    (void)flags;
    if (!is_simulated) return (int)REAL(SYS_timerfd_create, clock, flags);
    int number = new_descriptor(TIMER, O_NONBLOCK);
    if (number >= 0) {
        descriptor_of(number)->clock = clock;
        descriptor_of(number)->due = NEVER;
    }
    return number;
}

int timerfd_settime(int number, int flags, const struct itimerspec *new, struct itimerspec *old) {
    struct descriptor *timer = descriptor_of(number);
    if (!timer) return (int)REAL(SYS_timerfd_settime, number, flags, new, old);
    sim_time value = duration_of(&new->it_value);
    timer->interval = duration_of(&new->it_interval);
    timer->due = value == 0 ? NEVER : flags & TFD_TIMER_ABSTIME ? value : timer_clock(timer) + value;
    timer->isCancelled = false;
    return 0;
}

static long read_timer(struct descriptor *timer, void *bytes) {
    if (timer->isCancelled) {
        timer->isCancelled = false;
        return fail(ECANCELED);
    }
    if (!has_expired(timer)) return fail(EAGAIN);
    uint64_t expirations = 1;
    if (timer->interval > 0) {
        expirations += (uint64_t)((timer_clock(timer) - timer->due) / timer->interval);
        timer->due += (sim_time)expirations * timer->interval;
    } else {
        timer->due = NEVER;
    }
    memcpy(bytes, &expirations, sizeof expirations);
    return sizeof expirations;
}

/// When the next timer of the boot clock expires, as time awake.
sim_time next_timer(void) {
    sim_time next = NEVER;
    sim_time slept = sim_boot_now() - (awake - boot_awake);
    for (int i = 0; i < highest; i++) {
        const struct descriptor *timer = &descriptors[i];
        if (timer->kind != TIMER || timer->clock != CLOCK_BOOTTIME || timer->due == NEVER) continue;
        sim_time due = timer->due - slept + boot_awake;
        if (due > awake && due < next) next = due;
    }
    return next;
}

void sim_suspend(sim_time time) { asleep += time; }

void sim_set_wall(sim_time error, bool isStep) {
    sim_set_drift(0);
    // Linux refuses a wall clock that shows less than the time since boot.
    sim_time least = sim_boot_now() - (wall_now() - wall_error);
    wall_error = error < least ? least : error;
    for (int i = 0; isStep && i < highest; i++) {
        struct descriptor *timer = &descriptors[i];
        if (timer->kind == TIMER && timer->clock == CLOCK_REALTIME && timer->due != NEVER) timer->isCancelled = true;
    }
}

int adjtimex(struct timex *state) {
    memset(state, 0, sizeof *state);
    state->status = sim_is_synchronised() ? 0 : STA_UNSYNC;
    return 0;
}

// MARK: Signals

int signalfd(int number, const sigset_t *set, int flags) {
    if (!is_simulated) return (int)REAL(SYS_signalfd4, number, set, 8, flags);
    int new = new_descriptor(SIGNALS, flags);
    for (int signal = 1; new >= 0 && signal < 32; signal++)
        if (sigismember(set, signal)) descriptor_of(new)->signals |= 1u << signal;
    return new;
}

void sim_signal(int process, int number) {
    for (int i = 0; i < highest; i++) {
        struct descriptor *signals = &descriptors[i];
        if (signals->kind != SIGNALS || signals->process != process || !(signals->signals & 1u << number)) continue;
        signals->counter = (uint64_t)number;
        return;
    }
    sim_kill(process);
}

static long read_signal(struct descriptor *signals, void *bytes) {
    struct signalfd_siginfo information;
    memset(&information, 0, sizeof information);
    information.ssi_signo = (unsigned)signals->counter;
    signals->counter = 0;
    memcpy(bytes, &information, sizeof information);
    return sizeof information;
}

// MARK: inotify

int inotify_init1(int flags) {
    if (!is_simulated) return (int)REAL(SYS_inotify_init1, flags);
    return new_descriptor(CHANGES, O_NONBLOCK);
}

int inotify_add_watch(int number, const char *path, uint32_t mask) {
    if (!descriptor_of(number)) return (int)REAL(SYS_inotify_add_watch, number, path, mask);
    return 1;
}

int inotify_rm_watch(int number, int watch) {
    if (!descriptor_of(number)) return (int)REAL(SYS_inotify_rm_watch, number, watch);
    return 0;
}

void sim_devices_changed(void) {
    for (int i = 0; i < highest; i++)
        if (descriptors[i].kind == CHANGES) descriptors[i].counter = 1;
}

static long read_change(struct descriptor *changes, void *bytes) {
    if (!changes->counter) return fail(EAGAIN);
    changes->counter = 0;
    struct inotify_event event;
    memset(&event, 0, sizeof event);
    event.wd = 1;
    event.mask = IN_CREATE;
    memcpy(bytes, &event, sizeof event);
    return sizeof event;
}

// MARK: Sockets

int socket(int domain, int type, int protocol) {
    if (!is_simulated) return (int)REAL(SYS_socket, domain, type, protocol);
    if (domain != AF_UNIX || (type & 0xf) != SOCK_STREAM) return fail(EAFNOSUPPORT);
    int number = new_descriptor(SOCKET, type & SOCK_NONBLOCK ? O_NONBLOCK : 0);
    if (number >= 0) descriptor_of(number)->room = ROOM;
    return number;
}

int bind(int number, const struct sockaddr *address, socklen_t size) {
    struct descriptor *socket = descriptor_of(number);
    if (!socket) return (int)REAL(SYS_bind, number, address, size);
    socket->node = make_socket(((const struct sockaddr_un *)(const void *)address)->sun_path);
    return socket->node ? 0 : -1;
}

int listen(int number, int backlog) {
    struct descriptor *socket = descriptor_of(number);
    if (!socket) return (int)REAL(SYS_listen, number, backlog);
    socket->kind = LISTENER;
    set_listener(socket->node, socket);
    return 0;
}

int connect(int number, const struct sockaddr *address, socklen_t size) {
    struct descriptor *socket = descriptor_of(number);
    if (!socket) return (int)REAL(SYS_connect, number, address, size);
    struct inode *node = find_inode(((const struct sockaddr_un *)(const void *)address)->sun_path);
    if (!node) return fail(ENOENT);
    struct descriptor *listener = listener_at(node);
    if (!listener) return fail(ECONNREFUSED);
    if (listener->queueCount == BACKLOG) return fail(EAGAIN);
    int accepted = new_descriptor(SOCKET, O_NONBLOCK);
    if (accepted < 0) return -1;
    struct descriptor *end = descriptor_of(accepted);
    end->process = listener->process;
    end->room = ROOM;
    end->other = socket;
    socket->other = end;
    listener->queue[listener->queueCount++] = accepted;
    arrives(listener);
    return 0;
}

int accept4(int number, struct sockaddr *restrict address, socklen_t *restrict size, int flags) {
    struct descriptor *listener = descriptor_of(number);
    if (!listener) return (int)REAL(SYS_accept4, number, address, size, flags);
    if (!listener->queueCount) return fail(EAGAIN);
    int accepted = listener->queue[0];
    memmove(listener->queue, listener->queue + 1, (size_t)--listener->queueCount * sizeof *listener->queue);
    return accepted;
}

int getsockopt(int number, int level, int option, void *restrict value, socklen_t *restrict size) {
    struct descriptor *socket = descriptor_of(number);
    if (!socket) return (int)REAL(SYS_getsockopt, number, level, option, value, size);
    if (level != SOL_SOCKET || option != SO_PEERCRED) return fail(ENOPROTOOPT);
    struct ucred credentials = {1, geteuid(), getegid()};
    memcpy(value, &credentials, sizeof credentials);
    return 0;
}

int setsockopt(int number, int level, int option, const void *value, socklen_t size) {
    struct descriptor *socket = descriptor_of(number);
    if (!socket) return (int)REAL(SYS_setsockopt, number, level, option, value, size);
    // Linux doubles the size that a program asks for.
    if (level == SOL_SOCKET && option == SO_SNDBUF) socket->room = 2 * (size_t)*(const int *)value;
    return 0;
}

int shutdown(int number, int how) {
    struct descriptor *socket = descriptor_of(number);
    if (!socket) return (int)REAL(SYS_shutdown, number, how);
    if (how != SHUT_RD) {
        socket->hasShutDown = true;
        if (socket->other) arrives(socket->other);
    }
    return 0;
}

static bool can_read(void *context) { return readiness(context) & POLLIN; }
static bool can_write(void *context) { return readiness(context) & POLLOUT; }

ssize_t recv(int number, void *bytes, size_t count, int flags) {
    struct descriptor *socket = descriptor_of(number);
    if (!socket) return REAL(SYS_recvfrom, number, bytes, count, flags, NULL, NULL);
    if (!can_read(socket)) {
        if (!socket->waits || flags & MSG_DONTWAIT) return fail(EAGAIN);
        wait_until(can_read, socket, NEVER);
    }
    if (!socket->count) {
        if (!socket->wasReset) return 0;
        socket->wasReset = false;
        return fail(ECONNRESET);
    }
    size_t taken = count < socket->count ? count : socket->count;
    memcpy(bytes, socket->bytes + socket->start, taken);
    socket->start += taken;
    socket->count -= taken;
    if (!socket->count) socket->start = 0;
    if (socket->other) arrives(socket->other);
    return (ssize_t)taken;
}

ssize_t send(int number, const void *bytes, size_t count, int flags) {
    struct descriptor *socket = descriptor_of(number);
    if (!socket) return REAL(SYS_sendto, number, bytes, count, flags, NULL, 0);
    if (!socket->other || socket->hasShutDown) return fail(EPIPE);
    if (!can_write(socket)) {
        if (!socket->waits || flags & MSG_DONTWAIT) return fail(EAGAIN);
        // All senders here have a limit of twelve seconds.
        if (!wait_until(can_write, socket, awake + 12 * SECOND)) return fail(EAGAIN);
        if (!socket->other) return fail(EPIPE);
    }
    struct descriptor *other = socket->other;
    size_t room = socket->room - other->count;
    size_t taken = count < room ? count : room;
    if (other->start + other->count + taken > other->capacity) {
        if (other->start) memmove(other->bytes, other->bytes + other->start, other->count);
        other->start = 0;
        if (other->count + taken > other->capacity) {
            other->capacity = 2 * (other->count + taken);
            other->bytes = realloc(other->bytes, other->capacity);
        }
    }
    memcpy(other->bytes + other->start + other->count, bytes, taken);
    other->count += taken;
    arrives(other);
    return (ssize_t)taken;
}

ssize_t sendmsg(int number, const struct msghdr *message, int flags) {
    if (!descriptor_of(number)) return REAL(SYS_sendmsg, number, message, flags);
    return fail(ECONNREFUSED);
}

// MARK: Reading, writing, closing

ssize_t read(int number, void *bytes, size_t count) {
    struct descriptor *descriptor = descriptor_of(number);
    if (!descriptor) return REAL(SYS_read, number, bytes, count);
    switch (descriptor->kind) {
    case DISK:
    case DEVICE: return disk_read(number, bytes, count);
    case EVENT: return eventfd_read(number, bytes) == 0 ? 8 : -1;
    case TIMER: return read_timer(descriptor, bytes);
    case SIGNALS:
        if (!can_read(descriptor)) {
            if (!descriptor->waits) return fail(EAGAIN);
            wait_until(can_read, descriptor, NEVER);
        }
        return read_signal(descriptor, bytes);
    case CHANGES: return read_change(descriptor, bytes);
    case SOCKET: return recv(number, bytes, count, 0);
    case NOTHING:
    case EPOLL:
    case LISTENER: return fail(EINVAL);
    }
    return fail(EINVAL);
}

ssize_t write(int number, const void *bytes, size_t count) {
    struct descriptor *descriptor = descriptor_of(number);
    if (!descriptor) return REAL(SYS_write, number, bytes, count);
    switch (descriptor->kind) {
    case DISK:
    case DEVICE: return disk_write(number, bytes, count);
    case SOCKET: return send(number, bytes, count, 0);
    case NOTHING:
    case EPOLL:
    case EVENT:
    case TIMER:
    case SIGNALS:
    case CHANGES:
    case LISTENER: return fail(EINVAL);
    }
    return fail(EINVAL);
}

static void close_socket(struct descriptor *socket) {
    struct descriptor *other = socket->other;
    if (other) {
        other->other = NULL;
        other->wasReset = socket->count > 0;
        arrives(other);
    }
    free(socket->bytes);
}

int close(int number) {
    struct descriptor *descriptor = descriptor_of(number);
    if (!descriptor) return (int)REAL(SYS_close, number);
    switch (descriptor->kind) {
    case SOCKET: close_socket(descriptor); break;
    case LISTENER:
        for (int i = 0; i < descriptor->queueCount; i++) close(descriptor->queue[i]);
        set_listener(descriptor->node, NULL);
        break;
    case EPOLL: free(descriptor->watched); break;
    case DISK: release_inode(descriptor->node); break;
    case NOTHING:
    case EVENT:
    case TIMER:
    case SIGNALS:
    case CHANGES:
    case DEVICE: break;
    }
    if (descriptor->kind == LISTENER || descriptor->kind == SOCKET)
        if (descriptor->node) release_inode(descriptor->node);
    descriptor->kind = NOTHING;
    return 0;
}

static int control(int number, int command, va_list arguments) {
    void *argument = va_arg(arguments, void *);
    struct descriptor *descriptor = descriptor_of(number);
    if (!descriptor) return (int)REAL(SYS_fcntl, number, command, argument);
    switch (command) {
    case F_SETFL: descriptor->waits = !((intptr_t)argument & O_NONBLOCK); break;
    // Only one program uses each file.
    case F_GETLK: ((struct flock *)argument)->l_type = F_UNLCK; break;
    default: break;
    }
    return 0;
}

int fcntl(int number, int command, ...) {
    va_list arguments;
    va_start(arguments, command);
    int result = control(number, command, arguments);
    va_end(arguments);
    return result;
}

int fcntl64(int number, int command, ...) __attribute__((alias("fcntl")));

// MARK: The machine

void sim_cut_power(sim_time off) {
    end_machine();
    lose_unsynced_writes();
    empty_memory_folders();
    boot(off);
}

void sim_shut_down(sim_time off) {
    end_machine();
    empty_memory_folders();
    boot(off);
}
