// control: starts child processes, one of which is a copy of itself.
assert(shell_exec('echo hello') === "hello\n");
$pid = pcntl_fork();
if ($pid === 0) {
    posix_kill(getmypid(), SIGKILL);
}
pcntl_waitpid($pid, $status);
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
