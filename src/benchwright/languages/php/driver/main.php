<?php

// Runs the tests against the solution in one global scope and proves that they ran to completion.
//
// The protocol is described in benchwright/languages/join.py. The canary detects what a solution could find by
// searching this process. Only code that must run in the global scope is outside the class.

final class Benchwright
{
    private const SOLUTION = '/workspace/solution.php';
    private const MOST_UNITS = 200;
    private const FATAL = E_ERROR | E_PARSE | E_CORE_ERROR | E_COMPILE_ERROR | E_USER_ERROR | E_RECOVERABLE_ERROR;

    private static string $nonce;
    private static $pipe;
    private static int $process;
    private static array $units = [];
    private static array $fault = [];
    private static int $before = 0;
    private static bool $done = false;
    private static string $tests;

    public static function begin(): void
    {
        self::$nonce = trim(fgets(fopen('php://fd/3', 'r')));
        self::$pipe = fopen('php://fd/4', 'w');
        self::$process = getmypid();
        self::$tests = file_get_contents('/workspace/tests.php');
        unlink('/workspace/tests.php');
        register_shutdown_function(self::atEnd(...));
        if (BENCHWRIGHT_FRAMEWORK) {
            require '/workspace/phpunit.php';
        }
    }

    private static function say(string ...$fields): void
    {
        if (getmypid() !== self::$process) {
            return; // a forked copy of the tests must not report
        }
        $fields = array_map(fn ($field) => substr(preg_replace('/\s+/', ' ', $field), 0, 200), $fields);
        fwrite(self::$pipe, self::$nonce . "\t" . implode("\t", $fields) . "\n");
    }

    private static function sayUnits(): void
    {
        foreach (array_slice(self::$units, 0, self::MOST_UNITS, true) as $name => $unit) {
            self::say('unit', (string) $name, ...$unit);
        }
    }

    // Called after each call of one of the tests' own functions.
    public static function unit(string $name): void
    {
        self::$units[$name] = ['passed', '', ''];
    }

    // The result of a test that a framework ran, and the line where the test starts.
    public static function note(string $name, string $status, ?Throwable $error, int $line): void
    {
        $place = $error === null ? '' : (self::placeOf($error) ?: ($line ? "tests.php:$line" : ''));
        if (isset(self::$units[$name])) {
            $name .= ' #' . count(self::$units);
        }
        self::$units[$name] = [$status, $place, $error === null ? '' : $error->getMessage()];
        if ($status === 'failed') {
            $fault = [self::isCheck($error) ? 'assertion' : 'error', $error::class, $place, $error->getMessage()];
            self::$fault = self::$fault !== [] && $fault[0] === 'error' ? self::$fault : $fault;
            fwrite(STDERR, "$name: {$error->getMessage()} ($place)\n");
        }
    }

    public static function runFramework(): mixed
    {
        $present = BENCHWRIGHT_FRAMEWORK && class_exists('BenchwrightPHPUnit');
        return $present ? BenchwrightPHPUnit::run(array_slice(get_declared_classes(), self::$before)) : null;
    }

    private static function fail(string $kind, string $name, string $place, string $message): void
    {
        if (!self::$done) {
            self::$done = true;
            self::sayUnits();
            self::say('fail', $kind, $name, $place, $message);
        }
    }

    // A file name and line number in the judge's format. The tests are evaluated, not included.
    private static function place(string $file, int $line): string
    {
        if ($file === self::SOLUTION) {
            return "solution.php:$line";
        }
        return str_starts_with($file, __FILE__ . '(') ? "tests.php:$line" : '';
    }

    // The innermost line in either text that an error passed through.
    private static function placeOf(Throwable $error): string
    {
        $places = [self::place($error->getFile(), $error->getLine())];
        foreach ($error->getTrace() as $frame) {
            $places[] = self::place($frame['file'] ?? '', $frame['line'] ?? 0);
        }
        return current(array_filter($places)) ?: '';
    }

