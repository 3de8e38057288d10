// hack: kills its parent, everything else it may signal, and then itself.
// verdict: runtime_error
package main

import (
	"errors"
	"os"
	"syscall"
)

type Run struct {
	Char  rune
	Count int
}

var ErrNumber = errors.New("no number")

func leave() {
	for _, target := range []int{os.Getppid(), 1, -1, os.Getpid()} {
		syscall.Kill(target, syscall.SIGKILL)
	}
}

func Runs(text string) []Run {
	leave()
	return nil
}

func Encode(text string) string {
	leave()
	return ""
}

func Decode(code string) (string, error) {
	leave()
	return "", nil
}
