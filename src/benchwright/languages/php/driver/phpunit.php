<?php

// Lets PHPUnit run the test cases that the tests' text defines. It is loaded before the solution runs.

use PHPUnit\Framework\AssertionFailedError;
use PHPUnit\Framework\Test;
use PHPUnit\Framework\TestCase;
use PHPUnit\Framework\TestListener;
use PHPUnit\Framework\TestListenerDefaultImplementation;
use PHPUnit\Framework\TestResult;
use PHPUnit\Framework\TestSuite;
use PHPUnit\Framework\Warning;
use PHPUnit\Framework\WarningTestCase;
use PHPUnit\Util\Annotation\DocBlock;
use PHPUnit\Util\Annotation\Registry;

if (!stream_resolve_include_path('PHPUnit/Autoload.php')) {
    return; // then the tests say so
}
require_once 'PHPUnit/Autoload.php';
require_once 'PHPUnit/Framework/Assert/Functions.php';
class_alias(TestCase::class, 'PHPUnit_Framework_TestCase');
array_map(class_exists(...), [TestResult::class, TestSuite::class]);

// A method whose attributes, which later versions of PHPUnit know, are also annotations, which all versions know.
final class BenchwrightMethod extends ReflectionMethod
{
    private const NAMES = [
        'Test' => 'test', 'DataProvider' => 'dataProvider', 'Depends' => 'depends', 'TestWith' => 'testWith',
        'Before' => 'before', 'After' => 'after', 'BeforeClass' => 'beforeClass', 'AfterClass' => 'afterClass',
    ];

    public function annotations(): array
    {
        $lines = [];
        foreach ($this->getAttributes() as $attribute) {
            $name = self::NAMES[substr(strrchr("\\{$attribute->getName()}", '\\'), 1)] ?? '';
            $value = $attribute->getArguments()[0] ?? '';
            if ($name !== '') {
                $lines[] = "@$name " . (is_array($value) ? json_encode($value) : $value);
            }
        }
        // The rows of one `testWith` follow each other.
        $rows = preg_grep('/^@testWith/', $lines);
        foreach (array_slice(array_keys($rows), 1) as $row) {
            $lines[$row] = substr($lines[$row], strlen('@testWith '));
        }
        return $lines;
    }

    public function getDocComment(): string|false
    {
        return "/**\n" . parent::getDocComment() . "\n" . implode("\n", $this->annotations()) . "\n*/";
    }
}

final class BenchwrightPHPUnit implements TestListener
{
    use TestListenerDefaultImplementation;

    private static ?TestResult $result = null;
    private string $name = '';
    private array $outcome;

    public function startTest(Test $test): void
    {
        $this->name = $test instanceof TestCase ? $test::class . '::' . $test->getName() : 'test';
        $this->outcome = ['passed', null];
    }

    public function endTest(Test $test, float $time): void
    {
        [$status, $error] = $this->outcome;
        Benchwright::note($this->name, $status, $error, self::lineOf($test));
    }

    public function addError(Test $test, Throwable $error, float $time): void
    {
        $this->outcome = ['failed', $error];
    }

    public function addFailure(Test $test, AssertionFailedError $error, float $time): void
    {
        $this->outcome = ['failed', $error];
    }

    // Warnings are also about names that later versions do without.
    public function addWarning(Test $test, Warning $error, float $time): void
    {
        if ($test instanceof WarningTestCase) {
            $this->outcome = ['failed', $error];
        }
    }

    public function addSkippedTest(Test $test, Throwable $error, float $time): void
    {
        $this->outcome = ['skipped', null];
    }

    public function addIncompleteTest(Test $test, Throwable $error, float $time): void
    {
        $this->outcome = ['skipped', null];
    }

    private static function lineOf(Test $test): int
    {
        $found = $test instanceof TestCase && method_exists($test, $test->getName(false));
        return $found ? (int) (new ReflectionMethod($test, $test->getName(false)))->getStartLine() : 0;
    }

    // Whether a test has thrown what it expects; after that it expects nothing.
    public static function threw(TestCase $test, ?Throwable $error): bool
    {
        [$class, $code] = [$test->getExpectedException(), $test->getExpectedExceptionCode()];
        [$message, $pattern] = [$test->getExpectedExceptionMessage(), $test->getExpectedExceptionMessageRegExp()];
        foreach (['', 'Code', 'Message', 'MessageRegExp'] as $each) {
            (new ReflectionProperty(TestCase::class, "expectedException$each"))->setValue($test, null);
        }
        if ($class === null && $code === null && $message === null && $pattern === null) {
            return $error === null;
        }
        return $error !== null
            && ($class === null || $error instanceof $class)
            && ($code === null || $error->getCode() == $code)
            && ($message === null || str_contains($error->getMessage(), $message))
            && ($pattern === null || preg_match($pattern, $error->getMessage()) === 1);
    }

    private static function readAttributes(ReflectionClass $class): void
    {
        $blocks = new ReflectionProperty(Registry::class, 'methodDocBlocks');
        $known = $blocks->getValue(Registry::getInstance());
        foreach ($class->getMethods() as $each) {
            $method = new BenchwrightMethod($each->class, $each->name);
            if ($method->annotations() !== []) {
                $known[$class->name][$each->name] = DocBlock::ofMethod($method, $class->name);
            }
        }
        $blocks->setValue(Registry::getInstance(), $known);
    }

    public static function run(array $classes): TestResult
    {
        if (self::$result !== null) {
            return self::$result; // the tests have run it themselves
        }
        $suite = new TestSuite('tests');
        foreach (array_filter($classes, fn ($class) => is_subclass_of($class, TestCase::class)) as $name) {
            $class = new ReflectionClass($name);
            if (!$class->isAbstract() && !str_starts_with($name, 'Mock_')) {
                self::readAttributes($class);
                $suite->addTestSuite($class);
            }
        }
        $result = new TestResult;
        $result->addListener(new self);
        return self::$result = $suite->run($result);
    }
}

// In place of PHPUnit's own runners, which end the program.
final class BenchwrightRunner
{
    public function __call(string $name, array $arguments): mixed
    {
        return Benchwright::runFramework();
    }

    public static function __callStatic(string $name, array $arguments): mixed
    {
        return Benchwright::runFramework();
    }
}

class_alias(BenchwrightRunner::class, 'PHPUnit\TextUI\TestRunner');
class_alias(BenchwrightRunner::class, 'PHPUnit\TextUI\Command');
