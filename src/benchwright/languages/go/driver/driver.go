// Package driver runs the tests over the solution and proves that they came to their end. The protocol is described in
// benchwright/languages/join.py.
//
// It is a package of its own, which only our file and the tests import: so its variables are set before any code of
// the solution runs, and no declaration of the solution can hide or change a name that it uses. What a solution could
// still find by searching this process is the canary's business.
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
	mostBytes = 50 << 10 // of unit lines, as nobody reads the pipe before the program has ended
	pipeFloor = 60       // from 64 on the kernel makes every thread wait some 10 ms for a larger table
	workspace = "/workspace/"
	testsFile = workspace + "tests.go"
)

type unit struct{ name, status, place, message string }

var (
	nonce = receiveNonce()
	pipe  = hidePipe()

	lock     sync.Mutex // tests may run at the same time
	units    []*unit
	finished bool
	current  string // the test that Unit runs
)

// Complete is called before the results are counted; a framework may add what it knows.
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

// hidePipe moves the pipe to a number that nobody expects and that child processes do not inherit.
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

// Unit runs one test of several.
func Unit(name string, test func()) {
	current = name
	test()
	Note(name, "passed", "", "")
	current = ""
}

// Note keeps the result of a test; of several runs a failed one counts.
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

// Exit stands for os.Exit where the tests' own text names it.
func Exit(func(int)) func(int) {
	return func(status int) { leave(status, "os.Exit", "exit status "+strconv.Itoa(status)) }
}

// Fatal stands for log.Fatal and log.Fatalln, by way of log.Print and log.Println.
func Fatal(print func(...any)) func(...any) {
	return func(values ...any) {
		print(values...)
		leave(1, "log.Fatal", fmt.Sprint(values...))
	}
}

// Fatalf stands for log.Fatalf, by way of log.Printf.
func Fatalf(print func(string, ...any)) func(string, ...any) {
	return func(format string, values ...any) {
		print(format, values...)
		leave(1, "log.Fatal", fmt.Sprintf(format, values...))
	}
}

// leave ends the program as the tests' own text wants it. With status 0 they are complete; with another, after tests
// of a framework failed, their results say it all.
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

// Count tells how many tests have this result.
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

// Fail says why the tests did not come to their end.
func Fail(kind, name, place, message string) {
	finish(line("fail", kind, name, place, message))
}

// End says that the tests came to their end, as many as have been noted, or else the given number that are not known
// by name. The first one that failed stands for all.
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

// caught reports the panic that ends the tests, and ends the program as Go does.
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

// Judge tells what a panic means, called by the deferred function that has recovered it: one that the tests' own text
// raises is a check that did not hold.
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

// origin gives the call that raised the panic, and the innermost line of either text.
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

// Place gives the innermost line of either text that is now running, but for the functions to look past.
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

// shown gives a panic's value much as Go prints it.
func shown(value any) string {
	switch value.(type) {
	case error, fmt.Stringer, string, bool, int, float64:
		return fmt.Sprint(value)
	}
	return fmt.Sprintf("%T(%v)", value, value)
}

// trace gives the goroutine's calls as Go prints them, without ours.
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
