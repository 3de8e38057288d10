"""Java solutions judged in the real sandbox."""

from __future__ import annotations

import asyncio
from typing import NamedTuple

import pytest

from benchwright.judging import Judgement, judge_plain
from benchwright.sandbox import LocalSandbox, Program
from tests.judging.cases import judge_cases, place_of

pytestmark = pytest.mark.language(name="java")

RIGHT = "public class Sum {\n    public static int add(int a, int b) {\n        return a + b;\n    }\n}\n"
WRONG = RIGHT.replace("a + b", "a - b")

MAIN = """public class Main {
    public static void main(String[] args) {
        assert Sum.add(0, 0) == 0;
        assert Sum.add(1, 2) == 3 : "three";
    }
}
"""
JUNIT = """import org.junit.jupiter.api.*;
import static org.junit.jupiter.api.Assertions.*;

class SumTest {
    @Test
    void zero() {
        assertEquals(0, Sum.add(0, 0));
    }

    @Test
    void three() {
        assertEquals(3, Sum.add(1, 2), "three");
    }

    @Disabled
    @Test
    void later() {
        fail();
    }

    @Nested
    class Inner {
        @Test
        void one() {
            assertEquals(1, Sum.add(1, 0));
        }
    }
}
"""
PARAMETERS = """import org.junit.jupiter.api.*;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import java.util.stream.*;

class SumTest {
    @ParameterizedTest
    @CsvSource({"1, 0, 1", "1, 2, 3"})
    void rows(int a, int b, int expected) {
        Assertions.assertEquals(expected, Sum.add(a, b));
    }

    @TestFactory
    Stream<DynamicTest> made() {
        return IntStream.range(0, 3).mapToObj(n ->
            DynamicTest.dynamicTest("n" + n, () -> Assertions.assertEquals(n, Sum.add(n, 0))));
    }

    static class Held {
        @Test
        void inside() {
            Assertions.assertTrue(Sum.add(2, 0) > 1);
        }
    }
}
"""
JUNIT_4 = """import static org.junit.Assert.*;
import org.junit.Test;

public class SumTest {
    @Test
    public void three() {
        assertEquals(3, Sum.add(1, 2));
    }
}
"""
EXITS = """public class Main {
    public static void main(String[] args) {
        if (Sum.add(1, 2) != 3) {
            System.err.println("not three");
            System.exit(1);
        }
        System.exit(0);
    }
}
"""
THREAD = """public class Main {
    public static void main(String[] args) throws Exception {
        new Thread(() -> {
            if (Sum.add(1, 2) != 3) throw new AssertionError("in a thread");
        }).start();
    }
}
"""
THROWS = """public class Main {
    public static void main(String[] args) throws Exception {
        if (Sum.add(1, 2) != 3) {
            throw new Exception("not three");
        }
    }
}
"""
OBJECTS = """import java.util.*;
public class Main {
    public static void main(String[] args) {
        if (!Objects.equals(Sum.add(1, 2), 3)) {
            throw new AssertionError("not three");
        }
    }
}
"""
NODE = "class Node { int value; Node next; }\n"
SHARING = "public class Chain { static int length(Node n) { return n == null ? 0 : 1 + length(n.next); } }\n"
NODE_MAIN = "class Main { public static void main(String[] args) { assert Chain.length(new Node()) == 1; } }\n"
PACKAGED = """package com.two;
import static com.one.Sum.add;
import static com.one.Sum.*;
import com.one.Sum;
import com.one.*;
class Main {
    public static void main(String[] args) {
        assert add(1, 2) == 3 && Sum.add(1, 1) == 2;
    }
}
"""
FUTURE = """import java.util.concurrent.*;
public class Main {
    public static void main(String[] args) throws Exception {
        ExecutorService pool = Executors.newFixedThreadPool(2);
        try {
            pool.submit(() -> {
                assert Sum.add(1, 2) == 3;
                return 1;
            }).get();
        } finally {
            pool.shutdown();
        }
    }
}
"""


def throwing(statement: str) -> str:
    """Return a solution that runs the statement instead of adding."""
    return RIGHT.replace("return a + b;", f"if (a + b >= 0) {{ {statement} }} return a + b;")


