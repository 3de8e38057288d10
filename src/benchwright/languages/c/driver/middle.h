
// Between solution and tests: undoes what the solution may have redefined for the rest of the text.
#undef NDEBUG
#undef assert
#undef __assert_fail
#undef main
#undef if
#undef else
#undef for
#undef while
#undef do
#undef switch
#undef case
#undef default
#undef break
#undef continue
#undef goto
#undef return
#undef sizeof
#undef benchwright_tests_main
#undef benchwright_exit_of_tests
#undef benchwright_abort_of_tests
// Macros in C, which the tests may get through the solution's includes.
#ifdef true
#undef true
#define true 1
#endif
#ifdef false
#undef false
#define false 0
#endif
#include <assert.h>
