#ifndef CSYSTEMD_SHIM_H
#define CSYSTEMD_SHIM_H

// Without this the journal's functions are macros that add the place of the call in a C file.
#define SD_JOURNAL_SUPPRESS_LOCATION

#include <systemd/sd-daemon.h>
#include <systemd/sd-journal.h>

#endif
