// The disk: files in memory that have a durable state and writes that were not synced yet.
#define _GNU_SOURCE
#include "kernel.h"
#include "descriptors.h"
#include <dirent.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdio.h>
#include <sys/stat.h>
#include <sys/types.h>
#include <unistd.h>

enum { NAME = 120, SECTOR = 512 };

/// A write or a change of the length that is not durable yet.
struct change {
    int64_t offset, count;
    /// NULL for a change of the length to `offset`.
    char *bytes;
};

struct content {
    char *bytes;
    int64_t count, capacity;
};

struct entry {
    char name[NAME];
    struct inode *node;
};

struct entries {
    struct entry *all;
    int count;
};

enum type { FILE_NODE, FOLDER_NODE, SOCKET_NODE, DEVICE_NODE };

struct inode {
    enum type type;
    int64_t number;
    mode_t mode;
    int opened;
    bool isLinked, isInMemory, isOnDisk;
    struct content content, durable;
    struct change *changes;
    int changeCount, changeRoom;
    struct entries entries, durableEntries;
    bool hasUnsyncedEntries;
    void *listener;
};

static struct inode *root;
static int64_t last_number;
static enum sim_disk behaviour;
static sim_time delay;
static int operations_left;

// MARK: The disk's behaviour

void sim_set_disk(enum sim_disk new_behaviour) { behaviour = new_behaviour; }
void sim_set_disk_delay(sim_time new_delay) { delay = new_delay; }
void sim_stop_within_disk(int operations) { operations_left = operations; }

static bool no_longer_hangs(void *context) {
    (void)context;
    return behaviour != SIM_DISK_HANGS;
}

/// Begins an operation of a program on the disk.
static void operate(void) {
    if (current_process() == SIM_WORLD) return;
    if (operations_left > 0 && --operations_left == 0) stop_current_process();
    if (delay) sim_sleep(delay);
    if (behaviour == SIM_DISK_HANGS) wait_until(no_longer_hangs, NULL, NEVER);
    if (sim_random(16) == 0) yield();
}

// MARK: Contents

static void set_count(struct content *content, int64_t count) {
    if (count > content->capacity) {
        int64_t capacity = count + count / 2 + 4096;
        content->bytes = realloc(content->bytes, (size_t)capacity);
        content->capacity = capacity;
    }
    if (count > content->count) memset(content->bytes + content->count, 0, (size_t)(count - content->count));
    content->count = count;
}

static void apply(struct content *content, const struct change *change, int64_t count) {
    if (!change->bytes) return set_count(content, change->offset);
    if (content->count < change->offset + count) set_count(content, change->offset + count);
    memcpy(content->bytes + change->offset, change->bytes, (size_t)count);
}

static void add_change(struct inode *node, int64_t offset, const void *bytes, int64_t count) {
    if (node->changeCount == node->changeRoom) {
        node->changeRoom = node->changeRoom ? 2 * node->changeRoom : 16;
        node->changes = realloc(node->changes, (size_t)node->changeRoom * sizeof *node->changes);
    }
    struct change *change = &node->changes[node->changeCount++];
    *change = (struct change){offset, count, NULL};
    if (bytes) change->bytes = memcpy(malloc(count ? (size_t)count : 1), bytes, (size_t)count);
    apply(&node->content, change, count);
}

static void forget_changes(struct inode *node) {
    for (int i = 0; i < node->changeCount; i++) free(node->changes[i].bytes);
    node->changeCount = 0;
}

static void copy_entries(struct entries *to, const struct entries *from) {
    to->all = realloc(to->all, (size_t)(from->count ? from->count : 1) * sizeof *to->all);
    memcpy(to->all, from->all, (size_t)from->count * sizeof *to->all);
    to->count = from->count;
}

static void make_durable(struct inode *node) {
    for (int i = 0; i < node->changeCount; i++) apply(&node->durable, &node->changes[i], node->changes[i].count);
    forget_changes(node);
    if (node->type == FOLDER_NODE && node->hasUnsyncedEntries) {
        copy_entries(&node->durableEntries, &node->entries);
        node->hasUnsyncedEntries = false;
    }
}

