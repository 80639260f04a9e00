// libmicrohttpd without variadic functions and enumerations that differ between its versions, and the socket addresses
// that Swift's Glibc module can't express.
#ifndef CMICROHTTPD_SHIM_H
#define CMICROHTTPD_SHIM_H

#include <arpa/inet.h>
#include <errno.h>
#include <microhttpd.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

/// The version that runs, such as 975 for 0.9.75 and 10001 for 1.0.1. An upgrade of the system can replace the one that
/// this was compiled with.
static inline unsigned cmicrohttpd_version(void) {
    unsigned major = 0, minor = 0, patch = 0;
    sscanf(MHD_get_version(), "%u.%u.%u", &major, &minor, &patch);
    return major * 10000 + minor * 100 + patch;
}

/// The functions that a daemon calls; `context` is passed to each.
struct cmicrohttpd_handlers {
    void *context;
    /// A request line with this target has arrived; returns the value that identifies the request from then on.
    void *(*begun)(void *context, const char *target, struct MHD_Connection *connection);
    /// The headers, a part of the body, or its end (no bytes) have arrived; 0 closes the connection.
    int (*arrived)(
        void *context, void *request, struct MHD_Connection *connection, const char *method, const char *version,
        const char *body, size_t count);
    /// The request is over, whether or not it was answered.
    void (*ended)(void *context, void *request);
    /// A connection that was handed over has been accepted.
    void (*opened)(void *context, int descriptor);
    /// The connection is about to be closed.
    void (*closed)(void *context, int descriptor);
};

static inline void *cmicrohttpd_on_begun(void *handlers, const char *target, struct MHD_Connection *connection) {
    struct cmicrohttpd_handlers *all = handlers;
    return all->begun(all->context, target, connection);
}

static inline enum MHD_Result cmicrohttpd_on_arrived(
    void *handlers, struct MHD_Connection *connection, const char *target, const char *method, const char *version,
    const char *body, size_t *count, void **request) {
    struct cmicrohttpd_handlers *all = handlers;
    (void)target;
    size_t taken = *count;
    *count = 0;
    return all->arrived(all->context, *request, connection, method, version, body, taken) ? MHD_YES : MHD_NO;
}

static inline void cmicrohttpd_on_ended(
    void *handlers, struct MHD_Connection *connection, void **request, enum MHD_RequestTerminationCode code) {
    struct cmicrohttpd_handlers *all = handlers;
    (void)connection;
    (void)code;
    all->ended(all->context, *request);
    *request = NULL;
}

static inline int cmicrohttpd_descriptor(struct MHD_Connection *connection) {
    const union MHD_ConnectionInfo *info = MHD_get_connection_info(connection, MHD_CONNECTION_INFO_CONNECTION_FD);
    return info ? info->connect_fd : -1;
}

static inline void cmicrohttpd_on_connection(
    void *handlers, struct MHD_Connection *connection, void **context, enum MHD_ConnectionNotificationCode code) {
    struct cmicrohttpd_handlers *all = handlers;
    (void)context;
    int descriptor = cmicrohttpd_descriptor(connection);
    if (code == MHD_CONNECTION_NOTIFY_CLOSED) {
        all->closed(all->context, descriptor);
    } else {
        all->opened(all->context, descriptor);
    }
}

/// Leaves escapes in targets as they are.
static inline size_t cmicrohttpd_keep(void *handlers, struct MHD_Connection *connection, char *text) {
    (void)handlers;
    (void)connection;
    return strlen(text);
}

/// A daemon without a thread and without a listening socket; `handlers` must outlive it.
static inline struct MHD_Daemon *cmicrohttpd_start(
    struct cmicrohttpd_handlers *handlers, unsigned most_connections, size_t memory) {
    return MHD_start_daemon(
        MHD_USE_EPOLL | MHD_USE_NO_LISTEN_SOCKET | MHD_ALLOW_SUSPEND_RESUME, 0, NULL, NULL, cmicrohttpd_on_arrived,
        handlers, MHD_OPTION_URI_LOG_CALLBACK, cmicrohttpd_on_begun, handlers, MHD_OPTION_NOTIFY_COMPLETED,
        cmicrohttpd_on_ended, handlers, MHD_OPTION_NOTIFY_CONNECTION, cmicrohttpd_on_connection, handlers,
        MHD_OPTION_UNESCAPE_CALLBACK, cmicrohttpd_keep, handlers, MHD_OPTION_CONNECTION_LIMIT, most_connections,
        MHD_OPTION_CONNECTION_MEMORY_LIMIT, memory,
        // Before 0.9.76 it would send the head of its own refusals twice; the caller checks the same rules.
        MHD_OPTION_STRICT_FOR_CLIENT, cmicrohttpd_version() < 976 ? 0 : 1, MHD_OPTION_END);
}

