#include <stdio.h>

static void show(const int *numbers, size_t count) {
    printf("[");
    for (size_t i = 0; i < count; i++) {
        printf(i > 0 ? ", %d" : "%d", numbers[i]);
    }
    printf("]");
}

static void test_input(const int numbers[3], int limit) {
    int totals[3];
    running_totals(numbers, 3, limit, totals);
    show(numbers, 3);
    printf(" %d -> ", limit);
    show(totals, 3);
    printf("\n");
}

int main(void) {
    test_input((int[]){3, 4, 5}, 6);
    test_input((int[]){10, -4, 2}, 5);
    test_input((int[]){5, 5, 5}, 5);
    return 0;
}
