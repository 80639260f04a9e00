// fanout: the lower limit of the cost of sending to many. Sends the same bytes to each client once a second.
//
//   fanout SOCKET CLIENTS MESSAGE
//
// Waits until that many have connected, sends the file MESSAGE to each, and then sends it to all at the middle of
// every second of the monotonic clock until it is ended. It does not read the clients' messages.

#include "../common.h"

#include <fcntl.h>

int main(int count, char **words) {
    if (count != 4) return 64;
    int clients = atoi(words[2]);
    int *connections = calloc(clients, sizeof *connections);
    char message[65536];
    int file = open(words[3], O_RDONLY | O_CLOEXEC);
    ssize_t length = read(file, message, sizeof message);
    if (length <= 0) die(words[3]);
    int listener = listen_at(words[1]);
    for (int each = 0; each < clients; each++) {
        connections[each] = accept4(listener, NULL, NULL, SOCK_NONBLOCK | SOCK_CLOEXEC);
        if (connections[each] < 0) die("accept4");
        if (send(connections[each], message, length, MSG_NOSIGNAL | MSG_DONTWAIT) != length) die("send");
    }
    struct timespec next;
    clock_gettime(CLOCK_MONOTONIC, &next);
    next.tv_nsec = 500000000;
    while (1) {
        next.tv_sec++;
        clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &next, NULL);
        for (int each = 0; each < clients; each++) {
            if (send(connections[each], message, length, MSG_NOSIGNAL | MSG_DONTWAIT) != length) die("send");
        }
    }
}