/// The power is cut: each write that was not synced is kept, lost, or kept in part.
static void lose_unsynced(struct inode *node) {
    // A disk keeps all, nothing, the first ones, or any.
    uint64_t manner = sim_random(4);
    int first = (int)sim_random((uint64_t)node->changeCount + 1);
    for (int i = 0; i < node->changeCount; i++) {
        struct change *change = &node->changes[i];
        bool isKept = manner == 0 || (manner == 2 && i < first) || (manner == 3 && sim_random(2));
        if (isKept) {
            apply(&node->durable, change, change->count);
        } else if (manner == 3 && change->bytes && change->count > SECTOR && sim_random(2)) {
            apply(&node->durable, change, (int64_t)sim_random((uint64_t)(change->count / SECTOR)) * SECTOR);
        }
    }
    forget_changes(node);
    set_count(&node->content, 0);
    set_count(&node->content, node->durable.count);
    if (node->durable.count) memcpy(node->content.bytes, node->durable.bytes, (size_t)node->durable.count);
}

static void lose_in_folder(struct inode *folder) {
    if (folder->hasUnsyncedEntries) {
        if (sim_random(2)) {
            copy_entries(&folder->durableEntries, &folder->entries);
        } else {
            copy_entries(&folder->entries, &folder->durableEntries);
        }
        folder->hasUnsyncedEntries = false;
    }
    for (int i = 0; i < folder->entries.count; i++) {
        struct inode *node = folder->entries.all[i].node;
        node->opened = 0;
        node->listener = NULL;
        node->isLinked = true;
        if (node->type == FOLDER_NODE) lose_in_folder(node);
        if (node->type == FILE_NODE) lose_unsynced(node);
    }
}

void lose_unsynced_writes(void) { lose_in_folder(root); }

// MARK: Paths

static struct inode *new_inode(enum type type, mode_t mode) {
    struct inode *node = calloc(1, sizeof *node);
    node->type = type;
    node->number = ++last_number;
    node->mode = mode;
    node->isLinked = true;
    return node;
}

static int index_of(const struct inode *folder, const char *name) {
    for (int i = 0; i < folder->entries.count; i++)
        if (strcmp(folder->entries.all[i].name, name) == 0) return i;
    return -1;
}

static void add_entry(struct inode *folder, const char *name, struct inode *node) {
    struct entries *entries = &folder->entries;
    entries->all = realloc(entries->all, (size_t)(entries->count + 1) * sizeof *entries->all);
    strncpy(entries->all[entries->count].name, name, NAME - 1);
    entries->all[entries->count].name[NAME - 1] = 0;
    entries->all[entries->count++].node = node;
    folder->hasUnsyncedEntries = true;
}

static void remove_entry(struct inode *folder, int index) {
    struct entries *entries = &folder->entries;
    entries->all[index].node->isLinked = false;
    memmove(&entries->all[index], &entries->all[index + 1],
        (size_t)(entries->count - index - 1) * sizeof *entries->all);
    entries->count--;
    folder->hasUnsyncedEntries = true;
}

/// The folder of a path, and the last part of it.
static struct inode *folder_of(const char *path, char name[NAME]) {
    struct inode *folder = root;
    const char *rest = path;
    name[0] = 0;
    while (*rest) {
        while (*rest == '/') rest++;
        const char *end = strchrnul(rest, '/');
        size_t count = (size_t)(end - rest);
        if (!count) break;
        if (count >= NAME) {
            errno = ENAMETOOLONG;
            return NULL;
        }
        memcpy(name, rest, count);
        name[count] = 0;
        if (!*end || !end[strspn(end, "/")]) return folder;
        int index = index_of(folder, name);
        if (index < 0 || folder->entries.all[index].node->type != FOLDER_NODE) {
            errno = index < 0 ? ENOENT : ENOTDIR;
            return NULL;
        }
        folder = folder->entries.all[index].node;
        rest = end;
    }
    return folder;
}

struct inode *find_inode(const char *path) {
    char name[NAME];
    struct inode *folder = folder_of(path, name);
    if (!folder || !name[0]) return folder;
    int index = index_of(folder, name);
    if (index >= 0) return folder->entries.all[index].node;
    errno = ENOENT;
    return NULL;
}

