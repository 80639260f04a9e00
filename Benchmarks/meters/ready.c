// ready: starts services in turns, and prints how long each took until it said that it was ready, as a service manager
// hears it (NOTIFY_SOCKET). Then it is ended and waited for.
//
//   ready ROUNDS FOLDER COMMAND [ARGUMENT...] , COMMAND [ARGUMENT...] , ...
//
// A line a round, with the nanoseconds of each in the order in which they were given. The socket is made in FOLDER.

#include "../commands.h"

#include <poll.h>
#include <signal.h>

enum { PATIENCE_MS = 20000 };

static int notify;

static int64_t start(char **command) {
    int status;
    char message[4096];
    int64_t begin = nanoseconds(CLOCK_MONOTONIC), end;
    pid_t child = spawn(command);
    while (1) {
        struct pollfd entry = {.fd = notify, .events = POLLIN};
        if (poll(&entry, 1, PATIENCE_MS) <= 0) {
            kill(child, SIGKILL);
            fprintf(stderr, "ready: '%s' did not say that it is ready\n", command[0]);
            exit(1);
        }
        end = nanoseconds(CLOCK_MONOTONIC);
        ssize_t count = recv(notify, message, sizeof message - 1, 0);
        if (count < 0) die("recv");
        message[count] = '\0';
        if (strstr(message, "READY=1")) break;
    }
    kill(child, SIGTERM);
    if (waitpid(child, &status, 0) != child) die("waitpid");
    // The rest of its messages belong to this start.
    while (recv(notify, message, sizeof message, MSG_DONTWAIT) > 0) {}
    return end - begin;
}

int main(int count, char **words) {
    char **commands[MOST_COMMANDS];
    int number = 0;
    if (count < 4) return 64;
    int rounds = atoi(words[1]);
    for (char **word = words + 3; word && *word; word = end_command(word)) {
        if (number == MOST_COMMANDS) return 64;
        commands[number++] = word;
    }
    char path[sizeof((struct sockaddr_un *)0)->sun_path];
    snprintf(path, sizeof path, "%s/notify", words[2]);
    notify = bind_to(path, SOCK_DGRAM);
    setenv("NOTIFY_SOCKET", path, 1);
    for (int round = 0; round < rounds; round++) {
        int64_t times[MOST_COMMANDS];
        for (int turn = 0; turn < number; turn++) {
            int next = (round + turn) % number;
            times[next] = start(commands[next]);
        }
        for (int each = 0; each < number; each++) printf("%lld ", (long long)times[each]);
        putchar('\n');
        fflush(stdout);
    }
    unlink(path);
    return 0;
}
