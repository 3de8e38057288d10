"""What joining does to Perl texts."""

from __future__ import annotations

from benchwright.languages import find_language
from benchwright.languages.join import Joined, join

HOOK = "CORE::evalbytes(Benchwright::tests())"


def joined(solution: str, tests: str = "f();") -> Joined:
    return join(find_language("perl"), solution, tests)


def solution_of(solution: str) -> str:
    return joined(solution).files["solution.pl"].decode()


def test_the_tests_follow_any_end_of_the_solution() -> None:
    assert solution_of("1;\n__END__\ndie;\n").endswith(f"1;\n\n;{HOOK}; " + solution_of("").partition(f"{HOOK}; ")[2])
    assert "die" not in solution_of("1;\n__END__\ndie;\n").partition(HOOK)[0]
    assert "\n=cut\n" in solution_of("1;\n\n=head1 NAME\n\ntext\n")
    assert "=cut" not in solution_of("1;\n# the end")


def test_data_is_kept() -> None:
    assert r"it\'s" in solution_of("print <DATA>;\n__DATA__\nit's\n")


def test_an_end_mark_inside_a_string_does_not_count() -> None:
    assert "print 5;" in solution_of("print <<'X';\n__END__\nX\nprint 5;\n")


def test_tests_are_exempt_from_the_solutions_rules() -> None:
    assert b"no strict; $x = 1;" in joined("use strict;", "$x = 1;").files["tests.pl"]
    assert b"no strict" not in joined("", "use strict;\nf();").files["tests.pl"]


def test_tests_that_are_a_program_run_as_one() -> None:
    assert b"run() unless 0;" in joined("", "run() unless caller;").files["tests.pl"]


def test_frameworks_and_uncalled_tests() -> None:
    assert joined("", "use Test::More;\nok(1);\ndone_testing();").framework == "Test::More"
    assert joined("", "sub test_one { die }").entry == "call"
