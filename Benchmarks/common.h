// What the programs in this folder share.

#ifndef BENCHMARKS_COMMON_H
#define BENCHMARKS_COMMON_H

#include <errno.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <time.h>
#include <unistd.h>

__attribute__((noreturn)) static inline void die(const char *what) {
    fprintf(stderr, "%s: %s: %s\n", program_invocation_short_name, what, strerror(errno));
    exit(1);
}

static inline int64_t nanoseconds(clockid_t clock) {
    struct timespec now;
    clock_gettime(clock, &now);
    return now.tv_sec * INT64_C(1000000000) + now.tv_nsec;
}

static inline struct sockaddr_un address_of(const char *path) {
    struct sockaddr_un address = {.sun_family = AF_UNIX};
    if (strlen(path) >= sizeof address.sun_path) {
        errno = ENAMETOOLONG;
        die(path);
    }
    strcpy(address.sun_path, path);
    return address;
}

static inline int connect_to(const char *path) {
    struct sockaddr_un address = address_of(path);
    int connection = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
    if (connection < 0) die("socket");
    if (connect(connection, (struct sockaddr *)&address, sizeof address) != 0) die(path);
    return connection;
}

static inline int listen_at(const char *path) {
    struct sockaddr_un address = address_of(path);
    int listener = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
    if (listener < 0) die("socket");
    if (bind(listener, (struct sockaddr *)&address, sizeof address) != 0) die(path);
    if (listen(listener, SOMAXCONN) != 0) die("listen");
    return listener;
}

#endif
