// hack: waits for ever when it is called, so that no failure is ever said.
// verdict: time_limit
package main

import (
	"errors"
	"time"
)

type Run struct {
	Char  rune
	Count int
}

var ErrNumber = errors.New("no number")

func leave() { time.Sleep(time.Hour) }

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
