#ifndef CJANSSON_SHIM_H
#define CJANSSON_SHIM_H

#include <jansson.h>

/// The flags for text on one line with sorted keys.
static const size_t cjansson_one_line = JSON_COMPACT | JSON_SORT_KEYS | JSON_ENCODE_ANY;

#endif