/// The descriptor that can be read when MHD_run has something to do; -1 without one.
static inline int cmicrohttpd_poll_descriptor(struct MHD_Daemon *daemon) {
    const union MHD_DaemonInfo *info = MHD_get_daemon_info(daemon, MHD_DAEMON_INFO_EPOLL_FD);
    return info ? info->epoll_fd : -1;
}

/// Whether MHD_run must be called again at once.
static inline int cmicrohttpd_has_more(struct MHD_Daemon *daemon) {
    MHD_UNSIGNED_LONG_LONG timeout = 1;
    return MHD_get_timeout(daemon, &timeout) == MHD_YES && timeout == 0;
}

/// A visitor of header fields.
struct cmicrohttpd_visitor {
    void *context;
    void (*visit)(void *context, const char *name, size_t name_size, const char *value, size_t value_size);
};

static inline enum MHD_Result cmicrohttpd_on_field(
    void *visitor, enum MHD_ValueKind kind, const char *name, size_t name_size, const char *value, size_t value_size) {
    struct cmicrohttpd_visitor *self = visitor;
    (void)kind;
    self->visit(self->context, name, name_size, value ? value : "", value ? value_size : 0);
    return MHD_YES;
}

/// Visits all header fields in order.
static inline void cmicrohttpd_visit_headers(struct MHD_Connection *connection, struct cmicrohttpd_visitor *visitor) {
    MHD_get_connection_values_n(connection, MHD_HEADER_KIND, cmicrohttpd_on_field, visitor);
}

struct cmicrohttpd_walk {
    const char *next;
    int is_exact;
};

static inline enum MHD_Result cmicrohttpd_walk_field(
    void *walk, enum MHD_ValueKind kind, const char *name, size_t name_size, const char *value, size_t value_size) {
    struct cmicrohttpd_walk *self = walk;
    (void)kind;
    self->is_exact = name == self->next;
    if (!self->is_exact) return MHD_NO;
    const char *begin = name + name_size + 1;
    while (*begin == ' ' || *begin == '\t') begin++;
    self->is_exact = value == begin && value[value_size] == 0 && value[value_size + 1] == 0;
    self->next = value + value_size + 2;
    return MHD_YES;
}

/// Whether a request's head consists of its line and its fields, each ended by CR LF, and of nothing else; `target_end` is
/// the byte after the target.
///
/// Versions before 1.0 also accept other ends of lines, and ignore what follows a NUL. They leave the head where it was
/// read, with zeros in place of spaces, colons, CR and LF, so that hidden bytes show as gaps.
static inline int cmicrohttpd_has_exact_head(
    struct MHD_Connection *connection, const char *target_end, const char *method, const char *version) {
    if (cmicrohttpd_version() >= 10000) return 1;
    const union MHD_ConnectionInfo *info =
        MHD_get_connection_info(connection, MHD_CONNECTION_INFO_REQUEST_HEADER_SIZE);
    const char *end = version + strlen(version);
    if (!info || target_end + 1 != version || end[0] != 0 || end[1] != 0) return 0;
    struct cmicrohttpd_walk walk = {.next = end + 2, .is_exact = 1};
    MHD_get_connection_values_n(connection, MHD_HEADER_KIND, cmicrohttpd_walk_field, &walk);
    return walk.is_exact && walk.next[0] == 0 && walk.next[1] == 0 && walk.next + 2 == method + info->header_size;
}

/// A response with a copy of these bytes, or NULL.
static inline struct MHD_Response *cmicrohttpd_response(const void *bytes, size_t count) {
    return MHD_create_response_from_buffer(count, (void *)bytes, MHD_RESPMEM_MUST_COPY);
}

static const ssize_t cmicrohttpd_end_of_stream = MHD_CONTENT_READER_END_OF_STREAM;

/// A response of unknown length that is read in blocks, or NULL.
static inline struct MHD_Response *cmicrohttpd_stream_response(
    size_t block, ssize_t (*read)(void *, uint64_t, char *, size_t), void *context, void (*free)(void *)) {
    return MHD_create_response_from_callback(MHD_SIZE_UNKNOWN, block, read, context, free);
}

/// Whether the header was added; one that is not text is not.
static inline int cmicrohttpd_add_header(struct MHD_Response *response, const char *name, const char *value) {
    return MHD_add_response_header(response, name, value) == MHD_YES;
}

