// A kernel for one thread: tasks, time, descriptors and a disk that the simulation controls.
//
// The functions of the C library that eggd and its libraries call for these things (epoll_wait, clock_gettime, fsync
// and others) are defined here again. A program calls its own definitions before those of a library, so the real code
// of eggd, SQLite and Swift's runtime runs unchanged on this kernel. Before `sim_begin` all calls go to Linux.
#ifndef SIMULATED_KERNEL_H
#define SIMULATED_KERNEL_H

#include <stdbool.h>
#include <stdint.h>

/// Nanoseconds, as a duration or since the simulation began.
typedef int64_t sim_time;

/// The process of the tasks that are no part of the machine: people, faults, the judge.
enum { SIM_WORLD = 0 };

// MARK: The run

/// Begins the simulation; everything in it follows from the seed.
void sim_begin(uint64_t seed);
/// Starts a task of a process. It runs until it waits; others run meanwhile.
void sim_start_task(int process, void (*body)(void *), void *context);
/// Runs all tasks until `sim_stop` is called.
void sim_run(void);
/// Ends `sim_run`. The task that calls it does not continue.
void sim_stop(void);
/// A random number below a limit, from the seed.
uint64_t sim_random(uint64_t limit);

/// fork(2), which Swift doesn't offer: a year that fails must not end the others.
int sim_fork(void);
/// Ends the process of Linux that simulates.
void sim_leave(void) __attribute__((noreturn));
/// Starts the process again without randomised addresses and hashes, which would change the order of some collections.
void sim_fix_addresses(char *const arguments[]);

// MARK: Time

/// The true time since the simulation began. It also passes while the machine sleeps or is off.
sim_time sim_now(void);
/// The boot clock of the machine.
sim_time sim_boot_now(void);
/// The error of the machine's wall clock: what it shows minus the true time.
sim_time sim_wall_error(void);
/// Has the calling task wait for this long.
void sim_sleep(sim_time time);
/// Sets the wall clock's error; `isStep` wakes the programs that watch for steps.
void sim_set_wall(sim_time error, bool isStep);
/// Sets how fast the wall clock's error grows, in nanoseconds a second.
void sim_set_drift(int64_t drift);
/// Sets whether the machine says that its wall clock is synchronised.
void sim_set_synchronised(bool isSynchronised);
/// Whether it says so.
bool sim_is_synchronised(void);
/// The machine sleeps for this long: the boot clock continues, the monotonic clock does not.
void sim_suspend(sim_time time);

// MARK: Processes

/// A number for a new process.
int sim_new_process(void);
/// Ends a process at once, as SIGKILL does. Files that it has written stay as it has written them.
void sim_kill(int process);
/// Ends the process of the calling task, which does not continue.
void sim_end_process(void) __attribute__((noreturn));
/// Sends a signal that the process reads by a signalfd; without one it is killed.
void sim_signal(int process, int number);
/// Whether a process has tasks.
bool sim_is_running(int process);
/// How often tasks of a process have been woken.
uint64_t sim_wakeups(int process);
/// How many descriptors a process has open.
int sim_descriptors(int process);

// MARK: The machine

/// Ends everything on the machine. Unsynced writes may be lost or kept in part. It stays off for this long.
void sim_cut_power(sim_time off);
/// Ends everything on the machine; no write is lost. It stays off for this long.
void sim_shut_down(sim_time off);
/// Counts the operations on the disk down; the process that makes the last one is stopped within it.
void sim_stop_within_disk(int operations);
/// Whether `sim_stop_within_disk` has stopped a process. It runs no further; `sim_kill` or `sim_cut_power` ends it.
bool sim_is_stopped(void);
/// Has the calling task wait until `sim_stop_within_disk` has stopped a process, or for this long.
void sim_wait_until_stopped(sim_time time);
/// The machine's devices for sound have changed.
void sim_devices_changed(void);

// MARK: The disk

/// How the disk behaves.
enum sim_disk {
    SIM_DISK_WORKS,
    /// Files can't grow.
    SIM_DISK_FULL,
    /// Nothing can be written.
    SIM_DISK_READ_ONLY,
    /// Every write fails.
    SIM_DISK_FAILS,
    /// Writes succeed, fsync fails, and what should have been synced is lost with the next power cut.
    SIM_DISK_SYNC_FAILS,
    /// Every read and every write fails.
    SIM_DISK_UNREADABLE,
    /// Every operation waits until the disk behaves otherwise.
    SIM_DISK_HANGS,
};
void sim_set_disk(enum sim_disk behaviour);
/// Every operation takes this long.
void sim_set_disk_delay(sim_time delay);
/// Creates or replaces a durable file, with the folders above it.
void sim_put_file(const char *path, const void *bytes, int64_t count);
/// Removes the durable files of a folder whose names begin like this, as somebody who deletes them.
void sim_remove_files(const char *folder, const char *prefix);
/// Makes the beginning of a durable file unreadable for programs.
void sim_damage_file(const char *path);

#endif
