// The kernel's answer to a question about one TCP socket (sock_diag(7)).
#ifndef CLINUX_SOCKET_DIAGNOSIS_H
#define CLINUX_SOCKET_DIAGNOSIS_H

#include <arpa/inet.h>
#include <errno.h>
#include <linux/inet_diag.h>
#include <linux/netlink.h>
#include <linux/sock_diag.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

/// A TCP socket of this machine; its addresses have four or sixteen bytes.
struct clinux_tcp_socket {
    unsigned char local[16], remote[16];
    int address_size;
    unsigned local_port, remote_port;
    /// Meaningless without an inode.
    uid_t user;
    /// 0 if no process has the socket open.
    unsigned inode;
};

/// A socket by which the kernel can be asked about TCP sockets (sock_diag(7)), or -1.
static inline int clinux_open_socket_diagnosis(void) {
    int descriptor = socket(AF_NETLINK, SOCK_DGRAM | SOCK_CLOEXEC | SOCK_NONBLOCK, NETLINK_SOCK_DIAG);
    if (descriptor < 0) return -1;
    struct sockaddr_nl kernel;
    memset(&kernel, 0, sizeof kernel);
    kernel.nl_family = AF_NETLINK;
    // So no process can send an answer in the kernel's place.
    if (connect(descriptor, (const struct sockaddr *)&kernel, sizeof kernel) == 0) return descriptor;
    close(descriptor);
    return -1;
}

/// Finds the TCP socket with the addresses and ports of `socket`, and writes what it finds there, which may be another
/// socket: one that listens at the local address. 1 if it was found, 0 if the kernel knows none, -1 if it can't tell.
static inline int clinux_find_tcp_socket(int diagnosis, unsigned sequence, struct clinux_tcp_socket *socket) {
    struct {
        struct nlmsghdr head;
        struct inet_diag_req_v2 body;
    } request;
    memset(&request, 0, sizeof request);
    request.head.nlmsg_len = sizeof request;
    request.head.nlmsg_type = SOCK_DIAG_BY_FAMILY;
    request.head.nlmsg_flags = NLM_F_REQUEST;
    request.head.nlmsg_seq = sequence;
    request.body.sdiag_family = socket->address_size == 4 ? AF_INET : AF_INET6;
    request.body.sdiag_protocol = IPPROTO_TCP;
    request.body.idiag_states = ~0u;
    struct inet_diag_sockid *id = &request.body.id;
    memcpy(id->idiag_src, socket->local, sizeof socket->local);
    memcpy(id->idiag_dst, socket->remote, sizeof socket->remote);
    id->idiag_sport = htons((unsigned short)socket->local_port);
    id->idiag_dport = htons((unsigned short)socket->remote_port);
    id->idiag_cookie[0] = id->idiag_cookie[1] = INET_DIAG_NOCOOKIE;
    if (send(diagnosis, &request, sizeof request, 0) != sizeof request) return -1;
    union {
        struct nlmsghdr head;
        char bytes[4096];
    } answer;
    // The kernel has answered before send(2) returns. An answer to an earlier request is dropped.
    do {
        ssize_t count = recv(diagnosis, &answer, sizeof answer, 0);
        if (count <= 0) return -1;
        if (!NLMSG_OK(&answer.head, (size_t)count)) return -1;
    } while (answer.head.nlmsg_seq != sequence);
    if (answer.head.nlmsg_type == NLMSG_ERROR && answer.head.nlmsg_len >= NLMSG_LENGTH(sizeof(struct nlmsgerr))) {
        errno = -((const struct nlmsgerr *)NLMSG_DATA(&answer.head))->error;
        return errno == ENOENT ? 0 : -1;
    }
    if (answer.head.nlmsg_type != SOCK_DIAG_BY_FAMILY ||
        answer.head.nlmsg_len < NLMSG_LENGTH(sizeof(struct inet_diag_msg))) {
        errno = EPROTO;
        return -1;
    }
    const struct inet_diag_msg *found = (const struct inet_diag_msg *)NLMSG_DATA(&answer.head);
    memcpy(socket->local, found->id.idiag_src, sizeof socket->local);
    memcpy(socket->remote, found->id.idiag_dst, sizeof socket->remote);
    socket->address_size = found->idiag_family == AF_INET ? 4 : 16;
    socket->local_port = ntohs(found->id.idiag_sport);
    socket->remote_port = ntohs(found->id.idiag_dport);
    socket->user = found->idiag_uid;
    socket->inode = found->idiag_inode;
    return 1;
}

#endif
