#ifndef CSNDFILE_SHIM_H
#define CSNDFILE_SHIM_H

#include <sndfile.h>
#include <stdio.h>

/// Keeps what is written to the C stream `stderr` from standard error: libmpg123, by which libsndfile reads MP3, writes
/// remarks about a file there, and libsndfile can't prevent it.
static inline FILE *csndfile_silence(void) {
    FILE *stream = stderr, *nowhere = fopen("/dev/null", "we");
    if (nowhere) stderr = nowhere;
    return stream;
}

/// Restores the stream that `csndfile_silence` returned.
static inline void csndfile_end_silence(FILE *stream) {
    if (stderr == stream) return;
    fclose(stderr);
    stderr = stream;
}

#endif
