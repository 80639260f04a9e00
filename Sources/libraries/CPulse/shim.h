// The functions of libpulse that tell to which sink a sound server plays. The library is loaded when a sound server is
// met, so that eggd starts without it, and neither the build nor the package needs it. These are the types of
// libpulse.so.0; pointers to its own structures are void pointers.
#ifndef CPULSE_SHIM_H
#define CPULSE_SHIM_H

#include <dlfcn.h>
#include <stdbool.h>
#include <stdint.h>

/// The beginning of pa_server_info.
typedef struct {
    const char *user_name;
    const char *host_name;
    const char *server_version;
    const char *server_name;
    struct {
        int format;
        uint32_t rate;
        uint8_t channels;
    } sample_spec;
    const char *default_sink_name;
} cpulse_server_info;

typedef void (*cpulse_state_callback)(void *context, void *data);
typedef void (*cpulse_event_callback)(void *context, int event, uint32_t index, void *data);
typedef void (*cpulse_server_callback)(void *context, const cpulse_server_info *info, void *data);
typedef void (*cpulse_success_callback)(void *context, int success, void *data);

typedef struct {
    void *(*mainloop_new)(void);
    void *(*mainloop_api)(void *mainloop);
    int (*mainloop_start)(void *mainloop);
    void (*mainloop_stop)(void *mainloop);
    void (*mainloop_free)(void *mainloop);
    void *(*context_new)(void *api, const char *name);
    void (*context_on_state)(void *context, cpulse_state_callback callback, void *data);
    void (*context_on_event)(void *context, cpulse_event_callback callback, void *data);
    int (*context_connect)(void *context, const char *server, int flags, const void *spawn);
    int (*context_state)(const void *context);
    void *(*context_subscribe)(void *context, int mask, cpulse_success_callback callback, void *data);
    void *(*context_server)(void *context, cpulse_server_callback callback, void *data);
    void (*context_disconnect)(void *context);
    void (*context_unref)(void *context);
    void (*operation_unref)(void *operation);
} cpulse_functions;

// PA_CONTEXT_NOAUTOSPAWN, PA_CONTEXT_READY, PA_CONTEXT_FAILED and PA_SUBSCRIPTION_MASK_SERVER.
static const int cpulse_do_not_spawn = 1;
static const int cpulse_ready = 4;
static const int cpulse_failed = 5;
static const int cpulse_server_events = 0x80;

/// Loads libpulse.
static inline bool cpulse_load(cpulse_functions *functions) {
    void *library = dlopen("libpulse.so.0", RTLD_NOW);
    if (!library) return false;
    struct {
        const char *name;
        void *place;
    } const all[] = {
        {"pa_threaded_mainloop_new", &functions->mainloop_new},
        {"pa_threaded_mainloop_get_api", &functions->mainloop_api},
        {"pa_threaded_mainloop_start", &functions->mainloop_start},
        {"pa_threaded_mainloop_stop", &functions->mainloop_stop},
        {"pa_threaded_mainloop_free", &functions->mainloop_free},
        {"pa_context_new", &functions->context_new},
        {"pa_context_set_state_callback", &functions->context_on_state},
        {"pa_context_set_subscribe_callback", &functions->context_on_event},
        {"pa_context_connect", &functions->context_connect},
        {"pa_context_get_state", &functions->context_state},
        {"pa_context_subscribe", &functions->context_subscribe},
        {"pa_context_get_server_info", &functions->context_server},
        {"pa_context_disconnect", &functions->context_disconnect},
        {"pa_context_unref", &functions->context_unref},
        {"pa_operation_unref", &functions->operation_unref},
    };
    for (unsigned i = 0; i < sizeof all / sizeof *all; i++) {
        void *found = dlsym(library, all[i].name);
        if (!found) return false;
        *(void **)all[i].place = found;
    }
    return true;
}

#endif
