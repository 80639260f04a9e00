// Linux functions that Swift's Glibc module lacks: timerfd, signalfd, eventfd, epoll, peer credentials, getopt_long.
#ifndef CLINUX_SHIM_H
#define CLINUX_SHIM_H

#include <arpa/inet.h>
#include <errno.h>
#include <getopt.h>
#include <ifaddrs.h>
#include <malloc.h>
#include <net/if.h>
#include <netinet/in.h>
#include <pthread.h>
#include <sched.h>
#include <semaphore.h>
#include <signal.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/inotify.h>
#include <sys/ioctl.h>
#include <sys/signalfd.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/timerfd.h>
#include <sys/time.h>
#include <sys/timex.h>
#include <sys/un.h>
#include <termios.h>
#include <unistd.h>

// Defining _GNU_SOURCE would change structures that Swift's Glibc module has already described, so the functions that
// it hides and that are needed are declared here.
int accept4(int descriptor, struct sockaddr *address, socklen_t *length, int flags);
int pipe2(int ends[2], int flags);
int sem_clockwait(sem_t *semaphore, clockid_t clock, const struct timespec *deadline);

// Flags that the headers define as enumerators of various kinds, as plain numbers.
static const int clinux_stream_socket = SOCK_STREAM | SOCK_CLOEXEC;
static const int clinux_stream_socket_nonblocking = SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK;
static const int clinux_datagram_socket_nonblocking = SOCK_DGRAM | SOCK_CLOEXEC | SOCK_NONBLOCK;
static const int clinux_accept_nonblocking = SOCK_CLOEXEC | SOCK_NONBLOCK;
static const int clinux_send_quietly = MSG_NOSIGNAL;
static const int clinux_send_now = MSG_NOSIGNAL | MSG_DONTWAIT;
static const int clinux_receive_now = MSG_DONTWAIT;
static const int clinux_timer_flags = TFD_NONBLOCK | TFD_CLOEXEC;
static const int clinux_timer_absolute = TFD_TIMER_ABSTIME;
static const int clinux_timer_cancel_on_set = TFD_TIMER_CANCEL_ON_SET;
static const int clinux_signal_flags = SFD_NONBLOCK | SFD_CLOEXEC;
static const int clinux_signal_flags_waiting = SFD_CLOEXEC;
static const int clinux_event_flags = EFD_NONBLOCK | EFD_CLOEXEC;
static const int clinux_inotify_flags = IN_NONBLOCK | IN_CLOEXEC;
static const int clinux_epoll_flags = EPOLL_CLOEXEC;

static const unsigned clinux_epoll_readable = EPOLLIN;
static const unsigned clinux_epoll_writable = EPOLLOUT;
static const unsigned clinux_epoll_edge = EPOLLET;
static const unsigned clinux_epoll_broken = EPOLLHUP | EPOLLERR;

/// epoll_ctl(2) for a descriptor whose events carry a number.
static inline int clinux_epoll_set(int epoll, int operation, int descriptor, long number, unsigned events) {
    struct epoll_event event;
    memset(&event, 0, sizeof event);
    event.events = events;
    event.data.u64 = (unsigned long)number;
    return epoll_ctl(epoll, operation, descriptor, &event);
}

/// Whether inotify events, as returned by read(2), report more than the end of a watch.
static inline int clinux_inotify_has_change(const char *events, long count) {
    for (long place = 0; place + (long)sizeof(struct inotify_event) <= count;) {
        const struct inotify_event *event = (const struct inotify_event *)(events + place);
        if (event->mask != IN_IGNORED) return 1;
        place += (long)sizeof(struct inotify_event) + event->len;
    }
    return 0;
}

/// Makes all threads use one heap from now on.
static inline void clinux_use_one_heap(void) { mallopt(M_ARENA_MAX, 1); }

/// Starts a thread that is not joined; 0, or errno's number. Its stack of 1 MiB is enough for everything here; the C
/// library's default, 8 MiB, would count against a limit on memory.
static inline int clinux_start_thread(void *(*body)(void *), void *context) {
    pthread_attr_t attributes;
    pthread_attr_init(&attributes);
    pthread_attr_setdetachstate(&attributes, PTHREAD_CREATE_DETACHED);
    pthread_attr_setstacksize(&attributes, 1 << 20);
    pthread_t thread;
    int code = pthread_create(&thread, &attributes, body, context);
    pthread_attr_destroy(&attributes);
    return code;
}

