// C17 with its library, mathematics, threads, atomics and POSIX included.
#define _GNU_SOURCE
#include <assert.h>
#include <complex.h>
#include <ctype.h>
#include <math.h>
#include <pthread.h>
#include <regex.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <threads.h>
#include <time.h>

static atomic_int count;

static void *increase(void *times) {
    for (int i = 0; i < *(int *)times; i++) count++;
    return NULL;
}

static int ascending(const void *a, const void *b) { return *(const int *)a - *(const int *)b; }

int main(void) {
    volatile double two = 2;
    assert(fabs(sqrt(two) - 1.41421356) < 1e-8 && cabs(3 + 4 * I) == 5);

    int numbers[] = {3, 1, 2}, times = 1000;
    qsort(numbers, 3, sizeof *numbers, ascending);
    assert(numbers[0] == 1 && numbers[2] == 3);

    pthread_t threads[4];
    for (int i = 0; i < 4; i++) assert(pthread_create(&threads[i], NULL, increase, &times) == 0);
    for (int i = 0; i < 4; i++) pthread_join(threads[i], NULL);
    assert(count == 4000);

    regex_t pattern;
    assert(regcomp(&pattern, "^[a-z]+$", REG_EXTENDED) == 0 && regexec(&pattern, "word", 0, NULL, 0) == 0);
    regfree(&pattern);
    char *copy = strdup("complete");
    bool same = strcmp(copy, "complete") == 0 && toupper(copy[0]) == 'C' && (uint8_t)256 == 0;
    if (same) puts(copy);
    free(copy);
}
