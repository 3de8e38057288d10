"""What joining does to Swift texts."""

from __future__ import annotations

from benchwright.languages import find_language
from benchwright.languages.join import Joined, join


def joined(tests: str, solution: str = "let x = 1\n") -> Joined:
    return join(find_language("swift"), solution, tests)


def changed(tests: str) -> str:
    """Return the tests' text as it is in the program, without what surrounds it."""
    text = joined(tests).files["main.swift"].decode()
    return text.partition('(file: "tests.swift", line: 1)\n')[2].partition("\n#sourceLocation")[0]


def solution_of(solution: str, tests: str = "f()\n") -> str:
    text = joined(tests, solution).files["main.swift"].decode()
    return text.partition('(file: "solution.swift", line: 1)\n')[2].partition("\n#sourceLocation")[0]


def test_checks_become_the_drivers() -> None:
    text = "assert(a == 1)\nSwift.precondition(b)\nguard c else { Foundation.exit(1) }\nx.assert(d)\n"
    assert changed(text) == (
        "benchwright_assert(a == 1)\nbenchwright_precondition(b)\nguard c else { benchwright_exit(1) }\nx.assert(d)\n"
    )


def test_functions_that_the_tests_define_are_kept() -> None:
    text = "func assert(_ a: Int) { abort() }\nassert(1)\nassert(2)\n"
    assert changed(text) == text.replace("abort", "benchwright_abort")


def test_thrown_errors_are_recorded() -> None:
    assert changed('func f() throws {\n  throw E.bad("x")\n}\ng()\n') == (
        'func f() throws {\n  throw benchwright_thrown(E.bad("x"))\n}\ng()\n'
    )


def test_single_calls_of_the_tests_own_functions_are_marked() -> None:
    text = "func one() {}\nfunc two(_ a: Int) {}\ntry one() // ends\ntwo(1)\ntwo(2)\nprint(1)\n"
    assert changed(text) == text.replace("one() //", 'one(); benchwright_unit("one", "passed", 0, "") //')


def test_uncalled_tests_are_called() -> None:
    program = joined("func testOne() async {}\nfunc testTwo(_ a: Int) {}\nfunc helper() {}\nlet x = 2\n")
    text = program.files["main.swift"].decode()
    assert program.entry == "call"
    assert text.endswith('try await testOne(); benchwright_unit("testOne", "passed", 0, "")\nbenchwright_end()\n')
    assert joined("func testOne() {}\ntestOne()\n").entry == "text"


def test_main_is_called_if_there_are_several_entries() -> None:
    text = joined("func testOne() {}\nfunc main() {}\n").files["main.swift"].decode()
    assert "try main();" in text
    assert "try testOne" not in text


def test_the_solutions_entry_does_not_run() -> None:
    assert solution_of("@main struct A {}\nfunc main() {}\nmainly()\ntry await main()\nB.main()\n") == (
        " struct A {}\nfunc main() {}\nmainly()\n\n\n"
    )
    assert solution_of("#!/usr/bin/swift\nf()\n") == "///usr/bin/swift\nf()\n"


def test_two_main_functions_do_not_clash() -> None:
    solution = "func main() {}\nfunc other() { x.main() }\n"
    assert solution_of(solution, "func main() {}\n") == solution.replace("func main", "func benchwright_solution_main")
    assert solution_of(solution, "main()\n") == solution


def test_framework_classes_are_run() -> None:
    text = (
        "import XCTest\n@testable import Thing\nclass A: XCTestCase {\n  func testX() {}\n  func helper() {}\n}\n"
        "final class B: A {\n  func testY() async throws {}\n  func testZ(_ a: Int) {}\n}\n"
    )
    program = joined(text)
    assert (program.entry, program.framework, program.silent) == ("framework", "XCTest", ())
    main = program.files["main.swift"].decode()
    assert 'XCTMain([testCase([("testX", A.testX)]), testCase([("testY", asyncTest(B.testY))])])\n' in main
    assert "import Thing" not in main
    own = joined(text + "XCTMain([testCase(A.allTests)])\n").files["main.swift"].decode()
    assert own.count("XCTMain(") == 1


def test_framework_checks_outside_the_framework_can_fail() -> None:
    program = joined("import XCTest\nXCTAssertEqual(f(), 1)\n")
    assert (program.entry, program.framework, program.silent) == ("text", "", ("XCTAssert",))
    assert b"\nBenchwrightOutside.run()\n" in program.files["main.swift"]


def test_swift_testing_runs_tests_that_use_it() -> None:
    program = joined("import XCTest\nimport Testing\n@Test func doubles() { #expect(f(2) == 4) }\n")
    assert program.framework == "Swift Testing"
    assert program.files["main.swift"].endswith(b"BenchwrightTesting.run()\n")
    assert joined("import Testing\nfunc main() {}\n").framework == ""