/// As `struct ucred`, which needs _GNU_SOURCE.
struct clinux_credentials {
    pid_t process;
    uid_t user;
    gid_t group;
};

/// The process at the other end of a connected Unix socket (SO_PEERCRED), or -1. For a server this is the process that
/// called listen(): the service manager, if it passed the socket.
static inline long clinux_peer_process(int descriptor) {
    struct clinux_credentials credentials;
    socklen_t size = sizeof credentials;
    if (getsockopt(descriptor, SOL_SOCKET, SO_PEERCRED, &credentials, &size) != 0) return -1;
    return (long)credentials.process;
}

/// The user behind a connected Unix socket (SO_PEERCRED), or -1.
static inline long clinux_peer_user(int descriptor) {
    struct clinux_credentials credentials;
    socklen_t size = sizeof credentials;
    if (getsockopt(descriptor, SOL_SOCKET, SO_PEERCRED, &credentials, &size) != 0) return -1;
    return (long)credentials.user;
}

// getopt_long keeps its state in global variables, which Swift 6 rightly refuses to touch; these functions wrap them.
// The caller must prevent calls by other threads at the same time.

/// Makes getopt_long begin again at the first argument, without printing errors: the caller words them.
static inline void clinux_getopt_reset(void) {
    optind = 0;
    opterr = 0;
}

/// The argument that belongs to the option just returned, or NULL.
static inline const char *clinux_getopt_argument(void) { return optarg; }

/// The refused option: its value in the table or its letter, 0 for an unknown long one.
static inline int clinux_getopt_failed(void) { return optopt; }

/// The index of the next argument.
static inline int clinux_getopt_index(void) { return optind; }

// A Unix socket's address holds a path of at most 107 bytes. A longer path fails with ENAMETOOLONG, like a file name
// that is too long.

static inline int clinux_unix_address(const char *path, struct sockaddr_un *address) {
    memset(address, 0, sizeof *address);
    address->sun_family = AF_UNIX;
    if (strlen(path) >= sizeof address->sun_path) {
        errno = ENAMETOOLONG;
        return -1;
    }
    strcpy(address->sun_path, path);
    return 0;
}

/// connect(2), repeated for as long as a signal interrupts it: Linux then waits for the same connection, for the whole
/// timeout of the socket again.
static inline int clinux_connect(int descriptor, const struct sockaddr *address, socklen_t size) {
    int result;
    do result = connect(descriptor, address, size);
    while (result != 0 && errno == EINTR);
    return result;
}

/// connect(2) to the Unix socket at a path.
static inline int clinux_unix_connect(int descriptor, const char *path) {
    struct sockaddr_un address;
    if (clinux_unix_address(path, &address) != 0) return -1;
    return clinux_connect(descriptor, (const struct sockaddr *)&address, sizeof address);
}

/// The place for one descriptor in a message.
union clinux_passed {
    struct cmsghdr head;
    char bytes[CMSG_SPACE(sizeof(int))];
};

/// A message of these bytes with that place, which becomes empty.
static inline struct msghdr clinux_passing(struct iovec *bytes, union clinux_passed *place) {
    struct msghdr message;
    memset(&message, 0, sizeof message);
    memset(place, 0, sizeof *place);
    message.msg_iov = bytes;
    message.msg_iovlen = 1;
    message.msg_control = place->bytes;
    // There is room for one descriptor; the kernel closes further ones that arrive.
    message.msg_controllen = CMSG_LEN(sizeof(int));
    return message;
}

/// send(2) on a connected Unix socket, without waiting; the receiver also gets a copy of a descriptor.
static inline long clinux_send_passing(int socket, const void *bytes, size_t count, int passed) {
    struct iovec part = {(void *)(size_t)bytes, count};
    union clinux_passed place;
    struct msghdr message = clinux_passing(&part, &place);
    place.head.cmsg_level = SOL_SOCKET;
    place.head.cmsg_type = SCM_RIGHTS;
    place.head.cmsg_len = CMSG_LEN(sizeof passed);
    memcpy(CMSG_DATA(&place.head), &passed, sizeof passed);
    return sendmsg(socket, &message, clinux_send_now);
}