struct inode *make_socket(const char *path) {
    char name[NAME];
    struct inode *folder = folder_of(path, name);
    if (!folder) return NULL;
    if (index_of(folder, name) >= 0) {
        errno = EADDRINUSE;
        return NULL;
    }
    struct inode *node = new_inode(SOCKET_NODE, S_IFSOCK | 0600);
    node->opened = 1;
    add_entry(folder, name, node);
    return node;
}

void *listener_at(struct inode *node) { return node->listener; }
void set_listener(struct inode *node, void *listener) { node->listener = listener; }

void release_inode(struct inode *node) {
    if (node->opened > 0) node->opened--;
}

static int make_folder(const char *path, mode_t mode) {
    char name[NAME];
    struct inode *folder = folder_of(path, name);
    if (!folder) return -1;
    if (!name[0] || index_of(folder, name) >= 0) return fail(EEXIST);
    add_entry(folder, name, new_inode(FOLDER_NODE, S_IFDIR | (mode & 07777)));
    return 0;
}

static void make_folders(const char *path) {
    char part[512];
    for (const char *end = path + 1; (end = strchr(end, '/')); end++) {
        snprintf(part, sizeof part, "%.*s", (int)(end - path), path);
        make_folder(part, 0700);
    }
}

static void sync_all(struct inode *folder) {
    make_durable(folder);
    for (int i = 0; i < folder->entries.count; i++)
        if (folder->entries.all[i].node->type == FOLDER_NODE) sync_all(folder->entries.all[i].node);
}

void sim_put_file(const char *path, const void *bytes, int64_t count) {
    char name[NAME];
    make_folders(path);
    struct inode *folder = folder_of(path, name);
    int index = index_of(folder, name);
    if (index >= 0) remove_entry(folder, index);
    struct inode *node = new_inode(FILE_NODE, S_IFREG | 0600);
    add_entry(folder, name, node);
    add_change(node, 0, bytes, count);
    make_durable(node);
    sync_all(root);
}

void sim_remove_files(const char *path, const char *prefix) {
    struct inode *folder = find_inode(path);
    for (int i = folder ? folder->entries.count - 1 : -1; i >= 0; i--)
        if (!strncmp(folder->entries.all[i].name, prefix, strlen(prefix))) remove_entry(folder, i);
    sync_all(root);
}

void sim_damage_file(const char *path) {
    struct inode *node = find_inode(path);
    if (!node) return;
    char damage[SECTOR];
    memset(damage, 0x5a, sizeof damage);
    add_change(node, 0, damage, sizeof damage);
    make_durable(node);
}

/// Folders in memory are empty after a boot.
void empty_memory_folders(void) {
    const char *folders[] = {"/dev/shm", "/tmp", "/run"};
    for (size_t i = 0; i < sizeof folders / sizeof *folders; i++) {
        struct inode *folder = find_inode(folders[i]);
        while (folder->entries.count) remove_entry(folder, 0);
        make_durable(folder);
    }
}

void make_disk(void) {
    root = new_inode(FOLDER_NODE, S_IFDIR | 0700);
    const char *folders[] = {"/dev", "/dev/shm", "/tmp", "/run", "/home"};
    for (size_t i = 0; i < sizeof folders / sizeof *folders; i++) make_folder(folders[i], 0700);
    add_entry(find_inode("/dev"), "null", new_inode(DEVICE_NODE, S_IFCHR | 0666));
    add_entry(find_inode("/dev"), "urandom", new_inode(DEVICE_NODE, S_IFCHR | 0666));
    sync_all(root);
}

// MARK: Calls

static bool can_grow(void) { return current_process() == SIM_WORLD || behaviour != SIM_DISK_FULL; }

/// The error of an attempt to write; 0 if it works.
static int write_error(void) {
    if (current_process() == SIM_WORLD) return 0;
    if (behaviour == SIM_DISK_READ_ONLY) return EROFS;
    return behaviour == SIM_DISK_FAILS || behaviour == SIM_DISK_UNREADABLE ? EIO : 0;
}

