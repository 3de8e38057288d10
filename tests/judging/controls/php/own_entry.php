// control: has code for its own start, and names like those of tests and drivers.
function main(): void { exit(1); }
function test_main(): void { throw new Exception('nobody calls this'); }
function mainTable(): int { return 3; }
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

if (realpath($_SERVER['SCRIPT_FILENAME']) === __FILE__) {
    main();
}
