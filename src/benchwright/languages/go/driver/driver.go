// Package driver runs the tests against the solution and proves that they ran to completion. The protocol is described
// in benchwright/languages/join.py.
//
// It is a separate package that only the generated file and the tests import. Its variables are set before any code of
// the solution runs, and no declaration of the solution can hide or change a name that it uses. The canary detects what
// a solution could still find by searching this process.
package driver

import (
	"fmt"
	"os"
	"runtime"
	"strconv"
	"strings"
	"sync"
	"syscall"
)

const (
	mostField = 200
	mostUnits = 200
	mostBytes = 50 << 10 // of unit lines: nobody reads the pipe before the program has ended
	pipeFloor = 60       // from 64 on the kernel makes every thread wait about 10 ms for a larger table
	workspace = "/workspace/"
	testsFile = workspace + "tests.go"
)

type unit struct{ name, status, place, message string }

var (
	nonce = receiveNonce()
	pipe  = hidePipe()

	lock     sync.Mutex // tests may run concurrently
	units    []*unit
	finished bool
	current  string // the test that Unit runs
)

// Complete is called before the results are counted; a framework may add results.
var Complete = func() {}

func receiveNonce() string {
	buffer := make([]byte, 64)
	count, err := syscall.Read(3, buffer)
	syscall.Close(3)
	if err != nil {
		return ""
	}
	return string(buffer[:count])
}

// hidePipe moves the pipe to an unusual number, which child processes do not inherit.
func hidePipe() int {
	number, _, _ := syscall.Syscall(syscall.SYS_FCNTL, 4, syscall.F_DUPFD_CLOEXEC, pipeFloor)
	syscall.Close(4)
	return int(number)
}

// Run runs the main function of the tests.
func Run(tests func()) {
	defer caught()
	tests()
	End(1)
}

// Unit runs one of several tests.
func Unit(name string, test func()) {
	current = name
	test()
	Note(name, "passed", "", "")
	current = ""
}

// Note records the result of a test; if it ran several times, a failure counts.
func Note(name, status, place, message string) {
	lock.Lock()
	defer lock.Unlock()
	for _, known := range units {
		if known.name == name {
			if status == "failed" && known.status != "failed" {
				*known = unit{name, status, place, message}
			}
			return
		}
	}
	units = append(units, &unit{name, status, place, message})
}

// Exit replaces os.Exit in the tests' own text.
func Exit(func(int)) func(int) {
	return func(status int) { leave(status, "os.Exit", "exit status "+strconv.Itoa(status)) }
}

// Fatal replaces log.Fatal and log.Fatalln, with log.Print and log.Println as print.
func Fatal(print func(...any)) func(...any) {
	return func(values ...any) {
		print(values...)
		leave(1, "log.Fatal", fmt.Sprint(values...))
	}
}

// Fatalf replaces log.Fatalf, with log.Printf as print.
func Fatalf(print func(string, ...any)) func(string, ...any) {
	return func(format string, values ...any) {
		print(format, values...)
		leave(1, "log.Fatal", fmt.Sprintf(format, values...))
	}
}

// leave exits the program as the tests' own text requests. Status 0 means that the tests are complete; with another
// status, after tests of a framework failed, their results suffice.
func leave(status int, name, message string) {
	place := Place(nil)
	switch {
	case status == 0 && current != "":
		Note(current, "passed", "", "")
	case current != "":
		Note(current, "failed", place, message)
	}
	if status == 0 || current == "" && Count("failed") > 0 {
		End(1)
	} else {
		Fail("exit", name, place, message)
	}
	os.Exit(status)
}

// Count returns the number of tests with this result.
func Count(status string) (found int) {
	lock.Lock()
	defer lock.Unlock()
	for _, each := range units {
		if each.status == status {
			found++
		}
	}
	return found
}

// Fail reports why the tests did not run to completion.
func Fail(kind, name, place, message string) {
	finish(line("fail", kind, name, place, message))
}

