<?php

function check($want, $got): void
{
    if ($want !== $got) {
        throw new Exception('expected ' . json_encode($want) . ', got ' . json_encode($got));
    }
}

function testTally(): void
{
    check(['a' => 2, 'b' => 1], tally(['a', 'b', 'a']));
    check([], tally([]));
    try {
        tally(5);
        assert(false, 'a number is no list');
    } catch (InvalidArgumentException) {
        echo "refused\n";
    }
}

function testLongest(): void
{
    assert(longest(['fig', 'plum', 'kiwi']) === 'plum');
    assert(longest([]) === null);
}

testTally();
testLongest();
$limits = new Limits(1, 5);
if ($limits->clamp(7) !== 5) {
    echo "clamp\n";
    exit(1);
}
$limits->clamp(3) === 3 or die('inside');
