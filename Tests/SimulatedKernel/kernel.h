// Declarations that the files of the simulated kernel share.
#ifndef KERNEL_H
#define KERNEL_H

#include "SimulatedKernel.h"
#include <errno.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <time.h>

long syscall(long number, ...);

#define NEVER INT64_MAX
#define SECOND INT64_C(1000000000)
/// The first number of a simulated descriptor; lower ones are Linux's.
enum { FIRST = 1000, MOST = 4096 };

extern bool is_simulated;

/// The system call of Linux, for calls outside of the simulation.
#define REAL(number, ...) syscall(number, ##__VA_ARGS__)

static inline int fail(int code) {
    errno = code;
    return -1;
}

// Tasks
/// Has the calling task wait until a condition holds or the machine has been awake for this long.
///
/// Returns whether the condition holds.
bool wait_until(bool (*condition)(void *), void *context, sim_time awake_deadline);
/// Lets another task run.
void yield(void);
int current_process(void);
void end_machine(void);
void stop_current_process(void) __attribute__((noreturn));

// Time
extern sim_time awake, asleep, boot_awake, boot_true, wall_error;
sim_time wall_now(void);
sim_time clock_now(clockid_t clock);
sim_time duration_of(const struct timespec *time);
void boot(sim_time off);

// Descriptors
sim_time next_timer(void);
void close_all(int process);

// Disk
struct inode;
struct inode *find_inode(const char *path);
struct inode *make_socket(const char *path);
void *listener_at(struct inode *node);
void set_listener(struct inode *node, void *listener);
void release_inode(struct inode *node);
long disk_read(int descriptor, void *bytes, size_t count);
long disk_write(int descriptor, const void *bytes, size_t count);
void lose_unsynced_writes(void);
void empty_memory_folders(void);
void make_disk(void);

#endif
