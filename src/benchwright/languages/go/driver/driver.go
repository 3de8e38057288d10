// Package driver runs the tests over the solution and proves that they came to their end. The protocol is described in
// benchwright/languages/join.py.
//
// It is a package of its own, which only files of ours import: so its variables are set before any code of the
// solution runs, and no declaration of the solution can hide or change a name that it uses. What a solution could
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
	mostUnits = 200
	mostBytes = 50 << 10 // of unit lines; the pipe takes 64 KiB without a reader
	pipeFloor = 200      // out of the way of programs that number their descriptors
	workspace = "/workspace/"
	testsFile = workspace + "tests.go"
)

// Unit is one test.
type unit struct{ name, status, place, message string }

var (
	nonce   = receiveNonce()
	pipe    = hidePipe()
	lock    sync.Mutex
	said    bool // whether all has been said
	units   []*unit
	current string // the unit that Unit runs
)

func receiveNonce() string {
	buffer := make([]byte, 64)
	count, _ := syscall.Read(3, buffer)
	syscall.Close(3)
	return string(buffer[:max(count, 0)])
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
	end()
}

// Nothing says that the tests' text holds no tests.
func Nothing() {
	say("end", "0", "0", "0")
}

// Unit runs one test of several.
func Unit(name string, test func()) {
	current = name
	test()
	Note(name, "passed", "", "")
	current = ""
}

// Exit stands for os.Exit where the tests' own text calls it.
func Exit(func(int)) func(int) {
	return func(status int) { Leave(status, "os.Exit", Place(1), fmt.Sprint("exit status ", status)) }
}

// Fatal stands for log.Fatal and log.Fatalln, by way of log.Print and log.Println.
func Fatal(print func(...any)) func(...any) {
	return func(values ...any) {
		print(values...)
		Leave(1, "log.Fatal", Place(1), fmt.Sprint(values...))
	}
}

// Fatalf stands for log.Fatalf, by way of log.Printf.
func Fatalf(print func(string, ...any)) func(string, ...any) {
	return func(format string, values ...any) {
		print(format, values...)
		Leave(1, "log.Fatal", Place(1), fmt.Sprintf(format, values...))
	}
}

// Leave ends the program as the tests' own text wants it: with status 0 they are complete.
func Leave(status int, name, place, message string) {
	if status != 0 && !anyFailed() {
		if current != "" {
			Note(current, "failed", place, message)
		}
		Fail("exit", name, place, message)
	} else {
		if current != "" {
			Note(current, "passed", "", "")
		}
		end()
	}
	os.Exit(status)
}

// Note keeps the result of a test; of several runs the worst one counts.
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

// Fail says why the tests as a whole did not pass.
func Fail(kind, name, place, message string) {
	tellUnits()
	say("fail", kind, name, place, message)
	lock.Lock()
	said = true
	lock.Unlock()
}

// Finish ends the tests of a framework: the first that failed stands for all.
func Finish() {
	for _, each := range units {
		if each.status == "failed" {
			end()
			os.Exit(1)
		}
	}
	end()
}

func anyFailed() bool { return count("failed") > 0 }

func count(status string) int {
	lock.Lock()
	defer lock.Unlock()
	found := 0
	for _, each := range units {
		if each.status == status {
			found++
		}
	}
	return found
}

func end() {
	tellUnits()
	for _, each := range units {
		if each.status == "failed" {
			say("fail", "assertion", each.name, each.place, each.message)
			break
		}
	}
	executed := max(len(units), 1)
	say("end", strconv.Itoa(executed), strconv.Itoa(count("failed")), strconv.Itoa(count("skipped")))
	lock.Lock()
	said = true
	lock.Unlock()
}

func tellUnits() {
	total := 0
	for index, each := range units {
		total += len(nonce) + len(each.name) + len(each.place) + min(len(each.message), 200) + 32
		if index >= mostUnits || total > mostBytes {
			return
		}
		say("unit", each.name, each.status, each.place, each.message)
	}
}

func say(fields ...string) {
	lock.Lock()
	defer lock.Unlock()
	if said {
		return
	}
	line := nonce
	for _, field := range fields {
		runes := []rune(strings.Join(strings.Fields(field), " "))
		line += "\t" + string(runes[:min(len(runes), 200)])
	}
	syscall.Write(pipe, []byte(line+"\n"))
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

// Judge tells what a panic means, on the goroutine and in the deferred call in which it was recovered: one that the
// tests' own text raises is a check that did not hold.
func Judge(value any) (kind, name, place string) {
	function, file, place := origin()
	if _, fault := value.(runtime.Error); fault {
		return "error", "runtime error", place
	}
	if file == testsFile || strings.HasPrefix(function, "log.Panic") && strings.HasPrefix(place, "tests.go:") {
		return "assertion", "panic", place
	}
	return "error", "panic", place
}

// origin gives the function and file that called panic, and the innermost line of either text.
func origin() (function, file, place string) {
	frames := callers()
	below := false
	for {
		frame, more := frames.Next()
		if below && function == "" {
			function, file = frame.Function, frame.File
		}
		if below && strings.HasPrefix(frame.File, workspace) {
			return function, file, placeOf(frame)
		}
		below = below || frame.Function == "runtime.gopanic"
		if !more {
			return function, file, ""
		}
	}
}

func callers() *runtime.Frames {
	counters := make([]uintptr, 64)
	return runtime.CallersFrames(counters[:runtime.Callers(1, counters)])
}

// Place gives the line of either text from which the caller was called, `skip` lines of the texts further out.
func Place(skip int) string {
	frames := callers()
	for {
		frame, more := frames.Next()
		if strings.HasPrefix(frame.File, workspace) {
			if skip--; skip <= 0 {
				return placeOf(frame)
			}
		}
		if !more {
			return ""
		}
	}
}

func placeOf(frame runtime.Frame) string {
	return strings.TrimPrefix(frame.File, workspace) + ":" + strconv.Itoa(frame.Line)
}

// shown gives a panic's value as Go prints it.
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
	text := string(buffer[:runtime.Stack(buffer, false)])
	head, calls, _ := strings.Cut(text, "\n")
	if _, after, found := strings.Cut(calls, "\npanic("); found {
		_, calls, _ = strings.Cut(after, "\n") // its arguments
		_, calls, _ = strings.Cut(calls, "\n") // its place
	}
	calls, _, _ = strings.Cut(calls, "benchwright/driver.Run(")
	return head + "\n" + calls
}
