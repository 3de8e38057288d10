// Preloaded into a program to shift its wall clock by a number of seconds. Other clocks are unaffected. A program that
// asks the kernel directly, without the C library, sees the true time.
#include <dlfcn.h>
#include <errno.h>
#include <pthread.h>
#include <semaphore.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

// The oldest symbol versions: the library must load with older C libraries than the one it was built with.
#if defined(__x86_64__)
__asm__(".symver dlsym,dlsym@GLIBC_2.2.5");
__asm__(".symver dlvsym,dlvsym@GLIBC_2.2.5");
#elif defined(__aarch64__)
__asm__(".symver dlsym,dlsym@GLIBC_2.17");
__asm__(".symver dlvsym,dlvsym@GLIBC_2.17");
#endif

#define EXPORT __attribute__((visibility("default")))

enum { MAX_DIGITS = 10 };

static int64_t shift_s;

// Parsed by hand: strtoll would tie this library to the newest C library.
__attribute__((constructor)) static void arm(void) {
    const char *text = getenv("BENCHWRIGHT_CLOCK_SHIFT_S");
    if (!text) return;
    bool back = *text == '-';
    int64_t value = 0;
    const char *digit = text + back;
    for (int i = 0; i < MAX_DIGITS && *digit >= '0' && *digit <= '9'; i++) value = value * 10 + (*digit++ - '0');
    if (!*digit) shift_s = back ? -value : value;
}

static bool is_wall_clock(clockid_t clock) { return clock == CLOCK_REALTIME || clock == CLOCK_REALTIME_COARSE; }

#define REAL(name)                                                                                                    \
    ({                                                                                                                 \
        static __typeof__(&name) real;                                                                                 \
        if (!real) real = (__typeof__(&name))dlsym(RTLD_NEXT, #name);                                                  \
        real;                                                                                                          \
    })

// Asks the kernel directly, which always works: a program with an old C library may lack dlsym.
EXPORT int clock_gettime(clockid_t clock, struct timespec *now) {
    int result = (int)syscall(SYS_clock_gettime, clock, now);
    if (result == 0 && is_wall_clock(clock)) now->tv_sec += shift_s;
    return result;
}

EXPORT int gettimeofday(struct timeval *restrict now, void *restrict zone) {
    struct timeval *volatile asked = now; // the header declares it nonnull, but the kernel accepts NULL
    int result = (int)syscall(SYS_gettimeofday, now, zone);
    if (result == 0 && asked) asked->tv_sec += shift_s;
    return result;
}

EXPORT time_t time(time_t *result) {
    struct timespec now;
    if (clock_gettime(CLOCK_REALTIME, &now) < 0) return -1;
    if (result) *result = now.tv_sec;
    return now.tv_sec;
}

EXPORT int timespec_get(struct timespec *now, int base) {
    if (base != TIME_UTC) {
        __typeof__(&timespec_get) real = REAL(timespec_get);
        return real ? real(now, base) : 0;
    }
    return clock_gettime(CLOCK_REALTIME, now) < 0 ? 0 : base;
}

// A program that waits until a wall-clock time computed it from the shifted clock. Some of these calls do not say which
// clock they mean: a small value must be on another clock, because those start at boot and none has run for thirty years.
static const struct timespec *true_time(const struct timespec *until, struct timespec *room) {
    if (!until || until->tv_sec < 1000000000) return until;
    *room = (struct timespec){until->tv_sec - shift_s, until->tv_nsec};
    return room;
}

EXPORT int clock_nanosleep(clockid_t clock, int flags, const struct timespec *until, struct timespec *rest) {
    struct timespec room;
    bool shifted = (flags & TIMER_ABSTIME) && is_wall_clock(clock);
    __typeof__(&clock_nanosleep) real = REAL(clock_nanosleep);
    return real ? real(clock, flags, shifted ? true_time(until, &room) : until, rest) : ENOSYS;
}

EXPORT int sem_timedwait(sem_t *restrict semaphore, const struct timespec *restrict until) {
    struct timespec room;
    return REAL(sem_timedwait)(semaphore, true_time(until, &room));
}

EXPORT int pthread_mutex_timedlock(pthread_mutex_t *restrict mutex, const struct timespec *restrict until) {
    struct timespec room;
    return REAL(pthread_mutex_timedlock)(mutex, true_time(until, &room));
}

EXPORT int pthread_cond_timedwait(pthread_cond_t *restrict condition, pthread_mutex_t *restrict mutex,
                                  const struct timespec *restrict until) {
    static __typeof__(&pthread_cond_timedwait) real;
    struct timespec room;
#ifdef __x86_64__ // two versions exist here, and the old one has a different condition variable layout
    if (!real) real = (__typeof__(real))dlvsym(RTLD_NEXT, "pthread_cond_timedwait", "GLIBC_2.3.2");
#endif
    if (!real) real = (__typeof__(real))dlsym(RTLD_NEXT, "pthread_cond_timedwait");
    return real(condition, mutex, true_time(until, &room));
}

// Missing from the headers of some C libraries that this is built with.
typedef int wait_on_clock(void *restrict, clockid_t, const struct timespec *restrict);
typedef int wait_with_mutex(void *restrict, void *restrict, clockid_t, const struct timespec *restrict);

static int on_clock(const char *name, void *object, clockid_t clock, const struct timespec *until) {
    struct timespec room;
    wait_on_clock *real = (wait_on_clock *)dlsym(RTLD_NEXT, name);
    return real(object, clock, is_wall_clock(clock) ? true_time(until, &room) : until);
}

EXPORT int shifted_sem_clockwait(void *restrict semaphore, clockid_t clock, const struct timespec *restrict until)
    __asm__("sem_clockwait");
EXPORT int shifted_sem_clockwait(void *restrict semaphore, clockid_t clock, const struct timespec *restrict until) {
    return on_clock("sem_clockwait", semaphore, clock, until);
}

EXPORT int shifted_mutex_clocklock(void *restrict mutex, clockid_t clock, const struct timespec *restrict until)
    __asm__("pthread_mutex_clocklock");
EXPORT int shifted_mutex_clocklock(void *restrict mutex, clockid_t clock, const struct timespec *restrict until) {
    return on_clock("pthread_mutex_clocklock", mutex, clock, until);
}

EXPORT int shifted_cond_clockwait(void *restrict condition, void *restrict mutex, clockid_t clock,
                                  const struct timespec *restrict until) __asm__("pthread_cond_clockwait");
EXPORT int shifted_cond_clockwait(void *restrict condition, void *restrict mutex, clockid_t clock,
                                  const struct timespec *restrict until) {
    struct timespec room;
    wait_with_mutex *real = (wait_with_mutex *)dlsym(RTLD_NEXT, "pthread_cond_clockwait");
    return real(condition, mutex, clock, is_wall_clock(clock) ? true_time(until, &room) : until);
}
