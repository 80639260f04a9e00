// ncurses' functions for a screen, without its macros and its global variables.
#ifndef CNCURSES_SHIM_H
#define CNCURSES_SHIM_H

#define NCURSES_NOMACROS 1
#include <curses.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <termios.h>
#include <unistd.h>

// <term.h> also declares it, beside macros for everyday words such as `lines`.
char *tigetstr(const char *capability);

/// newterm(3X) for the terminal of standard input and output; -1 if its type is unknown or too simple. The caller sets
/// the size: with the one that the terminal tells, which may be 65,535 by 65,535, ncurses crashes.
static inline int cncurses_start(void) {
    use_env(FALSE);
    SCREEN *screen = newterm(NULL, stdout, stdin);
    if (screen == NULL) return -1;
    set_term(screen);
    cbreak();
    noecho();
    curs_set(0);
    leaveok(stdscr, TRUE);
    if (has_colors()) {
        start_color();
        use_default_colors();
    }
    return 0;
}

/// The number of colours of the terminal; 0 if it has none.
static inline int cncurses_colors(void) { return has_colors() ? COLORS : 0; }

/// The window has another size now.
static inline void cncurses_resize(int rows, int columns) { resizeterm(rows, columns); }

/// Empties the picture; nothing is written yet.
static inline void cncurses_erase(void) { werase(stdscr); }

/// Puts text into the picture. A colour of -1 is the terminal's own.
static inline void cncurses_put(int row, int column, const char *text, int ink, int ground, unsigned attributes) {
    int pair = ink < 0 && ground < 0 ? 0 : alloc_pair(ink, ground);
    wattr_set(stdscr, (attr_t)attributes, (short)(pair < 0 ? 0 : pair), NULL);
    mvwaddstr(stdscr, row, column, text);
}

/// Writes what differs from the last picture; everything if the screen may show something else.
static inline void cncurses_show(int all) {
    if (all) clearok(stdscr, TRUE);
    wnoutrefresh(stdscr);
    doupdate();
}

/// Gives the terminal back; the next picture takes it again.
static inline void cncurses_end(void) { endwin(); }

static const unsigned cncurses_bold = A_BOLD;
static const unsigned cncurses_faint = A_DIM;
static const unsigned cncurses_reversed = A_REVERSE;

/// The things that a crash has to restore: bytes to write, and the terminal's settings before the program began.
struct cncurses_farewell {
    char text[256];
    struct termios settings;
};

// A variable of the file would not be compiled into a Swift module; one in a function is.
static inline struct cncurses_farewell *cncurses_farewell(void) {
    static struct cncurses_farewell farewell;
    return &farewell;
}

static inline void cncurses_handle_crash(int number) {
    struct cncurses_farewell *farewell = cncurses_farewell();
    ssize_t ignored = write(STDOUT_FILENO, farewell->text, strlen(farewell->text));
    (void)ignored;
    tcsetattr(STDIN_FILENO, TCSANOW, &farewell->settings);
    raise(number);
}

static inline void cncurses_append(const char *sequence) {
    char *text = cncurses_farewell()->text;
    if (sequence == NULL || sequence == (char *)-1) return;
    if (strlen(text) + strlen(sequence) < sizeof cncurses_farewell()->text) strcat(text, sequence);
}

/// Makes a crash of this program restore the terminal, with this sequence first; call it before the first picture.
static inline void cncurses_restore_after_crash(const char *sequence, const struct termios *settings) {
    cncurses_farewell()->settings = *settings;
    cncurses_append(sequence);
    cncurses_append(tigetstr("sgr0"));
    cncurses_append(tigetstr("rmcup"));
    cncurses_append(tigetstr("cnorm"));
    struct sigaction action;
    memset(&action, 0, sizeof action);
    action.sa_handler = cncurses_handle_crash;
    action.sa_flags = (int)SA_RESETHAND | SA_NODEFER;
    const int crashes[] = {SIGSEGV, SIGBUS, SIGILL, SIGTRAP, SIGABRT, SIGFPE, SIGSYS};
    for (unsigned i = 0; i < sizeof crashes / sizeof *crashes; i++) sigaction(crashes[i], &action, NULL);
}

#endif
