/* A wall clock that is set, and a network that goes, under a process that knows nothing of it. JUMPING names a file:
   eight bytes, by how many seconds the wall clock is wrong, and eight, whether nobody can be reached but this machine.
*/
#define _GNU_SOURCE
#include <arpa/inet.h>
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <stdint.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

#define REAL(type, name, ...) static type (*real)(__VA_ARGS__); if (!real) real = dlsym(RTLD_NEXT, name)

static volatile int64_t *told(void) {
    static volatile int64_t none[2], *file;
    if (!file) {
        const char *name = getenv("JUMPING");
        int one = name ? open(name, O_RDONLY | O_CLOEXEC) : -1;
        void *at = one < 0 ? MAP_FAILED : mmap(NULL, 16, PROT_READ, MAP_SHARED, one, 0);
        file = at == MAP_FAILED ? none : at;
        if (one >= 0) close(one);
    }
    return file;
}

int clock_gettime(clockid_t which, struct timespec *at) {
    REAL(int, "clock_gettime", clockid_t, struct timespec *);
    int done = real(which, at);
    if (done == 0 && (which == CLOCK_REALTIME || which == CLOCK_REALTIME_COARSE)) at->tv_sec += told()[0];
    return done;
}

int gettimeofday(struct timeval *restrict at, void *restrict zone) {
    REAL(int, "gettimeofday", struct timeval *, void *);
    int done = real(at, zone);
    if (done == 0) at->tv_sec += told()[0];
    return done;
}

time_t time(time_t *at) {
    struct timespec now;
    clock_gettime(CLOCK_REALTIME, &now);
    if (at) *at = now.tv_sec;
    return now.tv_sec;
}

int connect(int one, const struct sockaddr *to, socklen_t size) {
    REAL(int, "connect", int, const struct sockaddr *, socklen_t);
    if (told()[1] && to->sa_family == AF_INET && ntohl(((const struct sockaddr_in *)to)->sin_addr.s_addr) >> 24 != 127) {
        errno = ENETUNREACH;
        return -1;
    }
    return real(one, to, size);
}
