
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
#undef return
#undef true
#undef false
#undef try
#undef catch
#undef throw
#undef static_cast
#undef dynamic_cast
#undef const_cast
#undef reinterpret_cast
#undef benchwright_tests_main
#include <cassert>
