#ifndef CJANSSON_SHIM_H
#define CJANSSON_SHIM_H

#include <jansson.h>

/// The flags for text on one line with sorted keys, and numbers of at most so many digits.
static inline size_t cjansson_one_line(size_t digits) {
    return JSON_COMPACT | JSON_SORT_KEYS | JSON_ENCODE_ANY | JSON_REAL_PRECISION(digits);
}

#endif
