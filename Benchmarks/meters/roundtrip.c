// roundtrip: calls services on connections that are open already, in turns, and prints how long each call took from
// before it was sent until its reply was there.
//
//   roundtrip ROUNDS SERVICE SOCKET [SERVICE SOCKET...]      services: eggd, echo, mpd
//
// A line a round, with the nanoseconds of each service in the order in which they were given.

#include "../common.h"

#include <stdbool.h>

enum { MOST_SERVICES = 8 };

// echo gets the very bytes that eggd gets.
#define LIST "{\"method\":\"io.eggtimer.Timers.List\"}"

struct service {
    const char *name;
    const char *request;
    size_t length;
    char end;
    bool greets;
};

static const struct service services[] = {
    {"eggd", LIST, sizeof LIST, '\0', false},
    {"echo", LIST, sizeof LIST, '\0', false},
    {"mpd", "ping\n", 5, '\n', true},
};

static void read_reply(int connection, char end) {
    char reply[65536];
    ssize_t count;
    do {
        count = recv(connection, reply, sizeof reply, 0);
        if (count <= 0) die("recv");
    } while (reply[count - 1] != end);
}

static int64_t call(int connection, const struct service *service) {
    int64_t begin = nanoseconds(CLOCK_MONOTONIC);
    if (send(connection, service->request, service->length, MSG_NOSIGNAL) != (ssize_t)service->length) die("send");
    read_reply(connection, service->end);
    return nanoseconds(CLOCK_MONOTONIC) - begin;
}

int main(int count, char **words) {
    const struct service *called[MOST_SERVICES];
    int connections[MOST_SERVICES], number = 0;
    if (count < 4) return 64;
    int rounds = atoi(words[1]);
    for (int word = 2; word + 1 < count && number < MOST_SERVICES; word += 2, number++) {
        called[number] = NULL;
        for (size_t each = 0; each < sizeof services / sizeof *services; each++) {
            if (strcmp(words[word], services[each].name) == 0) called[number] = &services[each];
        }
        if (!called[number]) return 64;
        connections[number] = connect_to(words[word + 1]);
        if (called[number]->greets) read_reply(connections[number], called[number]->end);
    }
    for (int round = 0; round < rounds; round++) {
        int64_t times[MOST_SERVICES];
        for (int turn = 0; turn < number; turn++) {
            int next = (round + turn) % number;
            times[next] = call(connections[next], called[next]);
        }
        for (int each = 0; each < number; each++) printf("%lld ", (long long)times[each]);
        putchar('\n');
    }
    return 0;
}
