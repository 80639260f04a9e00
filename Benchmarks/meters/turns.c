// turns: runs commands in turns, and prints how long each took from its start until it had been waited for.
//
//   turns ROUNDS COMMAND [ARGUMENT...] , COMMAND [ARGUMENT...] , ...
//
// A line a round, with the nanoseconds of each command in the order in which they were given. Each round begins with
// another command, so that none always follows the same one. One whose first word is '!' tidies up after the command
// before it and is not measured. A command that fails ends it all.

#include "../commands.h"

static int64_t run(char **command) {
    int status;
    int64_t begin = nanoseconds(CLOCK_MONOTONIC);
    pid_t child = spawn(command);
    if (waitpid(child, &status, 0) != child) die("waitpid");
    int64_t end = nanoseconds(CLOCK_MONOTONIC);
    if (status != 0) {
        fprintf(stderr, "turns: '%s %s' has failed\n", command[0], command[1] ? command[1] : "");
        exit(1);
    }
    return end - begin;
}

int main(int count, char **words) {
    char **measured[MOST_COMMANDS] = {0}, **tidying[MOST_COMMANDS] = {0};
    int commands = 0;
    if (count < 3) return 64;
    int rounds = atoi(words[1]);
    for (char **word = words + 2; word && *word; word = end_command(word)) {
        if (strcmp(*word, "!") == 0 && commands > 0) {
            tidying[commands - 1] = word + 1;
        } else {
            if (commands == MOST_COMMANDS) return 64;
            measured[commands++] = word;
        }
    }
    for (int round = 0; round < rounds; round++) {
        int64_t times[MOST_COMMANDS];
        for (int turn = 0; turn < commands; turn++) {
            int next = (round + turn) % commands;
            times[next] = run(measured[next]);
            if (tidying[next]) run(tidying[next]);
        }
        for (int each = 0; each < commands; each++) printf("%lld ", (long long)times[each]);
        putchar('\n');
    }
    return 0;
}
