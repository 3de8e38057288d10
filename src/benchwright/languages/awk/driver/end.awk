# Follows the solution and the tests.

BEGIN {
    benchwright_begun = 1
    if (!BENCHWRIGHT_LATER) {
        benchwright_finish()
        exit benchwright_status
    }
}

END {
    if (benchwright_begun)
        benchwright_finish()
}
