// A descriptor of the simulated kernel.
#ifndef DESCRIPTORS_H
#define DESCRIPTORS_H

#include "kernel.h"

enum kind { NOTHING, EPOLL, EVENT, TIMER, SIGNALS, CHANGES, LISTENER, SOCKET, DISK, DEVICE };

enum { BACKLOG = 128 };

/// A descriptor that an epoll watches.
struct watched {
    int number;
    uint32_t events;
    uint64_t data;
    /// The arrivals that an edge-triggered watch has reported.
    uint64_t seen;
};

struct descriptor {
    enum kind kind;
    int process;
    /// Reads and writes wait.
    bool waits;
    /// How often something has arrived, for edge-triggered watches.
    uint64_t arrivals;
    // An event's or a timer's state.
    uint64_t counter;
    clockid_t clock;
    sim_time due, interval;
    bool isCancelled;
    unsigned signals;
    // An epoll's.
    struct watched *watched;
    int watchedCount, watchedRoom;
    // A socket's; its input has this many bytes.
    struct descriptor *other;
    char *bytes;
    size_t start, count, capacity, room;
    bool hasShutDown, wasReset;
    int queue[BACKLOG];
    int queueCount;
    // A file's, or a socket's path.
    struct inode *node;
    int64_t offset;
};

struct descriptor *descriptor_of(int number);
int new_descriptor(enum kind kind, int flags);

#endif
