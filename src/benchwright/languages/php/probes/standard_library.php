<?php

// What programs mostly use, extensions and subprocesses included.
declare(strict_types=1);

enum Suit: string
{
    case Hearts = 'H';
}

assert(json_decode('{"a": [1, 2.5]}', true) === ['a' => [1, 2.5]]);
assert(preg_match('/(\d+)-(\d+)/', 'a 12-34', $found) === 1 && $found[2] === '34');
assert((new DateTimeImmutable('2024-03-01'))->modify('-1 day')->format('d') === '29');
assert(bcadd('0.1', '0.2', 1) === '0.3' && mb_strlen('grüße') === 5 && ctype_digit('123'));
assert(Suit::from('H') === Suit::Hearts && hash('crc32b', 'a') === 'e8b7be43');
assert(shell_exec('echo child') === "child\n" && iterator_count(new ArrayIterator([1, 2])) === 2);
echo "complete\n";
