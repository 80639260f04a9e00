// libevdev, input devices of the kernel.
#ifndef CEVDEV_SHIM_H
#define CEVDEV_SHIM_H

// With its folder, which only pkg-config names: a build for another architecture doesn't ask that.
#include <libevdev-1.0/libevdev/libevdev.h>

#endif
