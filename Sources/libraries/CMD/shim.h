// The message digests of libmd, the BSD libraries' collection.
#ifndef CMD_SHIM_H
#define CMD_SHIM_H

#include <sys/types.h>
#include <sha2.h>

#endif
