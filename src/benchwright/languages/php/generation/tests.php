<?php

function check(array $actual, array $expected): void
{
    if ($actual !== $expected) {
        throw new Exception(json_encode($actual) . ' instead of ' . json_encode($expected));
    }
}

function testRunningTotals(): void
{
    check(runningTotals([3, 4, 5], 6), [3, 7, 5]);
    check(runningTotals([10, -4, 2], 5), [10, -4, -2]);
    check(runningTotals([5, 5, 5], 5), [5, 10, 5]);
}

testRunningTotals();
