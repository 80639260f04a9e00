// ready: starts services in turns, and prints how long each took until it said that it was ready, as a service manager
// hears it (NOTIFY_SOCKET). Then it is ended and waited for.
//
//   ready ROUNDS FOLDER COMMAND [ARGUMENT...] , COMMAND [ARGUMENT...] , ...
//
// A line a round, with the nanoseconds of each in the order in which they were given. The socket is made in FOLDER.

#include "../common.h"

#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <sys/wait.h>

extern char **environ;

enum { MOST_COMMANDS = 16, PATIENCE_MS = 20000 };

static int notify;
static posix_spawn_file_actions_t actions;

static int64_t start(char **command) {
    pid_t child;
    int status;
    char message[4096];
    int64_t begin = nanoseconds(CLOCK_MONOTONIC), end;
    errno = posix_spawnp(&child, command[0], &actions, NULL, command, environ);
    if (errno != 0) die(command[0]);
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
    // What else it has said belongs to this start.
    while (recv(notify, message, sizeof message, MSG_DONTWAIT) > 0) {}
    return end - begin;
}

int main(int count, char **words) {
    char **commands[MOST_COMMANDS];
    int number = 0;
    if (count < 4) return 64;
    int rounds = atoi(words[1]);
    for (char **word = words + 3; *word; word++) {
        if (number == MOST_COMMANDS) return 64;
        commands[number++] = word;
        while (*word && strcmp(*word, ",") != 0) word++;
        if (!*word) break;
        *word = NULL;
    }
    char path[sizeof((struct sockaddr_un *)0)->sun_path];
    snprintf(path, sizeof path, "%s/notify", words[2]);
    struct sockaddr_un address = address_of(path);
    notify = socket(AF_UNIX, SOCK_DGRAM | SOCK_CLOEXEC, 0);
    if (notify < 0 || bind(notify, (struct sockaddr *)&address, sizeof address) != 0) die(path);
    setenv("NOTIFY_SOCKET", path, 1);
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
    posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, "/dev/null", O_WRONLY, 0);
    posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, "/dev/null", O_WRONLY, 0);
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
