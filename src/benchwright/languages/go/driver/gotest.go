// Package gotest runs tests written for `go test`: the framework runs them, and this package records the results.
package gotest

import (
	"benchwright/driver"
	"flag"
	"fmt"
	"os"
	"runtime"
	"strings"
	"sync"
	"testing"
	"testing/internal/testdeps"
)

// Test is a test function and the place of its declaration.
type Test struct {
	Name     string
	Place    string
	Function func(*testing.T)
}

type failure struct{ place, message string }

var (
	flags = ownFlags()

	lock     sync.Mutex
	failures = map[string]failure{} // the first of each test
	helpers  = map[string]bool{}    // functions that have called t.Helper
)

func ownFlags() *flag.FlagSet {
	testing.Init()
	return flag.CommandLine
}

// Main runs the tests, through their own TestMain if they have one.
func Main(testMain func(*testing.M), tests ...Test) {
	// Changes that the solution made to the framework's options must not select tests.
	os.Args = os.Args[:1:1]
	flag.CommandLine = flags
	flags.VisitAll(func(option *flag.Flag) {
		if strings.HasPrefix(option.Name, "test.") {
			option.Value.Set(option.DefValue)
		}
	})
	driver.Complete = func() {
		for _, test := range tests {
			driver.Note(test.Name, "skipped", test.Place, "did not run")
		}
	}
	running := testing.MainStart(testdeps.TestDeps{}, watched(tests), nil, nil, nil)
	if testMain != nil {
		testMain(running)
	} else if running.Run() != 0 && driver.Count("failed") == 0 {
		driver.Fail("assertion", "testing", "", "the framework knows of a failure")
		os.Exit(1)
	}
	driver.End(0)
	if driver.Count("failed") > 0 {
		os.Exit(1)
	}
}

func watched(tests []Test) []testing.InternalTest {
	all := make([]testing.InternalTest, len(tests))
	for index := range tests {
		test := tests[index]
		all[index] = testing.InternalTest{Name: test.Name, F: func(t *testing.T) {
			t.Cleanup(func() { note(t, test) })
			defer caught(t)
			test.Function(t)
		}}
	}
	return all
}

func note(t *testing.T, test Test) {
	lock.Lock()
	first, known := failures[test.Name]
	lock.Unlock()
	switch {
	case known || t.Failed(): // even if a failure was taken back
		if !known {
			first.place = test.Place
		}
		driver.Note(test.Name, "failed", first.place, first.message)
	case t.Skipped():
		driver.Note(test.Name, "skipped", test.Place, "")
	default:
		driver.Note(test.Name, "passed", "", "")
	}
}

// caught reports a panic before the framework sees it, which ends the program.
func caught(t *testing.T) {
	value := recover()
	if value == nil {
		return
	}
	kind, name, place := driver.Judge(value)
	message := fmt.Sprint(value)
	driver.Note(rootName(t), "failed", place, message)
	driver.Fail(kind, name, place, message)
	panic(value)
}

// Run replaces t.Run where the tests' own text calls it.
func Run(t *testing.T) func(string, func(*testing.T)) bool {
	return func(name string, test func(*testing.T)) bool {
		return t.Run(name, func(t *testing.T) {
			defer caught(t)
			test(t)
		})
	}
}

// Error replaces t.Error, and so on: the framework does not reveal where and how a check failed.
func Error(t testing.TB) func(...any) {
	return func(values ...any) {
		t.Helper()
		record(t, fmt.Sprintln(values...))
		t.Error(values...)
	}
}

func Errorf(t testing.TB) func(string, ...any) {
	return func(format string, values ...any) {
		t.Helper()
		record(t, fmt.Sprintf(format, values...))
		t.Errorf(format, values...)
	}
}

func Fatal(t testing.TB) func(...any) {
	return func(values ...any) {
		t.Helper()
		record(t, fmt.Sprintln(values...))
		t.Fatal(values...)
	}
}

func Fatalf(t testing.TB) func(string, ...any) {
	return func(format string, values ...any) {
		t.Helper()
		record(t, fmt.Sprintf(format, values...))
		t.Fatalf(format, values...)
	}
}

func Fail(t testing.TB) func() {
	return func() {
		record(t, "")
		t.Fail()
	}
}

func FailNow(t testing.TB) func() {
	return func() {
		record(t, "")
		t.FailNow()
	}
}

// Helper is called before t.Helper: the line that called the function counts, not the one inside it.
func Helper() {
	counters := make([]uintptr, 1)
	runtime.Callers(2, counters)
	frame, _ := runtime.CallersFrames(counters).Next()
	lock.Lock()
	helpers[frame.Function] = true
	lock.Unlock()
}

func record(t testing.TB, message string) {
	if _, real := t.(*testing.T); !real {
		return // the tests' own substitute
	}
	lock.Lock()
	defer lock.Unlock()
	name := rootName(t)
	if _, known := failures[name]; known {
		return
	}
	if _, part, found := strings.Cut(t.Name(), "/"); found {
		message = part + ": " + message
	}
	failures[name] = failure{driver.Place(helpers), message}
}

// rootName returns the name of the test function that a subtest belongs to.
func rootName(t testing.TB) string {
	name, _, _ := strings.Cut(t.Name(), "/")
	return name
}
