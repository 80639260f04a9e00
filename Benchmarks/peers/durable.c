// durable: the least that it can cost to have a program started and something on disk when it ends.
//
//   durable FILE
//
// Appends what a commit of eggd's appends to its log, a page with its head, and waits for the disk. Linked statically.

#include "../common.h"

#include <fcntl.h>

int main(int count, char **words) {
    static char page[4096 + 24];
    if (count != 2) return 64;
    int file = open(words[1], O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0600);
    if (file < 0 || write(file, page, sizeof page) != sizeof page || fdatasync(file) != 0) die(words[1]);
    return 0;
}
