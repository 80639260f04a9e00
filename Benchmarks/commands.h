// Functions that the meters that start programs share.

#ifndef BENCHMARKS_COMMANDS_H
#define BENCHMARKS_COMMANDS_H

#include "common.h"

#include <fcntl.h>
#include <spawn.h>
#include <sys/wait.h>

extern char **environ;

enum { MOST_COMMANDS = 16 };

// Ends the command that begins at a word, at its ','. The word after that, or NULL when none is left.
static inline char **end_command(char **word) {
    while (*word && strcmp(*word, ",") != 0) word++;
    if (!*word) return NULL;
    *word = NULL;
    return word + 1;
}

// Starts a command. Its output goes nowhere, so that nothing waits for it.
static inline pid_t spawn(char **command) {
    static posix_spawn_file_actions_t actions;
    static int is_ready;
    if (!is_ready) {
        posix_spawn_file_actions_init(&actions);
        posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
        posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, "/dev/null", O_WRONLY, 0);
        posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, "/dev/null", O_WRONLY, 0);
        is_ready = 1;
    }
    pid_t child;
    errno = posix_spawnp(&child, command[0], &actions, NULL, command, environ);
    if (errno != 0) die(command[0]);
    return child;
}

#endif
