/* Called by the tests' own `stop` and at their end; proof.c writes to the proof pipe. */

#include <stdio.h>

long benchwright_fail(const char *kind, const char *name, const char *place, const char *message);
long benchwright_end(void);
void _gfortran_exit_i4(int *status);

/* The tests exit the program: status 0 means that they are complete. */
void benchwright_stop_(int *line, int *status, const char *text, size_t length) {
    char name[32], place[32], message[201];
    if (*status == 0) {
        benchwright_end();
    } else {
        snprintf(name, sizeof name, "stop %d", *status);
        snprintf(place, sizeof place, "tests.f90:%d", *line);
        snprintf(message, sizeof message, "%.*s", (int)(length < 200 ? length : 200), text);
        benchwright_fail("exit", name, place, message);
    }
    if (length) fprintf(stderr, "STOP %.*s\n", (int)length, text);
    _gfortran_exit_i4(status);
}

void benchwright_finish_(void) { benchwright_end(); }
