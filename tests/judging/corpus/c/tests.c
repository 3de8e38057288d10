#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define CHECK_TEXT(got, want) \
    do { \
        if (strcmp((got), (want)) != 0) { \
            fprintf(stderr, "another text was wanted: %s\n", #got); \
            exit(1); \
        } \
    } while (0)

static void check_number(int got, int want) {
    if (got != want) {
        fprintf(stderr, "%d was wanted, not %d\n", want, got);
        abort();
    }
}

int main(void) {
    char text[6];
    assert(minutes("09:30") == 570);
    assert(minutes("00:00") == 0);
    CHECK_TEXT(clock_text(570, text), "09:30");
    CHECK_TEXT(clock_text(-60, text), "23:00");
    check_number(minutes("24:61"), -1);
    if (between("22:30", "06:00") != 450) return 1;
    return 0;
}
