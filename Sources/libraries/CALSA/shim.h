#ifndef CALSA_SHIM_H
#define CALSA_SHIM_H

#include <alsa/asoundlib.h>

// ALSA prints to stderr unless an error handler is set; the handler's type is variadic, which Swift can't express.

static inline void calsa_ignore_message(const char *file, int line, const char *function, int error,
                                        const char *format, ...) {
    (void)file;
    (void)line;
    (void)function;
    (void)error;
    (void)format;
}

/// Keeps ALSA from writing to stderr: eggd itself reports each failure once, with its code.
static inline int calsa_silence_messages(void) { return snd_lib_error_set_handler(calsa_ignore_message); }

#endif
