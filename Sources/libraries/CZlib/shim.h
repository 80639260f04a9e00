#ifndef CZLIB_SHIM_H
#define CZLIB_SHIM_H

#include <string.h>
#include <zlib.h>

/// Compresses bytes in gzip's format; the number of bytes written, or -1 if they don't fit.
static inline long czlib_gzip(const unsigned char *bytes, unsigned count, unsigned char *space, unsigned size) {
    z_stream stream;
    memset(&stream, 0, sizeof stream);
    // 16 is added to the size of the window for a gzip header.
    if (deflateInit2(&stream, Z_BEST_COMPRESSION, Z_DEFLATED, 15 + 16, 9, Z_DEFAULT_STRATEGY) != Z_OK) return -1;
    stream.next_in = (unsigned char *)bytes;
    stream.avail_in = count;
    stream.next_out = space;
    stream.avail_out = size;
    int code = deflate(&stream, Z_FINISH);
    long written = (long)(size - stream.avail_out);
    deflateEnd(&stream);
    return code == Z_STREAM_END ? written : -1;
}

#endif
