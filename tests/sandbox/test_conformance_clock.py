"""A shifted wall clock, while all other clocks stay correct."""

from __future__ import annotations

import datetime
import json

import pytest

from benchwright.errors import ToolchainMissing, UsageError
from benchwright.languages import find_language
from benchwright.sandbox import Program, Run
from tests.conftest import in_language
from tests.sandbox import programs
from tests.sandbox.programs import Bench, cpp, python

bench = programs.bench

SHIFT_S = 400 * 86400
SHIFTS = (0, SHIFT_S, -SHIFT_S)

YEARS = {
    "c": "#include <stdio.h>\n#include <time.h>\n"
    'int main() { time_t now = time(0); printf("%d\\n", gmtime(&now)->tm_year + 1900); }',
    "cpp": "#include <chrono>\n#include <cstdio>\n#include <ctime>\n"
    "int main() { auto now = std::chrono::system_clock::to_time_t(std::chrono::system_clock::now());"
    'printf("%d\\n", gmtime(&now)->tm_year + 1900); }',
    "java": "public class Main { public static void main(String[] arguments) {"
    "System.out.println(java.time.Year.now(java.time.ZoneOffset.UTC)); } }",
    "javascript": "console.log(new Date().getUTCFullYear())",
    "typescript": "console.log(new Date().getUTCFullYear())",
    "perl": "print((gmtime)[5] + 1900, qq(\\n));",
    "python": "import datetime; print(datetime.datetime.now(datetime.timezone.utc).year)",
    "ruby": "puts Time.now.utc.year",
    "rust": "use std::time::*;\nfn main() { let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap();"
    'println!("{}", 1970 + now.as_secs() / 31556952); }',
    "shell": "date -u +%Y",
}
GO = 'package main\nimport ("fmt"; "time")\nfunc main() { fmt.Println(time.Now().UTC().Year()) }'


def years(bench: Bench, language: str, text: str) -> list[int]:
    runs = tuple(Run(clock_shift_s=shift_s) for shift_s in SHIFTS)
    program = Program(language=language, files={find_language(language).source: text.encode()}, runs=runs)
    try:
        stages = bench.run(program).runs
    except ToolchainMissing as error:  # it may be unreachable in this mode
        pytest.skip(f"toolchain missing: {error}")
    assert all((stage.exit_code, stage.stderr.data) == (0, b"") for stage in stages), stages
    return [int(stage.stdout.data) for stage in stages]


@pytest.mark.parametrize("language", [in_language(name) for name in YEARS])
def test_the_year_is_another(bench: Bench, language: str) -> None:
    true = datetime.datetime.now(datetime.UTC)
    expected = [(true + datetime.timedelta(seconds=shift_s)).year for shift_s in SHIFTS]
    assert years(bench, language, YEARS[language]) == expected


@pytest.mark.language(name="go")
def test_go_asks_the_kernel_itself(bench: Bench) -> None:
    assert len(set(years(bench, "go", GO))) == 1


def shifted(text: str, shift_s: int = SHIFT_S) -> Program:
    return python(text, runs=(Run(clock_shift_s=shift_s),))


@pytest.mark.parametrize("shift_s", SHIFTS[1:])
def test_other_clocks_and_waiting_stay_true(bench: Bench, shift_s: int) -> None:
    text = """
        import json, os, threading, time
        began = time.monotonic()
        time.sleep(0.05)
        threading.Event().wait(0.05)
        lock = threading.Lock(); lock.acquire()
        assert not lock.acquire(timeout=0.05)
        waited = time.monotonic() - began
        open("f", "w").close()
        ahead = time.time() - os.stat("f").st_mtime
        print(json.dumps([waited, ahead]))
    """
    waited, ahead = json.loads(bench.output(shifted(text, shift_s)))
    assert 0.15 <= waited < programs.DEADLINE_S
    assert abs(ahead - shift_s) < programs.DEADLINE_S


