<?php

declare(strict_types=1);

function tally($words)
{
    if (!is_array($words)) {
        throw new InvalidArgumentException("no list");
    }
    return array_count_values($words);
}

function longest(array $words): ?string
{
    usort($words, fn ($a, $b) => strlen($b) <=> strlen($a));
    return $words[0] ?? null;
}

final class Limits
{
    public function __construct(private int $low, private int $high)
    {
    }

    public function clamp(int $number): int
    {
        return max($this->low, min($this->high, $number));
    }
}
