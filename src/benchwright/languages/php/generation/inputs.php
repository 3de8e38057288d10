<?php

function show(array $numbers): string
{
    return '[' . implode(', ', $numbers) . ']';
}

function testInputs(): void
{
    foreach ([[[3, 4, 5], 6], [[10, -4, 2], 5], [[5, 5, 5], 5]] as [$numbers, $limit]) {
        echo show($numbers), " $limit -> ", show(runningTotals($numbers, $limit)), "\n";
    }
}

testInputs();
