// Tasks: the threads of all simulated processes, on one thread. A task runs until it waits.
#define _GNU_SOURCE
#include "kernel.h"
#include <malloc.h>
#include <pthread.h>
#include <semaphore.h>
#include <setjmp.h>
#include <stdio.h>
#include <sys/mman.h>
#include <sys/personality.h>
#include <ucontext.h>
#include <unistd.h>

enum { STACK = 1 << 20, MOST_TASKS = 512 };

struct task {
    /// Where it begins, and where it has waited since; _setjmp needs no call to Linux, swapcontext needs one.
    ucontext_t entry;
    jmp_buf place;
    bool hasBegun;
    void *stack;
    int process;
    bool isUsed, hasStopped;
    bool (*condition)(void *);
    void *argument;
    sim_time deadline;
    void (*body)(void *);
    void *bodyContext;
};

bool is_simulated;
sim_time awake, asleep, boot_awake, boot_true, wall_error;
static sim_time drift_since;
static int64_t drift;
static bool is_synchronised;

static struct task tasks[MOST_TASKS];
static int task_count;
static struct task *current;
static jmp_buf scheduler;
static bool has_ended;
static void *free_stacks[MOST_TASKS];
static int free_stack_count;
static uint64_t wakeups[1 << 16];
static int last_process;
static int stopped_process = -1;
static uint64_t random_state[2];

// MARK: Random numbers (xorshift128+)

static uint64_t next_random(void) {
    uint64_t a = random_state[0], b = random_state[1];
    random_state[0] = b;
    a ^= a << 23;
    random_state[1] = a ^ b ^ (a >> 17) ^ (b >> 26);
    return random_state[1] + b;
}

uint64_t sim_random(uint64_t limit) { return limit ? next_random() % limit : 0; }

ssize_t getrandom(void *bytes, size_t count, unsigned flags) {
    if (!is_simulated) return REAL(SYS_getrandom, bytes, count, flags);
    for (size_t i = 0; i < count; i++) ((unsigned char *)bytes)[i] = (unsigned char)next_random();
    return (ssize_t)count;
}

int getentropy(void *bytes, size_t count) { return getrandom(bytes, count, 0) == (ssize_t)count ? 0 : -1; }

void arc4random_buf(void *bytes, size_t count) { getrandom(bytes, count, 0); }

/// The random numbers of Swift, which would ask the real kernel.
void swift_stdlib_random(void *bytes, size_t count) { getrandom(bytes, count, 0); }

// MARK: Tasks

void sim_begin(uint64_t seed) {
    random_state[0] = seed * UINT64_C(0x9e3779b97f4a7c15) + 1;
    random_state[1] = seed ^ UINT64_C(0xd1b54a32d192ed03);
    for (int i = 0; i < 20; i++) next_random();
    is_simulated = true;
    // Nothing of the machine that simulates may change a year.
    clearenv();
    setenv("HOME", "/home/cook", 1);
    setenv("TZ", "UTC", 1);
    // Memory that is freed is used again, without a call to Linux.
    mallopt(M_TRIM_THRESHOLD, 1 << 30);
    mallopt(M_MMAP_THRESHOLD, 1 << 25);
    make_disk();
}

static void enter_task(void) {
    current->body(current->bodyContext);
    current->isUsed = false;
    free_stacks[free_stack_count++] = current->stack;
    _longjmp(scheduler, 1);
}