static bool is_in_memory(const char *path) {
    return strncmp(path, "/dev/", 5) == 0 || strncmp(path, "/run/", 5) == 0 || strncmp(path, "/tmp/", 5) == 0;
}

/// Faults concern the disk with the state; what else eggd reads is on another one.
static bool is_on_disk(const char *path) { return strncmp(path, "/home/", 6) == 0; }

static int open_file(const char *path, int flags, va_list arguments) {
    mode_t mode = flags & (O_CREAT | O_TMPFILE) ? (mode_t)va_arg(arguments, int) : 0;
    if (!is_simulated) return (int)REAL(SYS_openat, AT_FDCWD, path, flags, mode);
    if (is_on_disk(path)) operate();
    char name[NAME];
    struct inode *folder = folder_of(path, name);
    if (!folder) return -1;
    struct inode *node = find_inode(path);
    int error = is_in_memory(path) ? 0 : write_error();
    if (!node) {
        if (!(flags & O_CREAT)) return fail(ENOENT);
        if (error) return fail(error);
        if (!can_grow() && !is_in_memory(path)) return fail(ENOSPC);
        node = new_inode(FILE_NODE, S_IFREG | (mode & 07777));
        node->isInMemory = is_in_memory(path);
        add_entry(folder, name, node);
    } else if (flags & O_CREAT && flags & O_EXCL) {
        return fail(EEXIST);
    }
    if (flags & O_DIRECTORY && node->type != FOLDER_NODE) return fail(ENOTDIR);
    bool isWriting = (flags & O_ACCMODE) != O_RDONLY;
    if (node->type == FOLDER_NODE && isWriting) return fail(EISDIR);
    if (isWriting && error == EROFS && node->type == FILE_NODE) return fail(EROFS);
    int number = new_descriptor(node->type == DEVICE_NODE ? DEVICE : DISK, 0);
    if (number < 0) return -1;
    node->opened++;
    node->isOnDisk = is_on_disk(path);
    descriptor_of(number)->node = node;
    if (flags & O_TRUNC && node->content.count) add_change(node, 0, NULL, 0);
    return number;
}

int open(const char *path, int flags, ...) {
    va_list arguments;
    va_start(arguments, flags);
    int result = open_file(path, flags, arguments);
    va_end(arguments);
    return result;
}

int open64(const char *path, int flags, ...) __attribute__((alias("open")));

static struct inode *node_of(int number) {
    struct descriptor *descriptor = descriptor_of(number);
    return descriptor && descriptor->kind == DISK ? descriptor->node : NULL;
}

static long read_at(struct inode *node, void *bytes, size_t count, int64_t offset) {
    if (node->isOnDisk) operate();
    if (node->isOnDisk && behaviour == SIM_DISK_UNREADABLE && current_process() != SIM_WORLD) return fail(EIO);
    if (node->type != FILE_NODE) return fail(EISDIR);
    int64_t left = node->content.count - offset;
    int64_t taken = left < 0 ? 0 : left < (int64_t)count ? left : (int64_t)count;
    if (taken) memcpy(bytes, node->content.bytes + offset, (size_t)taken);
    return taken;
}

static long write_at(struct inode *node, const void *bytes, size_t count, int64_t offset) {
    if (node->isInMemory) {
        add_change(node, offset, bytes, (int64_t)count);
        return (long)count;
    }
    operate();
    int error = write_error();
    if (error) return fail(error);
    if (!can_grow() && offset + (int64_t)count > node->content.count) return fail(ENOSPC);
    add_change(node, offset, bytes, (int64_t)count);
    return (long)count;
}

long disk_read(int number, void *bytes, size_t count) {
    struct descriptor *descriptor = descriptor_of(number);
    if (descriptor->kind == DEVICE) {
        for (size_t i = 0; i < count; i++) ((char *)bytes)[i] = (char)sim_random(256);
        return (long)count;
    }
    long taken = read_at(descriptor->node, bytes, count, descriptor->offset);
    if (taken > 0) descriptor->offset += taken;
    return taken;
}

