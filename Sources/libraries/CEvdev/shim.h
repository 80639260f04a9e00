// libevdev, input devices of the kernel.
#ifndef CEVDEV_SHIM_H
#define CEVDEV_SHIM_H

// With its folder, which only pkg-config names: a build for another architecture doesn't ask that.
#include <libevdev-1.0/libevdev/libevdev.h>
#include <stddef.h>

// Has libevdev write nothing by itself. Swift can't name the type of the function that would get its messages: the
// compiler ends with an assertion where va_list is a structure, as on arm64.
static inline void cevdev_silence_messages(void) { libevdev_set_log_function(NULL, NULL); }

#endif
