#include <assert.h>

int main(void) { assert(1 + 1 == 3); }