long disk_write(int number, const void *bytes, size_t count) {
    struct descriptor *descriptor = descriptor_of(number);
    if (descriptor->kind == DEVICE) return (long)count;
    long written = write_at(descriptor->node, bytes, count, descriptor->offset);
    if (written > 0) descriptor->offset += written;
    return written;
}

ssize_t pread64(int number, void *bytes, size_t count, off64_t offset) {
    struct inode *node = node_of(number);
    return node ? read_at(node, bytes, count, offset) : REAL(SYS_pread64, number, bytes, count, offset);
}

ssize_t pread(int number, void *bytes, size_t count, off_t offset) { return pread64(number, bytes, count, offset); }

ssize_t pwrite64(int number, const void *bytes, size_t count, off64_t offset) {
    struct inode *node = node_of(number);
    return node ? write_at(node, bytes, count, offset) : REAL(SYS_pwrite64, number, bytes, count, offset);
}

ssize_t pwrite(int number, const void *bytes, size_t count, off_t offset) {
    return pwrite64(number, bytes, count, offset);
}

int ftruncate64(int number, off64_t count) {
    struct inode *node = node_of(number);
    if (!node) return (int)REAL(SYS_ftruncate, number, count);
    operate();
    int error = node->isInMemory ? 0 : write_error();
    if (error) return fail(error);
    if (!can_grow() && count > node->content.count) return fail(ENOSPC);
    add_change(node, count, NULL, 0);
    return 0;
}

int ftruncate(int number, off_t count) { return ftruncate64(number, count); }

int fsync(int number) {
    struct inode *node = node_of(number);
    if (!node) return (int)REAL(SYS_fsync, number);
    operate();
    int error = node->changeCount && !node->isInMemory ? write_error() : 0;
    if (error == 0 && behaviour == SIM_DISK_SYNC_FAILS && !node->isInMemory && current_process() != SIM_WORLD) error = EIO;
    if (error) {
        // Linux marks such pages as clean: the next fsync succeeds without them.
        forget_changes(node);
        return fail(error);
    }
    make_durable(node);
    return 0;
}

int fdatasync(int number) { return fsync(number); }

int flock(int number, int operation) {
    return node_of(number) ? 0 : (int)REAL(SYS_flock, number, operation);
}

static void describe(const struct inode *node, struct stat *status) {
    memset(status, 0, sizeof *status);
    // SQLite keeps a process's locks by device and inode. The simulated processes are one for it, so each has its own
    // device.
    status->st_dev = (dev_t)(1 + current_process());
    status->st_ino = (ino_t)node->number;
    status->st_mode = node->mode;
    status->st_nlink = node->isLinked ? 1 : 0;
    status->st_uid = geteuid();
    status->st_gid = getegid();
    status->st_size = node->content.count;
    status->st_blksize = 4096;
}

int stat(const char *restrict path, struct stat *restrict status) {
    if (!is_simulated) return (int)REAL(SYS_newfstatat, AT_FDCWD, path, status, 0);
    const struct inode *node = find_inode(path);
    if (!node) return -1;
    describe(node, status);
    return 0;
}

int lstat(const char *restrict path, struct stat *restrict status) {
    return is_simulated ? stat(path, status) : (int)REAL(SYS_newfstatat, AT_FDCWD, path, status, AT_SYMLINK_NOFOLLOW);
}

int fstat(int number, struct stat *status) {
    const struct descriptor *descriptor = descriptor_of(number);
    if (!descriptor) return (int)REAL(SYS_newfstatat, number, "", status, AT_EMPTY_PATH);
    if (!descriptor->node) return fail(EBADF);
    describe(descriptor->node, status);
    return 0;
}

int stat64(const char *restrict path, struct stat64 *restrict status) { return stat(path, (struct stat *)status); }
int lstat64(const char *restrict path, struct stat64 *restrict status) { return lstat(path, (struct stat *)status); }
int fstat64(int number, struct stat64 *status) { return fstat(number, (struct stat *)status); }

int access(const char *path, int mode) {
    if (!is_simulated) return (int)REAL(SYS_faccessat, AT_FDCWD, path, mode);
    return find_inode(path) ? 0 : -1;
}

