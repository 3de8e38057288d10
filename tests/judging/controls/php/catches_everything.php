// control: throws and catches errors of all kinds, and leaves warnings.
foreach ([fn () => assert(false), fn () => intdiv(1, 0), fn () => missing(), fn () => strlen([])] as $fail) {
    try {
        $fail();
        exit(1);
    } catch (Throwable $error) {
        fwrite(STDERR, get_class($error) . "\n");
    }
}
echo $undefined, @file_get_contents('/nowhere');
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
