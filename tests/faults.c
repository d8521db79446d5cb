// Faults of disks and systems, for tests: LD_PRELOAD this, and the write or sync with the number FAULT_AT fails as
// FAULT_KIND says. Only files whose path contains FAULT_PATH count.
//
//     full    no space is left, from then on
//     error   an error of the device, once
//     torn    half of the bytes are written, and the process is killed
//     lost    the bytes are not written although the caller is told so, and the process is killed at the next sync
//     kill    the process is killed before the call
//     pause   the process stops for a while
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <limits.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/types.h>
#include <unistd.h>

static int calls = 0;
static int is_lost = 0;

static int is_kind(const char* kind) {
    const char* wanted = getenv("FAULT_KIND");
    return wanted != NULL && strcmp(wanted, kind) == 0;
}

static int counts(int file) {
    const char* part = getenv("FAULT_PATH");
    char link[64], path[PATH_MAX];
    if (part == NULL) return 0;
    snprintf(link, sizeof link, "/proc/self/fd/%d", file);
    const ssize_t length = readlink(link, path, sizeof path - 1);
    if (length <= 0) return 0;
    path[length] = 0;
    return strstr(path, part) != NULL;
}

// Whether a fault is due now.
static int is_due(int file) {
    const char* at = getenv("FAULT_AT");
    if (at == NULL || !counts(file)) return 0;
    const int number = __atomic_add_fetch(&calls, 1, __ATOMIC_SEQ_CST);
    return number == atoi(at) || (is_kind("full") && number > atoi(at));
}

static void die(void) { kill(getpid(), SIGKILL); }

typedef ssize_t (*Write)(int, const void*, size_t);
typedef ssize_t (*WriteAt)(int, const void*, size_t, off_t);
typedef int (*Sync)(int);

// Returns -1 with errno set if the call is to fail, 0 to go on, 1 if the bytes are to be forgotten.
static int fault(int file) {
    if (!is_due(file)) return 0;
    if (is_kind("kill")) die();
    if (is_kind("pause")) usleep(300000);
    if (is_kind("lost")) return is_lost = 1;
    if (is_kind("full")) errno = ENOSPC;
    if (is_kind("error")) errno = EIO;
    return is_kind("full") || is_kind("error") ? -1 : is_kind("torn") ? 2 : 0;
}

ssize_t write(int file, const void* data, size_t size) {
    static Write next;
    if (next == NULL) next = (Write)dlsym(RTLD_NEXT, "write");
    const int found = fault(file);
    if (found < 0) return -1;
    if (found == 1) return (ssize_t)size;
    if (found == 2) {
        next(file, data, size / 2);
        die();
    }
    return next(file, data, size);
}

static ssize_t write_at(WriteAt next, int file, const void* data, size_t size, off_t place) {
    const int found = fault(file);
    if (found < 0) return -1;
    if (found == 1) return (ssize_t)size;
    if (found == 2) {
        next(file, data, size / 2, place);
        die();
    }
    return next(file, data, size, place);
}

ssize_t pwrite(int file, const void* data, size_t size, off_t place) {
    static WriteAt next;
    if (next == NULL) next = (WriteAt)dlsym(RTLD_NEXT, "pwrite");
    return write_at(next, file, data, size, place);
}

ssize_t pwrite64(int file, const void* data, size_t size, off_t place) {
    static WriteAt next;
    if (next == NULL) next = (WriteAt)dlsym(RTLD_NEXT, "pwrite64");
    return write_at(next, file, data, size, place);
}

static int synced(Sync next, int file) {
    if (is_lost && counts(file)) die();
    if (fault(file) < 0) return -1;
    return next(file);
}

int fsync(int file) {
    static Sync next;
    if (next == NULL) next = (Sync)dlsym(RTLD_NEXT, "fsync");
    return synced(next, file);
}

int fdatasync(int file) {
    static Sync next;
    if (next == NULL) next = (Sync)dlsym(RTLD_NEXT, "fdatasync");
    return synced(next, file);
}