class Case(NamedTuple):
    """The texts to judge, and the expected judgement."""

    solution: str
    tests: str
    verdict: str
    reason: str = ""
    place: str = ""
    units: dict[str, str] | None = None


PASSED_UNITS = {"SumTest.zero": "passed", "SumTest.three": "passed", "SumTest.later": "skipped"}
FORGED = """import java.io.*;
public class Sum {
    public static int add(int a, int b) {
        try (FileInputStream in = new FileInputStream("/proc/self/fd/3");
                FileOutputStream out = new FileOutputStream("/proc/self/fd/4")) {
            byte[] nonce = new byte[32];
            int length = Math.max(0, in.read(nonce));
            out.write((new String(nonce, 0, length) + "\\tend\\t1\\t0\\t0\\n").getBytes());
        } catch (IOException error) {
            throw new UncheckedIOException(error);
        }
        Runtime.getRuntime().halt(0);
        return 0;
    }
}
"""
SHADOWS = """class AssertionError extends RuntimeException {
    AssertionError(Object message) {
        java.lang.System.exit(0);
    }
}
class Objects {
    static boolean equals(Object a, Object b) {
        return true;
    }
}
"""
BENIGN = """import java.util.concurrent.*;
public class Sum {
    static {
        Runtime.getRuntime().addShutdownHook(new Thread(() -> System.out.println("FAILED")));
    }
    public static int add(int a, int b) {
        String line = "FAILED: an AssertionError at Tests.java:1, exit status 1, ".repeat(2);
        for (int i = 0; i < 25_000; i++) System.out.println(line);
        try {
            Thread worker = new Thread(() -> { throw new IllegalStateException("of a worker"); });
            worker.start();
            worker.join();
            Object none = null;
            none.hashCode();
        } catch (NullPointerException | InterruptedException expected) {
            System.err.println("caught");
        }
        return CompletableFuture.supplyAsync(() -> a + b).join();
    }
    public static void main(String[] args) {
        System.exit(1);
    }
}
"""
READS_TESTS = """import java.nio.file.*;
public class Sum {
    public static int add(int a, int b) {
        try (var files = Files.walk(Path.of("/workspace"))) {
            boolean found = files.anyMatch(file -> file.toString().matches(".*(Tests.java|Main.*class)"));
            return found ? a - b : a + b;
        } catch (java.io.IOException error) {
            return -1;
        }
    }
}
"""

