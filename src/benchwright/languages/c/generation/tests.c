#include <assert.h>
#include <string.h>

static int gives(const int numbers[3], int limit, const int expected[3]) {
    int totals[3];
    running_totals(numbers, 3, limit, totals);
    return memcmp(totals, expected, sizeof totals) == 0;
}

int main(void) {
    assert(gives((int[]){3, 4, 5}, 6, (int[]){3, 7, 5}));
    assert(gives((int[]){10, -4, 2}, 5, (int[]){10, -4, -2}));
    assert(gives((int[]){5, 5, 5}, 5, (int[]){5, 10, 5}));
    return 0;
}
