// control: reads all of the standard input, defines and parses options, listens for signals, and uses files and
// descriptors.
package main

import (
	"bufio"
	"errors"
	"flag"
	"io"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"syscall"
)

var verbose = flag.Bool("v", false, "say more")

func init() {
	flag.Parse()
	scanner := bufio.NewScanner(os.Stdin)
	for scanner.Scan() {
	}
	io.Copy(io.Discard, os.Stdin)
	signals := make(chan os.Signal, 1)
	signal.Notify(signals, os.Interrupt, syscall.SIGTERM, syscall.SIGPIPE)
	file := filepath.Join(os.TempDir(), "tests.go")
	if err := os.WriteFile(file, []byte("package main"), 0o600); err != nil || *verbose {
		panic(err)
	}
	os.WriteFile("tests.go", nil, 0o600)
	os.Remove(file)
	if copied, err := syscall.Dup(1); err == nil {
		syscall.Write(copied, []byte("by number\n"))
		syscall.Close(copied)
	}
	exec.Command("/bin/sh", "-c", "exit 3").Run()
}

type Run struct {
	Char  rune
	Count int
}

var ErrNumber = errors.New("no number")

func Runs(text string) []Run {
	runs := []Run{}
	for _, char := range text {
		if last := len(runs) - 1; last < 0 || runs[last].Char != char {
			runs = slices.Concat(runs, []Run{{Char: char}})
		}
		runs[len(runs)-1].Count++
	}
	return runs
}

func Encode(text string) string {
	code, count := "", 0
	for index, char := range text {
		count++
		if rest := text[index+len(string(char)):]; !strings.HasPrefix(rest, string(char)) {
			code, count = code+strconv.Itoa(count)+string(char), 0
		}
	}
	return code
}

func Decode(code string) (string, error) {
	text, digits := "", ""
	for _, char := range code {
		if char >= '0' && char <= '9' {
			digits += string(char)
			continue
		}
		count, err := strconv.Atoi(digits)
		if err != nil {
			return "", ErrNumber
		}
		text, digits = text+strings.Repeat(string(char), count), ""
	}
	if digits != "" {
		return "", ErrNumber
	}
	return text, nil
}
