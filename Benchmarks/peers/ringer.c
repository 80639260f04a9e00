// ringer: the least that an alarm can be. One thread waits for a deadline, another plays.
//
//   ringer FIRST INTERVAL COUNT [open]
//
// Plays the first buffer of a sound on ALSA's device 'null' at COUNT deadlines, INTERVAL nanoseconds apart, the first
// at FIRST on the boot clock. With 'open' the device is open and prepared beforehand, else it is opened each time and
// let go of afterwards, as eggd does it.

#include "../common.h"

#include <alsa/asoundlib.h>
#include <pthread.h>
#include <stdbool.h>
#include <sys/eventfd.h>
#include <sys/timerfd.h>

// As eggd plays its bell: 48 kHz, mono, 16 bits, a buffer of 400 ms.
enum { RATE = 48000, CHANNELS = 1, BUFFER_MICROSECONDS = 400000 };

static int handover;
static bool is_kept_open;
static int64_t deadlines;
static short sound[RATE * CHANNELS];

static void check(int code, const char *what) {
    if (code >= 0) return;
    fprintf(stderr, "ringer: %s: %s\n", what, snd_strerror(code));
    exit(1);
}

static snd_pcm_t *open_device(snd_pcm_uframes_t *buffer) {
    snd_pcm_t *device;
    snd_pcm_uframes_t period;
    check(snd_pcm_open(&device, "null", SND_PCM_STREAM_PLAYBACK, SND_PCM_NONBLOCK), "snd_pcm_open");
    check(snd_pcm_set_params(device, SND_PCM_FORMAT_S16, SND_PCM_ACCESS_RW_INTERLEAVED, CHANNELS, RATE, 1,
                             BUFFER_MICROSECONDS),
          "snd_pcm_set_params");
    check(snd_pcm_get_params(device, buffer, &period), "snd_pcm_get_params");
    return device;
}

static void *play(void *unused) {
    (void)unused;
    snd_pcm_uframes_t buffer = 0;
    snd_pcm_t *device = is_kept_open ? open_device(&buffer) : NULL;
    for (int64_t each = 0; each < deadlines; each++) {
        eventfd_t count;
        if (eventfd_read(handover, &count) != 0) die("eventfd_read");
        if (!is_kept_open) device = open_device(&buffer);
        check(snd_pcm_writei(device, sound, buffer), "snd_pcm_writei");
        snd_pcm_drop(device);
        if (is_kept_open) {
            check(snd_pcm_prepare(device), "snd_pcm_prepare");
        } else {
            snd_pcm_close(device);
        }
    }
    return NULL;
}

int main(int count, char **words) {
    if (count < 4) return 64;
    int64_t first = atoll(words[1]), interval = atoll(words[2]);
    deadlines = atoll(words[3]);
    is_kept_open = count > 4 && strcmp(words[4], "open") == 0;
    memset(sound, 1, sizeof sound);
    // One hand-over for each deadline, should the player fall behind.
    handover = eventfd(0, EFD_CLOEXEC | EFD_SEMAPHORE);
    int timer = timerfd_create(CLOCK_BOOTTIME, TFD_CLOEXEC);
    if (handover < 0 || timer < 0) die("eventfd or timerfd_create");
    // alsa-lib reads its configuration at the first opening; eggd has done so when it looked for the device.
    snd_pcm_uframes_t buffer;
    snd_pcm_close(open_device(&buffer));
    pthread_t player;
    errno = pthread_create(&player, NULL, play, NULL);
    if (errno != 0) die("pthread_create");
    for (int64_t each = 0; each < deadlines; each++) {
        int64_t deadline = first + each * interval;
        struct itimerspec setting = {.it_value = {deadline / 1000000000, deadline % 1000000000}};
        uint64_t expirations;
        if (timerfd_settime(timer, TFD_TIMER_ABSTIME, &setting, NULL) != 0) die("timerfd_settime");
        if (read(timer, &expirations, sizeof expirations) < 0) die("read");
        if (eventfd_write(handover, 1) != 0) die("eventfd_write");
    }
    pthread_join(player, NULL);
    return 0;
}