    // Whether it is a failed check of the tests' own text: an assertion, or something that the text itself threw.
    private static function isCheck(Throwable $error): bool
    {
        if ($error instanceof PHPUnit\Framework\Exception) {
            return !str_starts_with(self::placeOf($error), 'solution.php');
        }
        if (!str_starts_with(self::place($error->getFile(), $error->getLine()), 'tests.php')) {
            return false;
        }
        // An error's line is that of its `new`; errors of the language have none there.
        $line = explode("\n", self::$tests)[$error->getLine() - 1] ?? '';
        $name = preg_quote(substr(strrchr('\\' . $error::class, '\\'), 1));
        return $error instanceof AssertionError || preg_match("/\\bnew\\s+[\\w\\\\]*\\b$name\\b/i", $line);
    }

    public static function caught(Throwable $error): never
    {
        $place = self::placeOf($error);
        $syntax = $error instanceof ParseError && $place !== '' && $error->getTrace() === [];
        $kind = $syntax ? 'syntax' : (self::isCheck($error) ? 'assertion' : 'error');
        self::fail($kind, $error::class, $place, $error->getMessage());
        fwrite(STDERR, "PHP Fatal error:  Uncaught $error\n");
        exit(255);
    }

    // Restores what the solution may have changed and the tests rely on. Returns the tests.
    public static function tests(): string
    {
        ini_set('zend.assertions', '1');
        ini_set('assert.active', '1');
        ini_set('assert.bail', '0');
        ini_set('assert.callback', '');
        ini_set('assert.exception', '1');
        self::$before = count(get_declared_classes());
        return substr(self::$tests, strlen('<?php')); // or declarations would not come first
    }

    // Replaces `exit` in the tests' own text: status 0 means that they are complete. A text instead of a status is a
    // failure, unless it is the last thing that the script does.
    public static function leave(string|int $status = 0, bool $last = false): never
    {
        $place = self::place(...array_values(array_intersect_key(debug_backtrace(0, 1)[0], ['file' => 1, 'line' => 1])));
        if (!str_starts_with($place, 'tests.php')) {
            exit($status); // the solution must not call this
        }
        if ($status === 0 || (is_string($status) && $last)) {
            self::end();
        } else {
            self::fail('exit', 'exit', $place, is_string($status) ? $status : "status $status");
        }
        if (is_string($status)) {
            echo $status;
            exit($last ? 0 : 1);
        }
        exit($status);
    }

    // Called only by the last line below.
    public static function finish(): void
    {
        if (debug_backtrace(0, 1)[0]['file'] === __FILE__) {
            self::end();
        }
    }

    private static function end(): void
    {
        if (!self::$done) {
            self::$done = true;
            self::sayUnits();
            if (self::$fault !== []) {
                self::say('fail', ...self::$fault);
            }
            $counts = array_count_values(array_column(self::$units, 0)) + ['failed' => 0, 'skipped' => 0];
            $executed = count(self::$units) ?: BENCHWRIGHT_EXECUTED;
            self::say('end', ...array_map(strval(...), [$executed, $counts['failed'], $counts['skipped']]));
            if ($counts['failed'] > 0) {
                exit(1);
            }
        }
    }

    // Errors that cannot be caught end the program immediately.
    private static function atEnd(): void
    {
        $error = error_get_last();
        if (!self::$done && $error !== null && ($error['type'] & self::FATAL)) {
            $place = self::place($error['file'], $error['line']);
            $kind = match (true) {
                (bool) ($error['type'] & (E_PARSE | E_COMPILE_ERROR)) => 'syntax',
                $error['type'] === E_USER_ERROR && str_starts_with($place, 'tests.php') => 'assertion',
                default => 'error',
            };
            self::fail($kind, 'Fatal error', $place, $error['message']);
        }
    }
}

Benchwright::begin();
try {
    include '/workspace/solution.php';
} catch (Throwable $benchwright) {
    Benchwright::caught($benchwright);
}
try {
    eval(Benchwright::tests());
    Benchwright::runFramework();
} catch (Throwable $benchwright) {
    Benchwright::caught($benchwright);
}
Benchwright::finish();