// End reports that the tests ran to completion: those that have been noted, or the given number if they are not known
// by name. The first failure represents all of them.
func End(unnamed int) {
	Complete()
	failed, skipped, fault := Count("failed"), Count("skipped"), ""
	for _, each := range units {
		if each.status == "failed" {
			fault = line("fail", "assertion", each.name, each.place, each.message)
			break
		}
	}
	if len(units) > 0 {
		unnamed = 0
	}
	finish(fault + line("end", strconv.Itoa(len(units)+unnamed), strconv.Itoa(failed), strconv.Itoa(skipped)))
}

// finish sends the results and the last lines, once.
func finish(last string) {
	lock.Lock()
	defer lock.Unlock()
	if finished {
		return
	}
	finished = true
	lines := ""
	for index, each := range units {
		next := line("unit", each.name, each.status, each.place, each.message)
		if index == mostUnits || len(lines)+len(next) > mostBytes {
			break
		}
		lines += next
	}
	syscall.Write(pipe, []byte(lines+last))
}

func line(fields ...string) string {
	text := nonce
	for _, field := range fields {
		characters := []rune(strings.Join(strings.Fields(field), " "))
		if len(characters) > mostField {
			characters = characters[:mostField]
		}
		text += "\t" + string(characters)
	}
	return text + "\n"
}

// caught reports the panic that ends the tests, and exits as Go does.
func caught() {
	value := recover()
	if value == nil {
		return
	}
	kind, name, place := Judge(value)
	message := fmt.Sprint(value)
	if current != "" {
		Note(current, "failed", place, message)
	}
	Fail(kind, name, place, message)
	os.Stderr.WriteString("panic: " + shown(value) + "\n\n" + trace())
	os.Exit(2)
}

// Judge classifies a panic for the deferred function that has recovered it: one raised by the tests' own text is a
// failed check.
func Judge(value any) (kind, name, place string) {
	raiser, place := origin()
	_, fault := value.(runtime.Error)
	switch {
	case fault:
		return "error", "runtime error", place
	case raiser.File == testsFile:
		return "assertion", "panic", place
	case strings.HasPrefix(raiser.Function, "log.Panic") && strings.HasPrefix(place, "tests.go:"):
		return "assertion", "log.Panic", place
	}
	return "error", "panic", place
}

// origin returns the call that raised the panic, and the innermost line in either text.
func origin() (raiser runtime.Frame, place string) {
	frames := callers()
	for {
		frame, more := frames.Next()
		if !more {
			return raiser, ""
		}
		if frame.Function == "runtime.gopanic" {
			break
		}
	}
	for {
		frame, more := frames.Next()
		if raiser.PC == 0 {
			raiser = frame
		}
		if strings.HasPrefix(frame.File, workspace) {
			return raiser, placeOf(frame)
		}
		if !more {
			return raiser, ""
		}
	}
}

// Place returns the innermost running line in either text, ignoring the given functions.
func Place(past map[string]bool) string {
	frames := callers()
	for {
		frame, more := frames.Next()
		if strings.HasPrefix(frame.File, workspace) && !past[frame.Function] {
			return placeOf(frame)
		}
		if !more {
			return ""
		}
	}
}

func callers() *runtime.Frames {
	counters := make([]uintptr, 100)
	return runtime.CallersFrames(counters[:runtime.Callers(2, counters)])
}

func placeOf(frame runtime.Frame) string {
	return strings.TrimPrefix(frame.File, workspace) + ":" + strconv.Itoa(frame.Line)
}

// shown returns a panic's value much as Go prints it.
func shown(value any) string {
	switch value.(type) {
	case error, fmt.Stringer, string, bool, int, float64:
		return fmt.Sprint(value)
	}
	return fmt.Sprintf("%T(%v)", value, value)
}

// trace returns the goroutine's calls as Go prints them, without the driver's.
func trace() string {
	buffer := make([]byte, 64<<10)
	head, calls, _ := strings.Cut(string(buffer[:runtime.Stack(buffer, false)]), "\n")
	if _, rest, found := strings.Cut(calls, "\npanic("); found {
		_, rest, _ = strings.Cut(rest, "\n")
		_, calls, _ = strings.Cut(rest, "\n")
	}
	calls, _, _ = strings.Cut(calls, "benchwright/driver.Run(")
	return head + "\n" + calls
}