/// recv(2) from a Unix socket, without waiting; `passed` becomes the descriptor that came with the bytes, or -1.
static inline long clinux_receive_passed(int socket, void *bytes, size_t count, int *passed) {
    struct iovec part = {bytes, count};
    union clinux_passed place;
    struct msghdr message = clinux_passing(&part, &place);
    *passed = -1;
    long result = recvmsg(socket, &message, MSG_DONTWAIT | MSG_CMSG_CLOEXEC);
    int isPassed = result >= 0 && message.msg_controllen >= CMSG_LEN(sizeof *passed) &&
                   place.head.cmsg_level == SOL_SOCKET && place.head.cmsg_type == SCM_RIGHTS;
    if (isPassed) memcpy(passed, CMSG_DATA(&place.head), sizeof *passed);
    return result;
}

/// bind(2) of a Unix socket to a path.
static inline int clinux_unix_bind(int descriptor, const char *path) {
    struct sockaddr_un address;
    if (clinux_unix_address(path, &address) != 0) return -1;
    return bind(descriptor, (const struct sockaddr *)&address, sizeof address);
}

/// The variables of this process, for a program that it starts.
static inline char *const *clinux_environment(void) {
    extern char **environ;
    return environ;
}

/// A descriptor that can be read when a process ends (pidfd_open(2)), or -1.
static inline int clinux_process_descriptor(pid_t process) { return (int)syscall(SYS_pidfd_open, process, 0); }

/// A connection to an address of IPv4 or IPv6 whose reads and writes fail after some seconds, or -1.
static inline int clinux_internet_connect(const char *address, unsigned short port, long seconds) {
    struct sockaddr_in6 six;
    struct sockaddr_in four;
    memset(&six, 0, sizeof six);
    memset(&four, 0, sizeof four);
    six.sin6_family = AF_INET6;
    four.sin_family = AF_INET;
    six.sin6_port = four.sin_port = htons(port);
    const struct sockaddr *place = (const struct sockaddr *)&four;
    socklen_t size = sizeof four;
    if (inet_pton(AF_INET, address, &four.sin_addr) != 1) {
        if (inet_pton(AF_INET6, address, &six.sin6_addr) != 1) {
            errno = EINVAL;
            return -1;
        }
        place = (const struct sockaddr *)&six;
        size = sizeof six;
    }
    int descriptor = socket(place->sa_family, clinux_stream_socket, 0);
    if (descriptor < 0) return -1;
    struct timeval limit;
    memset(&limit, 0, sizeof limit);
    limit.tv_sec = seconds;
    setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, &limit, sizeof limit);
    setsockopt(descriptor, SOL_SOCKET, SO_SNDTIMEO, &limit, sizeof limit);
    if (clinux_connect(descriptor, place, size) != 0) {
        close(descriptor);
        return -1;
    }
    return descriptor;
}

/// The address of this machine on its way out, as text: asking for it sends nothing (192.0.2.1 is no machine's).
static inline int clinux_route_address(char *text, socklen_t size) {
    struct sockaddr_in address;
    memset(&address, 0, sizeof address);
    address.sin_family = AF_INET;
    address.sin_port = htons(9);
    inet_pton(AF_INET, "192.0.2.1", &address.sin_addr);
    socklen_t length = sizeof address;
    int descriptor = socket(AF_INET, SOCK_DGRAM | SOCK_CLOEXEC, 0);
    if (descriptor < 0) return -1;
    int found = clinux_connect(descriptor, (const struct sockaddr *)&address, sizeof address) == 0 &&
                getsockname(descriptor, (struct sockaddr *)&address, &length) == 0;
    close(descriptor);
    return found && inet_ntop(AF_INET, &address.sin_addr, text, size) ? 0 : -1;
}