/// Sends a response and releases it; whether it was accepted.
static inline int cmicrohttpd_queue(struct MHD_Connection *connection, unsigned status, struct MHD_Response *response) {
    int result = MHD_queue_response(connection, status, response) == MHD_YES;
    MHD_destroy_response(response);
    return result;
}

int accept4(int descriptor, struct sockaddr *address, socklen_t *length, int flags);

/// An address of four or sixteen bytes, and a port.
struct cmicrohttpd_address {
    unsigned char bytes[16];
    int count;
    unsigned port;
};

static inline int cmicrohttpd_read_address(const struct sockaddr_storage *from, struct cmicrohttpd_address *to) {
    memset(to, 0, sizeof *to);
    if (from->ss_family == AF_INET) {
        const struct sockaddr_in *in = (const struct sockaddr_in *)from;
        memcpy(to->bytes, &in->sin_addr, 4);
        to->count = 4;
        to->port = ntohs(in->sin_port);
        return 0;
    }
    if (from->ss_family == AF_INET6) {
        const struct sockaddr_in6 *in = (const struct sockaddr_in6 *)from;
        memcpy(to->bytes, &in->sin6_addr, 16);
        to->count = 16;
        to->port = ntohs(in->sin6_port);
        return 0;
    }
    errno = EAFNOSUPPORT;
    return -1;
}

/// accept4(2) of a TCP connection; its descriptor or -1, and the address of the other end.
static inline int cmicrohttpd_accept(int listener, struct cmicrohttpd_address *peer) {
    struct sockaddr_storage address;
    socklen_t size = sizeof address;
    int descriptor = accept4(listener, (struct sockaddr *)&address, &size, SOCK_NONBLOCK | SOCK_CLOEXEC);
    if (descriptor < 0) return -1;
    if (cmicrohttpd_read_address(&address, peer) == 0) return descriptor;
    close(descriptor);
    errno = ECONNABORTED;
    return -1;
}

/// Hands a connection over to a daemon, which closes it at its end or at once if it can't take it.
static inline int cmicrohttpd_add(struct MHD_Daemon *daemon, int descriptor) {
    struct sockaddr_storage address;
    socklen_t size = sizeof address;
    // The other end may have left already, which the daemon finds out by itself.
    memset(&address, 0, sizeof address);
    if (getpeername(descriptor, (struct sockaddr *)&address, &size) != 0) {
        address.ss_family = AF_INET;
        size = sizeof(struct sockaddr_in);
    }
    return MHD_add_connection(daemon, descriptor, (struct sockaddr *)&address, size) == MHD_YES;
}

/// getsockname(2) of a TCP socket.
static inline int cmicrohttpd_local_address(int descriptor, struct cmicrohttpd_address *local) {
    struct sockaddr_storage address;
    socklen_t size = sizeof address;
    if (getsockname(descriptor, (struct sockaddr *)&address, &size) != 0) return -1;
    return cmicrohttpd_read_address(&address, local);
}

/// How many connections may wait to be accepted: each waits for all those before it.
static const int cmicrohttpd_backlog = 128;

/// A TCP socket that listens at an address; the IPv6 address :: includes IPv4. -1 if that fails.
static inline int cmicrohttpd_listen(const unsigned char *bytes, int count, unsigned port) {
    struct sockaddr_storage address;
    socklen_t size;
    memset(&address, 0, sizeof address);
    if (count == 4) {
        struct sockaddr_in *in = (struct sockaddr_in *)&address;
        in->sin_family = AF_INET;
        in->sin_port = htons((unsigned short)port);
        memcpy(&in->sin_addr, bytes, 4);
        size = sizeof *in;
    } else {
        struct sockaddr_in6 *in = (struct sockaddr_in6 *)&address;
        in->sin6_family = AF_INET6;
        in->sin6_port = htons((unsigned short)port);
        memcpy(&in->sin6_addr, bytes, 16);
        size = sizeof *in;
    }
    int descriptor = socket(address.ss_family, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0);
    if (descriptor < 0) return -1;
    int yes = 1, no = 0;
    // A restart must not wait for connections of an earlier process.
    setsockopt(descriptor, SOL_SOCKET, SO_REUSEADDR, &yes, sizeof yes);
    if (count == 16) setsockopt(descriptor, IPPROTO_IPV6, IPV6_V6ONLY, &no, sizeof no);
    if (bind(descriptor, (struct sockaddr *)&address, size) == 0 && listen(descriptor, cmicrohttpd_backlog) == 0)
        return descriptor;
    int code = errno;
    close(descriptor);
    errno = code;
    return -1;
}

#endif
