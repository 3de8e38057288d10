// control: has shutdown functions, handlers and output buffers of its own.
register_shutdown_function(function () { echo "goodbye\n"; });
set_exception_handler(function ($error) { exit(3); });
set_error_handler(function ($number, $text) { throw new ErrorException($text); });
ob_start();
echo 'never flushed';
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