/// The address of this machine in its network, as text of at most 46 bytes: that on its way out, else
/// the first one of an interface that is up, IPv4 before IPv6. -1 if it has none.
static inline int clinux_network_address(char *text, socklen_t size) {
    if (clinux_route_address(text, size) == 0) return 0;
    struct ifaddrs *all;
    if (getifaddrs(&all) != 0) return -1;
    int found = -1;
    for (struct ifaddrs *entry = all; entry && found != AF_INET; entry = entry->ifa_next) {
        if (!entry->ifa_addr || entry->ifa_flags & IFF_LOOPBACK || !(entry->ifa_flags & IFF_UP)) continue;
        const void *address;
        if (entry->ifa_addr->sa_family == AF_INET) {
            address = &((const struct sockaddr_in *)(const void *)entry->ifa_addr)->sin_addr;
        } else if (entry->ifa_addr->sa_family == AF_INET6) {
            address = &((const struct sockaddr_in6 *)(const void *)entry->ifa_addr)->sin6_addr;
            // A browser can't be told the interface, which link-local addresses need.
            if (found == AF_INET6 || IN6_IS_ADDR_LINKLOCAL((const struct in6_addr *)address)) continue;
        } else {
            continue;
        }
        if (inet_ntop(entry->ifa_addr->sa_family, address, text, size)) found = entry->ifa_addr->sa_family;
    }
    freeifaddrs(all);
    return found < 0 ? -1 : 0;
}

/// The path that a Unix socket is bound to, in 109 bytes with its NUL.
static inline int clinux_unix_path(int descriptor, char *path) {
    struct sockaddr_un address;
    memset(&address, 0, sizeof address);
    socklen_t size = sizeof address;
    if (getsockname(descriptor, (struct sockaddr *)&address, &size) != 0) return -1;
    memcpy(path, address.sun_path, sizeof address.sun_path);
    path[sizeof address.sun_path] = 0;
    return 0;
}

/// Whether the kernel considers the wall clock synchronised; reading this needs no privilege.
static inline int clinux_clock_is_synchronised(void) {
    struct timex state;
    memset(&state, 0, sizeof state);
    return adjtimex(&state) != -1 && (state.status & STA_UNSYNC) == 0;
}

/// The size of the terminal behind a descriptor, in characters; 0 on success, -1 if there is none.
static inline int clinux_window_size(int descriptor, int *columns, int *rows) {
    struct winsize size;
    if (ioctl(descriptor, TIOCGWINSZ, &size) != 0) return -1;
    *columns = size.ws_col;
    *rows = size.ws_row;
    return 0;
}

/// Whether a signal is ignored, as shells have it for jobs in the background.
static inline int clinux_is_ignored(int number) {
    struct sigaction action;
    return sigaction(number, NULL, &action) == 0 && action.sa_handler == SIG_IGN;
}

/// The things that a crash has to restore: bytes to write, and the terminal's settings.
struct clinux_farewell {
    char text[256];
    struct termios settings;
};

// A variable of the file would not be compiled into a Swift module; one in a function is.
static inline struct clinux_farewell *clinux_farewell(void) {
    static struct clinux_farewell farewell;
    return &farewell;
}

static inline void clinux_handle_crash(int number) {
    struct clinux_farewell *farewell = clinux_farewell();
    ssize_t ignored = write(STDOUT_FILENO, farewell->text, strlen(farewell->text));
    (void)ignored;
    tcsetattr(STDIN_FILENO, TCSANOW, &farewell->settings);
    raise(number);
}

/// Makes a crash of this program write this text, of at most 255 bytes, and restore these settings.
static inline void clinux_restore_terminal_after_crash(const char *text, const struct termios *settings) {
    struct clinux_farewell *farewell = clinux_farewell();
    strncpy(farewell->text, text, sizeof farewell->text - 1);
    farewell->settings = *settings;
    struct sigaction action;
    memset(&action, 0, sizeof action);
    action.sa_handler = clinux_handle_crash;
    action.sa_flags = (int)SA_RESETHAND | SA_NODEFER;
    const int crashes[] = {SIGSEGV, SIGBUS, SIGILL, SIGTRAP, SIGABRT, SIGFPE, SIGSYS};
    for (unsigned i = 0; i < sizeof crashes / sizeof *crashes; i++) sigaction(crashes[i], &action, NULL);
}

#endif
