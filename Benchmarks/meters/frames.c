// frames: stands between a program and alsa-lib (LD_PRELOAD) and notes when what happens, for the one who measures
// from outside. The same for eggd and for the ringer that it is measured beside.
//
// Writes to the file that FRAMES names, which is made beforehand and large enough: a count, then that many entries of
// three 64-bit numbers: what, when (on the boot clock, in ns), and a value.
//
//   1  timerfd_settime: a timer on the boot clock is armed for the time VALUE
//   2  snd_pcm_writei: has come back; the device has taken frames, the first sample of which is VALUE
//   3  snd_pcm_drop: silence

#include "../common.h"

#include <alsa/asoundlib.h>
#include <dlfcn.h>
#include <fcntl.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/timerfd.h>

struct entry {
    int64_t what, when, value;
};

static struct {
    _Atomic int64_t count;
    struct entry entries[];
} *notes;
static int64_t room;

// The timers on the boot clock; a program has others, and those are none of this.
enum { MOST_FILES = 1024 };
static atomic_bool is_boot_timer[MOST_FILES];

static int (*real_create)(int, int);
static int (*real_settime)(int, int, const struct itimerspec *, struct itimerspec *);
static snd_pcm_sframes_t (*real_writei)(snd_pcm_t *, const void *, snd_pcm_uframes_t);
static int (*real_drop)(snd_pcm_t *);

__attribute__((constructor)) static void begin(void) {
    real_create = dlsym(RTLD_NEXT, "timerfd_create");
    real_settime = dlsym(RTLD_NEXT, "timerfd_settime");
    real_writei = dlsym(RTLD_NEXT, "snd_pcm_writei");
    real_drop = dlsym(RTLD_NEXT, "snd_pcm_drop");
    const char *path = getenv("FRAMES");
    struct stat status;
    int file = path ? open(path, O_RDWR | O_CLOEXEC) : -1;
    if (file < 0 || fstat(file, &status) != 0) die("FRAMES");
    notes = mmap(NULL, status.st_size, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_POPULATE, file, 0);
    if (notes == MAP_FAILED) die("mmap");
    close(file);
    room = (status.st_size - sizeof *notes) / sizeof *notes->entries;
}

static void note(int64_t what, int64_t when, int64_t value) {
    int64_t place = atomic_fetch_add(&notes->count, 1);
    if (place < room) notes->entries[place] = (struct entry){what, when, value};
}

int timerfd_create(int clock, int flags) {
    int timer = real_create(clock, flags);
    if (timer >= 0 && timer < MOST_FILES) is_boot_timer[timer] = clock == CLOCK_BOOTTIME;
    return timer;
}

int timerfd_settime(int timer, int flags, const struct itimerspec *new, struct itimerspec *old) {
    bool is_armed = new->it_value.tv_sec + new->it_value.tv_nsec > 0;
    if (is_armed && timer >= 0 && timer < MOST_FILES && is_boot_timer[timer]) {
        note(1, nanoseconds(CLOCK_BOOTTIME), new->it_value.tv_sec * INT64_C(1000000000) + new->it_value.tv_nsec);
    }
    return real_settime(timer, flags, new, old);
}

snd_pcm_sframes_t snd_pcm_writei(snd_pcm_t *device, const void *samples, snd_pcm_uframes_t frames) {
    snd_pcm_sframes_t written = real_writei(device, samples, frames);
    if (written > 0) note(2, nanoseconds(CLOCK_BOOTTIME), *(const short *)samples);
    return written;
}

int snd_pcm_drop(snd_pcm_t *device) {
    int code = real_drop(device);
    note(3, nanoseconds(CLOCK_BOOTTIME), 0);
    return code;
}
