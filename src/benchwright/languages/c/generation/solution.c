#include <stddef.h>

/* Writes the running totals; after one that exceeds the limit, the next starts from 0. */
void running_totals(const int *numbers, size_t count, int limit, int *totals) {
    int total = 0;
    for (size_t i = 0; i < count; i++) {
        total += numbers[i];
        totals[i] = total;
        if (total > limit) {
            total = 0;
        }
    }
}