@pytest.mark.language(name="cpp")
def test_waiting_until_a_time_of_the_shifted_clock(bench: Bench) -> None:
    """Every way to wait until 50 ms from now takes 50 ms: neither 400 days nor no time at all."""
    text = r"""
        #include <cerrno>
        #include <chrono>
        #include <cstdio>
        #include <ctime>
        #include <pthread.h>
        #include <semaphore.h>
        static timespec soon(clockid_t clock) {
            timespec t;
            clock_gettime(clock, &t);
            t.tv_nsec += 50000000;
            if (t.tv_nsec >= 1000000000) { t.tv_sec++; t.tv_nsec -= 1000000000; }
            return t;
        }
        int main() {
            pthread_mutex_t held = PTHREAD_MUTEX_INITIALIZER, own = PTHREAD_MUTEX_INITIALIZER;
            pthread_mutex_lock(&held);
            pthread_cond_t plain = PTHREAD_COND_INITIALIZER, steady;
            pthread_condattr_t attributes;
            pthread_condattr_init(&attributes);
            pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC);
            pthread_cond_init(&steady, &attributes);
            sem_t semaphore;
            sem_init(&semaphore, 0, 0);
            for (int way = 0; way < 5; way++) {
                auto began = std::chrono::steady_clock::now();
                timespec until = soon(way == 1 ? CLOCK_MONOTONIC : CLOCK_REALTIME);
                pthread_mutex_lock(&own);
                int result = way == 0   ? pthread_cond_timedwait(&plain, &own, &until)
                             : way == 1 ? pthread_cond_timedwait(&steady, &own, &until)
                             : way == 2 ? pthread_mutex_timedlock(&held, &until)
                             : way == 3 ? clock_nanosleep(CLOCK_REALTIME, TIMER_ABSTIME, &until, nullptr)
                                        : (sem_timedwait(&semaphore, &until) < 0 ? errno : 0);
                pthread_mutex_unlock(&own);
                std::chrono::duration<double> waited = std::chrono::steady_clock::now() - began;
                printf("%d %d\n", result == (way == 3 ? 0 : ETIMEDOUT), waited.count() >= 0.045);
            }
        }
    """
    for shift_s in SHIFTS:
        program = cpp(text, runs=(Run(clock_shift_s=shift_s),))
        assert bench.output(program) == b"1 1\n" * 5


def test_children_live_at_the_same_time(bench: Bench) -> None:
    text = """
        import subprocess, time
        child = int(subprocess.run(["/bin/date", "+%s"], capture_output=True, check=True).stdout)
        assert abs(child - time.time()) < 100
        print(int(time.time()))
    """
    assert int(bench.output(shifted(text))) - int(bench.output(python(text))) > SHIFT_S - 100


def test_a_shifted_run_starts_fresh_and_leaves_the_next_alone(bench: Bench) -> None:
    program = python("import os; print(sorted(name for name in os.environ if 'CLOCK' in name or 'PRELOAD' in name))")
    before = [bench.stage(program) for _ in range(3)]
    stage = bench.stage(shifted("import os; print(os.environ['LD_PRELOAD'])"))
    assert not stage.warm
    assert {one.stdout.data for one in (*before, bench.stage(program))} == {b"[]\n"}


def test_the_programs_own_libraries_stay(bench: Bench) -> None:
    text = "import os, sys; sys.stdout.write(os.environ['LD_PRELOAD'])"
    run = Run(clock_shift_s=1, env={"LD_PRELOAD": "/opt/benchwright/warm.so"})
    assert bench.output(python(text, runs=(run,))) == b"/opt/benchwright/clock.so:/opt/benchwright/warm.so"


@pytest.mark.parametrize("shift_s", [10**9 + 1, -(10**9) - 1])
def test_a_shift_beyond_all_calendars_is_refused(bench: Bench, shift_s: int) -> None:
    with pytest.raises(UsageError, match="cannot be shifted"):
        bench.run(shifted("", shift_s))
