// Functions that the programs in this folder share.

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

static inline int unix_socket(int type) {
    int number = socket(AF_UNIX, type | SOCK_CLOEXEC, 0);
    if (number < 0) die("socket");
    return number;
}

static inline int connect_to(const char *path) {
    struct sockaddr_un address = address_of(path);
    int connection = unix_socket(SOCK_STREAM);
    if (connect(connection, (struct sockaddr *)&address, sizeof address) != 0) die(path);
    return connection;
}

static inline int bind_to(const char *path, int type) {
    struct sockaddr_un address = address_of(path);
    int number = unix_socket(type);
    if (bind(number, (struct sockaddr *)&address, sizeof address) != 0) die(path);
    return number;
}

static inline int listen_at(const char *path) {
    int listener = bind_to(path, SOCK_STREAM);
    if (listen(listener, SOMAXCONN) != 0) die("listen");
    return listener;
}

#endif
