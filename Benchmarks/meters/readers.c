// readers: many clients in one process that ask to watch and read whatever they are told.
//
//   readers SOCKET CLIENTS
//
// Prints "ready" when each has been told something, and after that, at every line on its standard input, how many
// messages have arrived at all of them. Ends with its input.

#include "../common.h"

#include <poll.h>
#include <stdbool.h>
#include <sys/epoll.h>

#define WATCH "{\"method\":\"io.eggtimer.Timers.Watch\",\"more\":true}"

int main(int count, char **words) {
    if (count != 3) return 64;
    int clients = atoi(words[2]), heard = 0;
    bool is_ready = false;
    long messages = 0;
    bool *has_heard = calloc(clients, sizeof *has_heard);
    int poller = epoll_create1(EPOLL_CLOEXEC);
    int *connections = calloc(clients, sizeof *connections);
    if (poller < 0) die("epoll_create1");
    for (int each = 0; each < clients; each++) {
        connections[each] = connect_to(words[1]);
        if (send(connections[each], WATCH, sizeof WATCH, MSG_NOSIGNAL) != sizeof WATCH) die("send");
        struct epoll_event event = {.events = EPOLLIN, .data.u32 = each};
        if (epoll_ctl(poller, EPOLL_CTL_ADD, connections[each], &event) != 0) die("epoll_ctl");
    }
    struct pollfd inputs[] = {{.fd = STDIN_FILENO, .events = POLLIN}, {.fd = poller, .events = POLLIN}};
    while (1) {
        if (poll(inputs, 2, -1) < 0) die("poll");
        if (inputs[1].revents) {
            struct epoll_event events[256];
            int ready = epoll_wait(poller, events, 256, 0);
            for (int each = 0; each < ready; each++) {
                char bytes[65536];
                int client = events[each].data.u32;
                ssize_t received = recv(connections[client], bytes, sizeof bytes, MSG_DONTWAIT);
                if (received <= 0) die("a connection was closed");
                heard += !has_heard[client];
                has_heard[client] = true;
                for (ssize_t byte = 0; byte < received; byte++) messages += bytes[byte] == 0;
            }
        }
        if (!is_ready && heard == clients) {
            is_ready = true;
            puts("ready");
            fflush(stdout);
        }
        if (inputs[0].revents) {
            char line[64];
            if (read(STDIN_FILENO, line, sizeof line) <= 0) return 0;
            printf("%ld\n", messages);
            fflush(stdout);
        }
    }
}
