// There are no exceptions in C; this is what comes nearest.
int main(void) {
    volatile int *nowhere = 0;
    *nowhere = 1;
}