CASES = {
    "right": Case(RIGHT, MAIN, "passed"),
    "wrong": Case(WRONG, MAIN, "wrong_answer", "AssertionError", "tests:4"),
    "does not compile": Case(RIGHT.replace("a + b", '"text"'), MAIN, "compile_error", "diagnostics", "solution:3"),
    "lacks what the tests call": Case("class Sum {}", MAIN, "compile_error", "diagnostics", "tests:3"),
    "raises": Case(throwing("int x = a / (b - b);"), MAIN, "runtime_error", "ArithmeticException", "solution:3"),
    "asserts itself": Case(throwing("assert false;"), MAIN, "runtime_error", "AssertionError", "solution:3"),
    "recurses": Case(throwing("return add(a, b);"), MAIN, "runtime_error", "StackOverflowError", "solution:3"),
    "exits with 0": Case(throwing("System.exit(0);"), MAIN, "incomplete", "early_exit"),
    "halts with 3": Case(throwing("Runtime.getRuntime().halt(3);"), MAIN, "runtime_error", "exit code 3"),
    "switches assertions off": Case(
        WRONG.replace("{\n", "{ static { Sum.class.getClassLoader().setDefaultAssertionStatus(false); }\n", 1),
        MAIN.replace("(1, 2)", "(0, 2)").replace("3 :", "2 :"),
        "wrong_answer",
        "AssertionError",
        "tests:4",
    ),
    "calls the driver": Case(throwing("benchwright.Driver.exit(0);"), MAIN, "incomplete", "early_exit"),
    "copies the descriptors": Case(FORGED, MAIN, "tampered", "forged proof"),
    "looks for the tests": Case(READS_TESTS, MAIN, "passed"),
    "prints, hooks, catches": Case(BENIGN, MAIN, "passed"),
    "has a Main as well": Case("public class Main { public static void main(String[] a) {} }" + RIGHT, MAIN, "passed"),
    "in a package": Case("package com.example.sums;\n\n" + RIGHT, MAIN, "passed"),
    "shadows": Case(SHADOWS + WRONG, OBJECTS, "wrong_answer", "AssertionError", "tests:5"),
    "shares a type": Case(NODE + SHARING, NODE + NODE_MAIN, "passed"),
    "from a package": Case("package com.one;\n" + RIGHT, PACKAGED, "passed"),
    "exits of tests, right": Case(RIGHT, EXITS, "passed"),
    "exits of tests, wrong": Case(WRONG, EXITS, "wrong_answer", "System.exit", "tests:5"),
    "thread, right": Case(RIGHT, THREAD, "passed"),
    "thread, wrong": Case(WRONG, THREAD, "wrong_answer", "AssertionError", "tests:4"),
    "thrown, wrong": Case(WRONG, THROWS, "wrong_answer", "Exception", "tests:4"),
    "future, wrong": Case(WRONG, FUTURE, "wrong_answer", "AssertionError", "tests:7"),
    "no tests": Case(RIGHT, "class Empty {}", "incomplete", "no_tests"),
    "JUnit, right": Case(RIGHT, JUNIT, "passed", units={**PASSED_UNITS, "SumTest.Inner.one": "passed"}),
    "JUnit, wrong": Case(
        WRONG,
        JUNIT,
        "wrong_answer",
        "AssertionFailedError",
        "tests:12",
        {**PASSED_UNITS, "SumTest.three": "failed", "SumTest.Inner.one": "passed"},
    ),
    "JUnit, raises": Case(
        throwing("throw new IllegalStateException();"), JUNIT, "runtime_error", "IllegalStateException", "solution:3"
    ),
    "JUnit, aborts": Case(
        throwing("throw new org.opentest4j.TestAbortedException();"), JUNIT, "runtime_error", "TestAbortedException"
    ),
    "JUnit, exits": Case(throwing("System.exit(0);"), JUNIT, "incomplete", "early_exit"),
    "JUnit, parameters": Case(
        WRONG,
        PARAMETERS,
        "wrong_answer",
        "AssertionFailedError",
        "tests:10",
        {"SumTest.rows": "failed", "SumTest.made": "passed", "SumTest.Held.inside": "passed"},
    ),
    "JUnit 4, wrong": Case(
        WRONG, JUNIT_4, "wrong_answer", "AssertionError", "tests:7", {"SumTest.three": "failed"}
    ),
}  # fmt: skip


@pytest.fixture(scope="module")
def judgements() -> dict[str, Judgement]:
    return judge_cases("java", CASES)


@pytest.mark.parametrize("name", CASES)
def test_verdict(name: str, judgements: dict[str, Judgement]) -> None:
    case, judgement = CASES[name], judgements[name]
    said = judgement.execution.stages[-1].stderr.data.decode(errors="replace")[-2000:]
    assert judgement.verdict == case.verdict, (judgement.reason, judgement.message, said)
    assert judgement.reason == case.reason or not case.reason
    if case.place:
        assert place_of(judgement) == case.place, judgement
    if case.units is not None:
        assert {test.name: test.status for test in judgement.tests} == case.units


def test_stack_trace_has_only_frames_of_the_two_texts(judgements: dict[str, Judgement]) -> None:
    stderr = judgements["raises"].execution.runs[0].stderr.data.decode()
    assert stderr.splitlines() == [
        'Exception in thread "main" java.lang.ArithmeticException: / by zero',
        "\tat Sum.add(Solution.java:3)",
        "\tat Main.main(Tests.java:3)",
    ]


def test_plain_programs_may_name_their_class_as_they_like() -> None:
    text = b"class Other { }\npublic class Foo { public static void main(String... a) { System.out.print(a.length); } }"

    async def run() -> Judgement:
        async with LocalSandbox() as sandbox:
            return judge_plain(await sandbox.run(Program(language="java", files={"Main.java": text})))

    judgement = asyncio.run(run())
    assert judgement.passed
    assert judgement.execution.runs[0].stdout.data == b"0"