void sim_start_task(int process, void (*body)(void *), void *context) {
    struct task *task = NULL;
    for (int i = 0; i < task_count && !task; i++)
        if (!tasks[i].isUsed && &tasks[i] != current) task = &tasks[i];
    if (!task) {
        if (task_count == MOST_TASKS) abort();
        task = &tasks[task_count++];
    }
    void *stack = free_stack_count ? free_stacks[--free_stack_count] : NULL;
    if (!stack) {
        stack = mmap(NULL, STACK, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
        if (stack == MAP_FAILED) abort();
        // A stack that overflows must not write into another one.
        mprotect(stack, 4096, PROT_NONE);
    }
    memset(task, 0, sizeof *task);
    task->stack = stack;
    task->process = process;
    task->isUsed = true;
    task->deadline = NEVER;
    task->body = body;
    task->bodyContext = context;
    getcontext(&task->entry);
    task->entry.uc_stack.ss_sp = stack;
    task->entry.uc_stack.ss_size = STACK;
    makecontext(&task->entry, enter_task, 0);
}

/// Runs the current task until it waits.
static void run_current(void) {
    if (_setjmp(scheduler)) return;
    if (current->hasBegun) _longjmp(current->place, 1);
    current->hasBegun = true;
    setcontext(&current->entry);
}

/// Lets the scheduler continue; returns when it has chosen the calling task again.
static void leave_current(void) {
    if (!_setjmp(current->place)) _longjmp(scheduler, 1);
}

static bool is_ready(const struct task *task) {
    if (!task->isUsed || task->hasStopped) return false;
    return !task->condition || task->deadline <= awake || task->condition(task->argument);
}

/// The task that runs next: a random one of those that can.
static struct task *next_task(void) {
    struct task *ready[MOST_TASKS];
    int count = 0;
    for (int i = 0; i < task_count; i++)
        if (is_ready(&tasks[i])) ready[count++] = &tasks[i];
    return count ? ready[count == 1 ? 0 : sim_random((uint64_t)count)] : NULL;
}

/// So often do tasks change at one moment at most; a thread that never rests would keep time from passing.
enum { MOST_CHANGES = 2000000 };

void sim_run(void) {
    has_ended = false;
    int changes = 0;
    while (!has_ended) {
        struct task *next = next_task();
        if (next) {
            if (++changes == MOST_CHANGES) {
                fprintf(stderr, "the simulation stands still: a thread of process %d never rests\n", next->process);
                abort();
            }
            current = next;
            wakeups[next->process & 0xffff]++;
            run_current();
            current = NULL;
            continue;
        }
        sim_time due = next_timer();
        for (int i = 0; i < task_count; i++)
            if (tasks[i].isUsed && !tasks[i].hasStopped && tasks[i].deadline < due) due = tasks[i].deadline;
        if (due == NEVER) {
            fprintf(stderr, "the simulation stands still: no task can ever run again\n");
            abort();
        }
        if (due > awake) {
            awake = due;
            changes = 0;
        }
    }
}

void sim_stop(void) {
    has_ended = true;
    _longjmp(scheduler, 1);
}

static bool never(void *context) {
    (void)context;
    return false;
}

static bool always(void *context) {
    (void)context;
    return true;
}

bool wait_until(bool (*condition)(void *), void *context, sim_time deadline) {
    if (!current) abort();
    struct task *task = current;
    task->condition = condition;
    task->argument = context;
    task->deadline = deadline;
    leave_current();
    bool holds = condition(context);
    task->condition = NULL;
    task->deadline = NEVER;
    return holds;
}

void yield(void) { wait_until(always, NULL, NEVER); }

void sim_sleep(sim_time time) { wait_until(never, NULL, awake + (time > 0 ? time : 0)); }

int current_process(void) { return current ? current->process : SIM_WORLD; }
int sim_new_process(void) { return ++last_process & 0xffff; }
uint64_t sim_wakeups(int process) { return wakeups[process & 0xffff]; }

bool sim_is_running(int process) {
    for (int i = 0; i < task_count; i++)
        if (tasks[i].isUsed && tasks[i].process == process) return true;
    return false;
}

static void end_tasks(int process) {
    for (int i = 0; i < task_count; i++) {
        struct task *task = &tasks[i];
        if (!task->isUsed || task->process != process || task == current) continue;
        task->isUsed = false;
        free_stacks[free_stack_count++] = task->stack;
    }
}

void sim_kill(int process) {
    if (process == SIM_WORLD) return;
    end_tasks(process);
    close_all(process);
    if (stopped_process == process) stopped_process = -1;
}

/// Ends everything on the machine, but not the world.
void end_machine(void) {
    for (int i = 0; i < task_count; i++)
        if (tasks[i].isUsed && tasks[i].process != SIM_WORLD) sim_kill(tasks[i].process);
}

void sim_end_process(void) {
    struct task *task = current;
    sim_kill(task->process);
    task->isUsed = false;
    // Nothing uses this stack before the scheduler has left it.
    free_stacks[free_stack_count++] = task->stack;
    _longjmp(scheduler, 1);
}

void stop_current_process(void) {
    int process = current->process;
    for (int i = 0; i < task_count; i++)
        if (tasks[i].isUsed && tasks[i].process == process) tasks[i].hasStopped = true;
    stopped_process = process;
    leave_current();
    abort();
}

bool sim_is_stopped(void) { return stopped_process >= 0; }

static bool is_stopped(void *context) {
    (void)context;
    return sim_is_stopped();
}

void sim_wait_until_stopped(sim_time time) { wait_until(is_stopped, NULL, awake + time); }

void _exit(int status) {
    if (!is_simulated || current_process() == SIM_WORLD) {
        REAL(SYS_exit_group, status);
        __builtin_unreachable();
    }
    sim_end_process();
}

int pthread_create(
    pthread_t *restrict thread, const pthread_attr_t *restrict attributes, void *(*body)(void *), void *restrict context) {
    (void)attributes;
    if (!is_simulated) return EAGAIN;
    *thread = 0;
    sim_start_task(current_process(), (void (*)(void *))(void *)body, context);
    return 0;
}

// MARK: Time

sim_time sim_now(void) { return awake + asleep; }
sim_time sim_boot_now(void) { return sim_now() - boot_true; }

/// The wall clock at the beginning: 2027-01-15.
static const sim_time EPOCH = 1800000000 * SECOND;

sim_time sim_wall_error(void) {
    return wall_error + (sim_now() - drift_since) / 1000000 * drift / 1000;
}

sim_time wall_now(void) { return EPOCH + sim_now() + sim_wall_error(); }

sim_time clock_now(clockid_t clock) {
    switch (clock) {
    case CLOCK_REALTIME:
    case CLOCK_REALTIME_COARSE: return wall_now();
    case CLOCK_BOOTTIME: return sim_boot_now();
    default: return awake - boot_awake;
    }
}

void sim_set_drift(int64_t new_drift) {
    wall_error = sim_wall_error();
    drift_since = sim_now();
    drift = new_drift;
}

void sim_set_synchronised(bool isSynchronised) { is_synchronised = isSynchronised; }

bool sim_is_synchronised(void) { return is_synchronised; }

void boot(sim_time off) {
    asleep += off;
    boot_awake = awake;
    boot_true = sim_now();
}

sim_time duration_of(const struct timespec *time) { return time->tv_sec * SECOND + time->tv_nsec; }

/// The clients of the world outlive the machine's boots, as those on another machine do: no boot sets their clock back.
static sim_time before_boot(void) { return current_process() == SIM_WORLD ? boot_awake : 0; }

int clock_gettime(clockid_t clock, struct timespec *time) {
    if (!is_simulated) return (int)REAL(SYS_clock_gettime, clock, time);
    sim_time now = clock_now(clock) + (clock == CLOCK_MONOTONIC ? before_boot() : 0);
    time->tv_sec = now / SECOND;
    time->tv_nsec = now % SECOND;
    return 0;
}

time_t time(time_t *result) {
    struct timespec now;
    clock_gettime(CLOCK_REALTIME, &now);
    if (result) *result = now.tv_sec;
    return now.tv_sec;
}

int gettimeofday(struct timeval *restrict result, void *restrict zone) {
    (void)zone;
    struct timespec now;
    clock_gettime(CLOCK_REALTIME, &now);
    result->tv_sec = now.tv_sec;
    result->tv_usec = now.tv_nsec / 1000;
    return 0;
}

int nanosleep(const struct timespec *wanted, struct timespec *left) {
    if (!is_simulated) return (int)REAL(SYS_nanosleep, wanted, left);
    sim_sleep(duration_of(wanted));
    return 0;
}

int usleep(unsigned microseconds) {
    struct timespec time = {microseconds / 1000000, (long)(microseconds % 1000000) * 1000};
    return nanosleep(&time, NULL);
}

// MARK: Semaphores

static bool has_count(void *context) { return *(int *)context > 0; }

int sem_init(sem_t *semaphore, int shared, unsigned count) {
    (void)shared;
    *(int *)semaphore = (int)count;
    return 0;
}

int sem_destroy(sem_t *semaphore) {
    (void)semaphore;
    return 0;
}

int sem_post(sem_t *semaphore) {
    ++*(int *)semaphore;
    return 0;
}

static int wait_for_count(sem_t *semaphore, sim_time deadline) {
    int *count = (int *)semaphore;
    if (*count <= 0 && !wait_until(has_count, count, deadline)) return fail(ETIMEDOUT);
    --*count;
    return 0;
}

int sem_wait(sem_t *semaphore) { return wait_for_count(semaphore, NEVER); }

int sem_clockwait(sem_t *semaphore, clockid_t clock, const struct timespec *deadline) {
    (void)clock;
    return wait_for_count(semaphore, boot_awake - before_boot() + duration_of(deadline));
}

// MARK: Processes of Linux

int sim_fork(void) { return fork(); }

void sim_leave(void) {
    REAL(SYS_exit_group, 0);
    __builtin_unreachable();
}

void sim_fix_addresses(char *const arguments[]) {
    int now = personality(0xffffffff);
    const char *hashing = getenv("SWIFT_DETERMINISTIC_HASHING");
    if ((now & ADDR_NO_RANDOMIZE && hashing) || getenv("EGG_SIMULATE_AGAIN")) return;
    personality((unsigned long)now | ADDR_NO_RANDOMIZE);
    setenv("SWIFT_DETERMINISTIC_HASHING", "1", 1);
    // Where a sandbox refuses it, the process must not start again for ever.
    setenv("EGG_SIMULATE_AGAIN", "1", 1);
    execv("/proc/self/exe", arguments);
}
