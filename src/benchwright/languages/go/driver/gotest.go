// Package gotest runs tests written for `go test`: the framework runs them, and this package records the results.
package gotest

import (
	"benchwright/driver"
	"flag"
	"fmt"
	"io"
	"os"
	"reflect"
	"runtime"
	"sort"
	"strings"
	"sync"
	"testing"
	"testing/internal/testdeps"
)

// Test is a test function and the place of its declaration; one of the three functions is set.
type Test struct {
	Name     string
	Place    string
	Function func(*testing.T)
	Fuzz     func(*testing.F)
	Example  func()
	// What the example must print, and whether the order of lines matters.
	Output    string
	Unordered bool
	// File and line that record whether it printed that, instead of a failure. Empty if it may fail.
	Record string
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
	units, targets, examples := watched(tests)
	running := testing.MainStart(testdeps.TestDeps{}, units, nil, targets, examples)
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

func watched(tests []Test) (units []testing.InternalTest, targets []testing.InternalFuzzTarget, examples []testing.InternalExample) {
	for _, each := range tests {
		test := each // older compilers share the variable of the loop
		switch {
		case test.Function != nil:
			units = append(units, testing.InternalTest{Name: test.Name, F: func(t *testing.T) {
				t.Cleanup(func() { note(t, test) })
				defer caught(t)
				test.Function(t)
			}})
		case test.Fuzz != nil:
			targets = append(targets, testing.InternalFuzzTarget{Name: test.Name, Fn: func(f *testing.F) {
				f.Cleanup(func() { note(f, test) })
				defer caught(f)
				test.Fuzz(f)
			}})
		default:
			examples = append(examples, testing.InternalExample{
				Name: test.Name, F: func() { runExample(test) }, Output: test.Output, Unordered: test.Unordered,
			})
		}
	}
	return units, targets, examples
}

func note(t testing.TB, test Test) {
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

// runExample runs an example and passes on what it prints: the framework does not reveal what was wrong with it.
func runExample(test Test) {
	defer caughtIn(test.Name)
	printed := capture(test.Example)
	got, want := shape(printed, test.Unordered), shape(test.Output, test.Unordered)
	switch {
	case test.Record != "":
		mark := "-\n"
		if got == want {
			mark = "+\n"
		}
		tag, _, _ := strings.Cut(test.Record, " ")
		if file, err := os.OpenFile("/workspace/"+tag, os.O_WRONLY|os.O_APPEND|os.O_CREATE, 0o600); err == nil {
			file.WriteString(strings.Replace(test.Record, " ", "", 1) + mark)
			file.Close()
		}
		printed = test.Output
		fallthrough
	case got == want:
		driver.Note(test.Name, "passed", "", "")
	default:
		driver.Note(test.Name, "failed", test.Place, "printed "+got+", not "+want)
	}
	os.Stdout.WriteString(printed)
}

func capture(print func()) string {
	framework := os.Stdout
	reader, writer, err := os.Pipe()
	if err != nil {
		panic(err)
	}
	os.Stdout = writer
	printed := make(chan string)
	go func() {
		data, _ := io.ReadAll(reader)
		printed <- string(data)
	}()
	defer func() {
		os.Stdout = framework
		writer.Close()
	}()
	print()
	writer.Close()
	return <-printed
}

func shape(text string, unordered bool) string {
	text = strings.TrimSpace(text)
	if unordered {
		lines := strings.Split(text, "\n")
		sort.Strings(lines)
		text = strings.Join(lines, "\n")
	}
	return text
}

// caught reports a panic before the framework sees it, which ends the program.
func caught(t testing.TB) {
	if value := recover(); value != nil {
		report(rootName(t), value)
	}
}

func caughtIn(example string) {
	if value := recover(); value != nil {
		report(example, value)
	}
}

func report(test string, value any) {
	kind, name, place := driver.Judge(value)
	message := fmt.Sprint(value)
	driver.Note(test, "failed", place, message)
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

// Fuzz replaces f.Fuzz where the tests' own text calls it.
func Fuzz(f *testing.F) func(any) {
	return func(target any) {
		function := reflect.ValueOf(target)
		kind := function.Type()
		if kind.Kind() == reflect.Func && kind.NumIn() > 0 && kind.In(0) == reflect.TypeOf((*testing.T)(nil)) {
			target = reflect.MakeFunc(kind, func(values []reflect.Value) []reflect.Value {
				defer caught(values[0].Interface().(*testing.T))
				return function.Call(values)
			}).Interface()
		}
		f.Fuzz(target)
	}
}

// Checked is what assertions of other packages report to, in place of t.
type Checked struct{ *testing.T }

func (t Checked) Errorf(format string, values ...any) {
	t.Helper()
	_, message, found := strings.Cut(fmt.Sprintf(format, values...), "Error:")
	if !found {
		message = fmt.Sprintf(format, values...)
	}
	record(t.T, message)
	t.T.Errorf(format, values...)
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
	switch t.(type) {
	case *testing.T, *testing.F:
	default:
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