int mkdir(const char *path, mode_t mode) {
    if (!is_simulated) return (int)REAL(SYS_mkdirat, AT_FDCWD, path, mode);
    operate();
    int error = write_error();
    if (error) return fail(error);
    if (!can_grow()) return fail(ENOSPC);
    return make_folder(path, mode);
}

char *mkdtemp(char *template) {
    size_t length = strlen(template);
    for (size_t i = length - 6; i < length; i++) template[i] = (char)('a' + sim_random(26));
    return make_folder(template, 0700) == 0 ? template : NULL;
}

int unlink(const char *path) {
    if (!is_simulated) return (int)REAL(SYS_unlinkat, AT_FDCWD, path, 0);
    if (is_on_disk(path)) operate();
    char name[NAME];
    struct inode *folder = folder_of(path, name);
    int index = folder ? index_of(folder, name) : -1;
    if (index < 0) return fail(ENOENT);
    int error = is_in_memory(path) ? 0 : write_error();
    if (error) return fail(error);
    remove_entry(folder, index);
    return 0;
}

int rmdir(const char *path) {
    if (!is_simulated) return (int)REAL(SYS_unlinkat, AT_FDCWD, path, AT_REMOVEDIR);
    return unlink(path);
}

int rename(const char *from, const char *to) {
    if (!is_simulated) return (int)REAL(SYS_renameat2, AT_FDCWD, from, AT_FDCWD, to, 0);
    operate();
    char old[NAME], new[NAME];
    struct inode *source = folder_of(from, old), *target = folder_of(to, new);
    int index = source ? index_of(source, old) : -1;
    if (index < 0 || !target) return fail(ENOENT);
    int error = write_error();
    if (error) return fail(error);
    struct inode *node = source->entries.all[index].node;
    remove_entry(source, index);
    int replaced = index_of(target, new);
    if (replaced >= 0) remove_entry(target, replaced);
    node->isLinked = true;
    add_entry(target, new, node);
    return 0;
}

int chmod(const char *path, mode_t mode) {
    if (!is_simulated) return (int)REAL(SYS_fchmodat, AT_FDCWD, path, mode);
    struct inode *node = find_inode(path);
    if (!node) return -1;
    node->mode = (node->mode & S_IFMT) | mode;
    return 0;
}

int fchmod(int number, mode_t mode) {
    struct descriptor *descriptor = descriptor_of(number);
    if (!descriptor) return (int)REAL(SYS_fchmod, number, mode);
    if (descriptor->node) descriptor->node->mode = (descriptor->node->mode & S_IFMT) | mode;
    return 0;
}

int fchown(int number, uid_t user, gid_t group) {
    return descriptor_of(number) ? 0 : (int)REAL(SYS_fchown, number, user, group);
}

/// eggd asks for its own program only.
char *realpath(const char *restrict path, char *restrict resolved) {
    if (resolved) return strcpy(resolved, is_simulated ? "/usr/bin/eggd" : path);
    return strdup(is_simulated ? "/usr/bin/eggd" : path);
}

ssize_t readlink(const char *restrict path, char *restrict target, size_t size) {
    return is_simulated ? fail(EINVAL) : REAL(SYS_readlinkat, AT_FDCWD, path, target, size);
}

// MARK: Folders

struct listing {
    struct inode *folder;
    int next;
    struct dirent entry;
};

DIR *opendir(const char *path) {
    struct inode *folder = is_simulated ? find_inode(path) : NULL;
    if (!folder || folder->type != FOLDER_NODE) {
        errno = ENOENT;
        return NULL;
    }
    struct listing *listing = calloc(1, sizeof *listing);
    listing->folder = folder;
    return (DIR *)listing;
}

struct dirent *readdir(DIR *directory) {
    struct listing *listing = (struct listing *)directory;
    if (listing->next >= listing->folder->entries.count) return NULL;
    const struct entry *entry = &listing->folder->entries.all[listing->next++];
    memset(&listing->entry, 0, sizeof listing->entry);
    strcpy(listing->entry.d_name, entry->name);
    return &listing->entry;
}

int closedir(DIR *directory) {
    free(directory);
    return 0;
}
