"""What joining does to Julia texts."""

from __future__ import annotations

from benchwright.languages import find_language
from benchwright.languages.join import Joined, join


def joined(tests: str, solution: str = "x = 1\n") -> Joined:
    return join(find_language("julia"), solution, tests)


def changed(tests: str) -> str:
    return joined(tests).files["tests.jl"].decode()


def solution_of(solution: str) -> str:
    return joined("f()\n", solution).files["solution.jl"].decode()


def test_exits_are_redirected_to_the_driver() -> None:
    text = 'f() || exit(1)\nBase.exit()\nx.exit(2)\n"exit(3)"\n'
    assert changed(text) == (
        'f() || Main.BenchwrightDriver.exit_of_tests(1)\nMain.BenchwrightDriver.exit_of_tests()\nx.exit(2)\n"exit(3)"\n'
    )


def test_single_calls_of_the_tests_own_functions_are_marked() -> None:
    text = "one() = 1\nfunction two(a)\nend\none() # ends\ntwo(1)\ntwo(2)\nprintln(1)\n"
    assert changed(text) == text.replace("one() #", 'one(); Main.BenchwrightDriver.unit("one") #')


def test_uncalled_tests_are_called() -> None:
    program = joined("using Test\ntest_one() = @test true\nfunction test_two(a)\nend\nhelper() = 1\nconst x = 2\n")
    assert program.entry == "call"
    assert program.files["tests.jl"].endswith(b'\ntest_one(); Main.BenchwrightDriver.unit("test_one")')
    assert joined("test_one() = 1\ntest_one()\n").entry == "text"
    assert (
        joined("function test_one()\nend\nfunction main()\n    test_one()\nend\n")
        .files["tests.jl"]
        .endswith(b'\nmain(); Main.BenchwrightDriver.unit("main")')
    )


def test_the_solutions_entry_does_not_run() -> None:
    text = "function main(n)\nend\nmainly()\n{}\n"
    for call in ("main()", "main(ARGS)", "exit(main())", "!isinteractive() && main()", "isinteractive() || main()"):
        assert solution_of(text.format(call)) == text.format("")
    assert solution_of("if !isinteractive()\n    main()\nend\n") == "\n\n\n"
    for other in ("x = main()", "f() && main()", "if f()\n    main()\nend"):
        assert solution_of(text.format(other)) == text.format(other)


def test_results_of_test_calls_go_through_the_driver() -> None:
    assert "testsets.jl" not in joined("@assert f() == 1\n").files
    assert "testsets.jl" in joined("@test f() == 1\n").files
    assert "testsets.jl" in joined("@assert f() == 1\n", "using Test\n@test true\n").files
    program = joined('@testset "all" begin\n    @test f() == 1\nend\n')
    assert (program.entry, program.framework) == ("framework", "Test")
