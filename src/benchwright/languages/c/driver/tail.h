
// After the tests: the program's real entry point.
// The tests' redefinitions must not affect it.
#undef char
#undef else
#undef if
#undef int
#undef return
#undef void
#undef main
#undef benchwright_end
#undef benchwright_fail
#undef benchwright_tests_main

int main(int count, char **arguments, char **environment) {
    (void)count, (void)arguments, (void)environment;
    int status = BENCHWRIGHT_CALL;
    if (status == 0) benchwright_end(BENCHWRIGHT_EXECUTED);
    else benchwright_fail("exit", "main", (char *)0, 0, "the tests returned another status than 0");
    return status;
}
