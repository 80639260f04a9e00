#ifndef CSYSTEMD_SHIM_H
#define CSYSTEMD_SHIM_H

// Without this the journal's functions are macros that add the place of the call in a C file.
#define SD_JOURNAL_SUPPRESS_LOCATION

#include <string.h>
#include <systemd/sd-bus.h>
#include <systemd/sd-daemon.h>
#include <systemd/sd-journal.h>

#define CSYSTEMD_NOTIFICATIONS \
    "org.freedesktop.Notifications", "/org/freedesktop/Notifications", "org.freedesktop.Notifications"

// The functions of sd-bus that take a format are variadic, which Swift can't call. Each returns a negative number
// of errno on failure. The calls have no time limit: a reply that came too late would have shown a notification that
// nobody could withdraw. The bus replies with an error when the server ends.

// The caller frees the server, which is the unique name of the connection that has replied.
static inline int csystemd_notify(
    sd_bus *bus, uint32_t replaced, const char *program, const char *icon, const char *summary, const char *body,
    char **actions, uint8_t urgency, int is_resident, int32_t expiry_ms, sd_bus_error *error, uint32_t *id,
    char **server
) {
    sd_bus_message *call = NULL, *reply = NULL;
    int code = sd_bus_message_new_method_call(bus, &call, CSYSTEMD_NOTIFICATIONS, "Notify");
    if (code >= 0) code = sd_bus_message_append(call, "susss", program, replaced, icon, summary, body);
    if (code >= 0) code = sd_bus_message_append_strv(call, actions);
    if (code >= 0)
        code = sd_bus_message_append(
            call, "a{sv}i", 4, "urgency", "y", urgency, "resident", "b", is_resident, "suppress-sound", "b", 1,
            "desktop-entry", "s", program, expiry_ms
        );
    if (code >= 0) code = sd_bus_call(bus, call, UINT64_MAX, error, &reply);
    if (code >= 0) code = sd_bus_message_read_basic(reply, SD_BUS_TYPE_UINT32, id);
    if (code >= 0) {
        const char *sender = sd_bus_message_get_sender(reply);
        *server = strdup(sender ? sender : "");
    }
    sd_bus_message_unref(call);
    sd_bus_message_unref(reply);
    return code;
}

static inline int csystemd_close_notification(sd_bus *bus, uint32_t id, sd_bus_error *error) {
    sd_bus_message *call = NULL, *reply = NULL;
    int code = sd_bus_message_new_method_call(bus, &call, CSYSTEMD_NOTIFICATIONS, "CloseNotification");
    if (code >= 0) code = sd_bus_message_append(call, "u", id);
    if (code >= 0) code = sd_bus_call(bus, call, UINT64_MAX, error, &reply);
    sd_bus_message_unref(call);
    sd_bus_message_unref(reply);
    return code;
}

// The caller frees the list and its strings.
static inline int csystemd_notification_capabilities(sd_bus *bus, sd_bus_error *error, char ***list) {
    sd_bus_message *call = NULL, *reply = NULL;
    int code = sd_bus_message_new_method_call(bus, &call, CSYSTEMD_NOTIFICATIONS, "GetCapabilities");
    if (code >= 0) code = sd_bus_call(bus, call, UINT64_MAX, error, &reply);
    if (code >= 0) code = sd_bus_message_read_strv(reply, list);
    sd_bus_message_unref(call);
    sd_bus_message_unref(reply);
    return code;
}

#endif
