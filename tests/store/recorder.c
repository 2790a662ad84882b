/* Records what a process does to the files below a folder, in order: RECORD_ROOT the folder, RECORD_LOG where to.

   One record: a letter, the length of a name, the name, a number, the length of the data, the data. Names are those by
   which a file was opened. W data at an offset, T a new length, S a sync, O a file that was made, M a name that moved
   (the data is the new one), L a second name, U a name that went, D a folder made, A what was told to whoever waits.
*/
#define _GNU_SOURCE
#include <dlfcn.h>
#include <fcntl.h>
#include <limits.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define MOST 1024
static char *names[MOST];
static int out = -1;
static const char *root;

#define REAL(type, name, ...) static type (*real)(__VA_ARGS__); if (!real) real = dlsym(RTLD_NEXT, name)

static void put(const void *data, size_t size) {
    REAL(ssize_t, "write", int, const void *, size_t);
    while (size > 0) {
        ssize_t done = real(out, data, size);
        if (done <= 0) abort();
        data = (const char *)data + done;
        size -= done;
    }
}

static int begin(void) {
    if (root) return 1;
    REAL(int, "open", const char *, int, ...);
    root = getenv("RECORD_ROOT");
    const char *log = getenv("RECORD_LOG");
    if (!root || !log) { root = NULL; return 0; }
    int low = real(log, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
    out = fcntl(low, F_DUPFD_CLOEXEC, 900);
    return out >= 0;
}

static int ours(const char *path) { return begin() && path && strncmp(path, root, strlen(root)) == 0; }
static const char *name_of(int fd) { return fd >= 0 && fd < MOST ? names[fd] : NULL; }

static void record(char what, const char *name, int64_t number, const void *data, uint32_t size) {
    uint32_t length = strlen(name);
    char *one = malloc(17 + length + size);
    one[0] = what;
    memcpy(one + 1, &length, 4);
    memcpy(one + 5, name, length);
    memcpy(one + 5 + length, &number, 8);
    memcpy(one + 13 + length, &size, 4);
    if (size) memcpy(one + 17 + length, data, size);
    put(one, 17 + length + size);
    free(one);
}

static int opened(int fd, const char *path, int made) {
    if (fd >= 0 && fd < MOST && ours(path)) {
        free(names[fd]);
        names[fd] = strdup(path);
        if (made) record('O', path, 0, NULL, 0);
    }
    return fd;
}

static int missing(const char *path, int flags) { return (flags & O_CREAT) && ours(path) && access(path, F_OK) != 0; }

#define OPEN(name, symbol) \
    int name(const char *path, int flags, ...) { \
        REAL(int, symbol, const char *, int, ...); \
        va_list more; va_start(more, flags); mode_t mode = va_arg(more, mode_t); va_end(more); \
        int made = missing(path, flags); \
        int fd = opened(real(path, flags, mode), path, made); \
        if (fd >= 0 && (flags & O_TRUNC) && !made && ours(path)) record('T', path, 0, NULL, 0); \
        return fd; \
    }
OPEN(open, "open")
OPEN(open64, "open64")

int close(int fd) {
    REAL(int, "close", int);
    if (name_of(fd)) { free(names[fd]); names[fd] = NULL; }
    return real(fd);
}

ssize_t write(int fd, const void *data, size_t size) {
    REAL(ssize_t, "write", int, const void *, size_t);
    ssize_t done = real(fd, data, size);
    if (done > 0 && fd == 1 && begin()) record('A', "", 0, data, done);
    if (done > 0 && name_of(fd)) record('W', name_of(fd), lseek(fd, 0, SEEK_CUR) - done, data, done);
    return done;
}

#define PWRITE(name, symbol, offset_t) \
    ssize_t name(int fd, const void *data, size_t size, offset_t at) { \
        REAL(ssize_t, symbol, int, const void *, size_t, offset_t); \
        ssize_t done = real(fd, data, size, at); \
        if (done > 0 && name_of(fd)) record('W', name_of(fd), at, data, done); \
        return done; \
    }
PWRITE(pwrite, "pwrite", off_t)
PWRITE(pwrite64, "pwrite64", off64_t)

#define FTRUNCATE(name, symbol, offset_t) \
    int name(int fd, offset_t size) { \
        REAL(int, symbol, int, offset_t); \
        int done = real(fd, size); \
        if (done == 0 && name_of(fd)) record('T', name_of(fd), size, NULL, 0); \
        return done; \
    }
FTRUNCATE(ftruncate, "ftruncate", off_t)
FTRUNCATE(ftruncate64, "ftruncate64", off64_t)

#define TRUNCATE(name, symbol, offset_t) \
    int name(const char *path, offset_t size) { \
        REAL(int, symbol, const char *, offset_t); \
        int done = real(path, size); \
        if (done == 0 && ours(path)) record('T', path, size, NULL, 0); \
        return done; \
    }
TRUNCATE(truncate, "truncate", off_t)
TRUNCATE(truncate64, "truncate64", off64_t)

#define SYNC(name, symbol) \
    int name(int fd) { \
        REAL(int, symbol, int); \
        int done = real(fd); \
        if (done == 0 && name_of(fd)) record('S', name_of(fd), 0, NULL, 0); \
        return done; \
    }
SYNC(fsync, "fsync")
SYNC(fdatasync, "fdatasync")

#define MOVE(name, symbol, letter) \
    int name(const char *from, const char *to) { \
        REAL(int, symbol, const char *, const char *); \
        int done = real(from, to); \
        if (done == 0 && ours(from)) record(letter, from, 0, to, strlen(to)); \
        return done; \
    }
MOVE(rename, "rename", 'M')
MOVE(link, "link", 'L')

#define GONE(name, symbol) \
    int name(const char *path) { \
        REAL(int, symbol, const char *); \
        int done = real(path); \
        if (done == 0 && ours(path)) record('U', path, 0, NULL, 0); \
        return done; \
    }
GONE(unlink, "unlink")
GONE(rmdir, "rmdir")

int mkdir(const char *path, mode_t mode) {
    REAL(int, "mkdir", const char *, mode_t);
    int done = real(path, mode);
    if (done == 0 && ours(path)) record('D', path, 0, NULL, 0);
    return done;
}
