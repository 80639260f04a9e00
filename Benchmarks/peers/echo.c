// echo: the least that a service on a Unix socket can do. Sends back what it is sent, to one client at a time.
//
//   echo SOCKET

#include "../common.h"

int main(int count, char **words) {
    if (count != 2) return 64;
    int listener = listen_at(words[1]);
    while (1) {
        int connection = accept(listener, NULL, NULL);
        if (connection < 0) die("accept");
        char bytes[65536];
        ssize_t received;
        while ((received = recv(connection, bytes, sizeof bytes, 0)) > 0) {
            if (send(connection, bytes, received, MSG_NOSIGNAL) != received) break;
        }
        close(connection);
    }
}
