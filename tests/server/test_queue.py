"""Turns in the queue: bounded, fair, never lost."""

from __future__ import annotations

import asyncio
import contextlib

import pytest
from hypothesis import given
from hypothesis import strategies as st

from benchwright.sandbox import Execution, Guarantees, Program
from benchwright.server.call import Client, Overloaded
from benchwright.server.queue import Queue, QueuedSandbox

A, B = Client(name="a"), Client(name="b")


async def _hold(queue: Queue, client: Client, order: list[str], end: asyncio.Event, label: str = "") -> None:
    async with queue.turn(client):
        order.append(label or client.name)
        await end.wait()


async def _settle() -> None:
    for _ in range(5):
        await asyncio.sleep(0)


def test_clients_alternate_and_each_is_first_come_first_served() -> None:
    async def main() -> list[str]:
        queue, order, end = Queue(1, 100), list[str](), asyncio.Event()
        first = asyncio.create_task(_hold(queue, A, order, end, "a0"))
        await _settle()
        many = [asyncio.create_task(_hold(queue, A, order, end, f"a{number}")) for number in range(1, 5)]
        await _settle()
        few = [asyncio.create_task(_hold(queue, B, order, end, f"b{number}")) for number in range(2)]
        await _settle()
        end.set()
        await asyncio.gather(first, *many, *few)
        return order

    assert asyncio.run(main()) == ["a0", "b0", "a1", "b1", "a2", "a3", "a4"]


def test_a_full_queue_rejects_and_one_client_cannot_fill_it() -> None:
    async def main() -> None:
        queue, order, end = Queue(1, 8), list[str](), asyncio.Event()
        tasks = [asyncio.create_task(_hold(queue, A, order, end)) for _ in range(8)]
        await _settle()
        assert (queue.running, queue.waiting) == (1, 7)
        with pytest.raises(Overloaded) as refused:
            await _hold(queue, A, order, end)
        assert refused.value.retry_after_s >= 1
        assert not refused.value.limited
        tasks.append(asyncio.create_task(_hold(queue, B, order, end)))
        await _settle()
        with pytest.raises(Overloaded):
            await _hold(queue, Client(name="c"), order, end)
        end.set()
        await asyncio.gather(*tasks)
        assert (queue.running, queue.waiting) == (0, 0)

    asyncio.run(main())


def test_a_client_at_its_limit_lets_others_run() -> None:
    async def main() -> None:
        queue, order, end = Queue(3, 100), list[str](), asyncio.Event()
        narrow = Client(name="narrow", concurrency=1)
        tasks = [asyncio.create_task(_hold(queue, narrow, order, end)) for _ in range(4)]
        await _settle()
        assert queue.running == 1
        tasks += [asyncio.create_task(_hold(queue, A, order, end)) for _ in range(4)]
        await _settle()
        assert order == ["narrow", "a", "a"]
        end.set()
        await asyncio.gather(*tasks)
        assert len(order) == 8

    asyncio.run(main())


def test_waiting_too_long_is_rejected_and_loses_no_slot() -> None:
    async def main() -> None:
        queue, order, end = Queue(1, 100), list[str](), asyncio.Event()
        first = asyncio.create_task(_hold(queue, A, order, end))
        await _settle()
        late = asyncio.create_task(_hold(queue, B, order, end, "late"))
        await _settle()
        with pytest.raises(Overloaded, match="timed out"):
            async with asyncio.timeout(20), queue.turn(A, deadline=asyncio.get_running_loop().time() + 0.01):
                order.append("too early")
        assert (queue.running, queue.waiting) == (1, 1)
        end.set()
        await asyncio.gather(first, late)
        async with queue.turn(A, deadline=asyncio.get_running_loop().time() - 1):
            order.append("free")  # without waiting there is no timeout
        assert order == ["a", "late", "free"]
        assert (queue.running, queue.waiting) == (0, 0)

    asyncio.run(main())


def test_a_deadline_limits_waiting_but_not_running() -> None:
    async def main() -> None:
        queue, end = Queue(1, 1), asyncio.Event()
        soon = asyncio.get_running_loop().time() + 0.01
        async with queue.turn(A, deadline=soon):
            asyncio.get_running_loop().call_at(soon + 0.02, end.set)
            await end.wait()

    asyncio.run(main())


class _Countdown:
    """A sandbox that counts concurrent runs."""

    def __init__(self) -> None:
        self.now = self.most = 0

    async def run(self, program: Program) -> Execution:
        self.now += 1
        self.most = max(self.most, self.now)
        await asyncio.sleep(0)
        self.now -= 1
        return Execution(
            language=program.language,
            toolchain="none",
            environment=None,
            build=None,
            runs=(),
            guarantees=Guarantees(),
            backend="test",
        )

    def run_many(self, programs: object) -> object:
        raise NotImplementedError

    async def aclose(self) -> None:
        raise AssertionError("what all share stays open")


