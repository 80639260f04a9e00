// libevdev, input devices of the kernel.
#ifndef CEVDEV_SHIM_H
#define CEVDEV_SHIM_H

#include <libevdev/libevdev.h>

#endif
