<?php

/** The running totals; after one that exceeds the limit, the next starts from 0. */
function runningTotals(array $numbers, int $limit): array
{
    $totals = [];
    $total = 0;
    foreach ($numbers as $number) {
        $total += $number;
        $totals[] = $total;
        if ($total > $limit) {
            $total = 0;
        }
    }
    return $totals;
}