def test_a_batch_never_fills_the_queue() -> None:
    async def main() -> None:
        queue, inner = Queue(2, 4), _Countdown()
        sandbox = QueuedSandbox(queue, A, inner)  # type: ignore[arg-type]
        programs = [Program(language=str(number), files={}) for number in range(50)]
        seen = [execution.language async for _, execution in sandbox.run_many(programs)]
        assert sorted(map(int, seen)) == list(range(50))
        assert inner.most == 2
        await sandbox.aclose()

    asyncio.run(main())


def test_an_admitted_request_is_never_rejected_later() -> None:
    async def main() -> None:
        queue, order, end = Queue(1, 8), list[str](), asyncio.Event()
        busy = asyncio.create_task(_hold(queue, B, order, end))
        await _settle()
        requests = [QueuedSandbox(queue, A, _Countdown()) for _ in range(8)]  # type: ignore[arg-type]
        program = Program(language="x", files={})
        tasks = [asyncio.create_task(request.run(program)) for request in requests[:7] for _ in range(12)]
        await _settle()
        assert queue.waiting == 84
        for _ in range(2):  # further programs of a refused request are refused too
            with pytest.raises(Overloaded):
                await requests[7].run(program)
        tasks.append(asyncio.create_task(QueuedSandbox(queue, B, _Countdown()).run(program)))  # type: ignore[arg-type]
        await _settle()
        end.set()
        assert len(await asyncio.gather(*tasks)) == 85
        await busy
        assert (queue.running, queue.waiting) == (0, 0)

    asyncio.run(main())


_steps = st.lists(
    st.tuples(st.sampled_from(["come", "cancel", "end", "settle"]), st.integers(0, 3), st.integers(0, 9)), max_size=60
)


@given(_steps, st.integers(1, 3), st.integers(1, 8), st.sampled_from([None, 1, 2]))
def test_cancellations_lose_no_slot(
    steps: list[tuple[str, int, int]], concurrency: int, limit: int, own: int | None
) -> None:
    async def main() -> None:
        queue = Queue(concurrency, limit)
        tasks: list[asyncio.Task[None]] = []
        ends: dict[asyncio.Task[None], asyncio.Event] = {}
        running: dict[str, int] = {}

        async def hold(client: Client, end: asyncio.Event) -> None:
            with contextlib.suppress(Overloaded):
                async with queue.turn(client):
                    running[client.name] = running.get(client.name, 0) + 1
                    try:
                        assert sum(running.values()) <= concurrency
                        assert running[client.name] <= (client.concurrency or concurrency)
                        await end.wait()
                    finally:
                        running[client.name] -= 1

        for what, who, which in steps:
            if what == "come":
                end = asyncio.Event()
                task = asyncio.create_task(hold(Client(name=str(who), concurrency=own if who == 0 else None), end))
                tasks.append(task)
                ends[task] = end
            elif what == "settle":
                await _settle()
            elif tasks:
                task = tasks[which % len(tasks)]
                if what == "cancel":
                    task.cancel()
                else:
                    ends[task].set()
            assert queue.waiting <= limit
            assert queue.running <= concurrency
        for end in ends.values():
            end.set()
        await asyncio.wait_for(asyncio.gather(*tasks, return_exceptions=True), 60)
        assert all(task.cancelled() or task.exception() is None for task in tasks)
        assert (queue.running, queue.waiting) == (0, 0)
        async with asyncio.timeout(1), contextlib.AsyncExitStack() as stack:
            for _ in range(concurrency):  # no turn was lost
                await stack.enter_async_context(queue.turn(A))

    asyncio.run(main())


@given(st.lists(st.integers(0, 4), min_size=1, max_size=40))
def test_waiting_takes_at_most_one_round(arrivals: list[int]) -> None:
    """Between two turns of a waiting client, no other client gets more than one."""

    async def main() -> list[str]:
        queue, order, end = Queue(1, 1000), list[str](), asyncio.Event()
        tasks = [asyncio.create_task(_hold(queue, Client(name="first"), order, end))]
        await _settle()
        tasks += [asyncio.create_task(_hold(queue, Client(name=str(name)), order, end)) for name in arrivals]
        await _settle()
        end.set()
        await asyncio.gather(*tasks)
        return order[1:]

    order = asyncio.run(main())
    assert sorted(order) == sorted(map(str, arrivals))
    left = {str(name): arrivals.count(name) for name in arrivals}
    while any(left.values()):
        waiting = [name for name, count in left.items() if count]
        turn, order = order[: len(waiting)], order[len(waiting) :]
        assert sorted(turn) == sorted(waiting)
        for name in turn:
            left[name] -= 1
