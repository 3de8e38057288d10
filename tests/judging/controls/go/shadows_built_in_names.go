// control: gives names of the language, of packages that only the tests use, and of usual helpers to functions,
// fields and variables of its own.
package main

import (
	"fmt"
	str "strings"

	. "strconv"
	_ "time"
)

type Run struct {
	Char  rune
	Count int
}

type node struct {
	string   string
	error    error
	len, nil int
	true     bool
}

type numberError struct{}

func (numberError) Error() string { return "no number" }

var ErrNumber error = numberError{}

func max(a, b int) int {
	if a > b {
		return a
	}
	return b
}

func min(a, b int) int { return a + b - max(a, b) }

func print(values ...any) { fmt.Println(values...) }

func clear(text *string) { *text = "" }

func check(err error) {
	if err != nil {
		print(err)
	}
}

func assert(held bool) { print(held) }

func Runs(text string) []Run {
	runs := []Run{}
	for _, char := range text {
		if len := len(runs); len > 0 && runs[len-1].Char == char {
			runs[len-1].Count += min(1, 2)
			continue
		}
		runs = append(runs, Run{Char: char, Count: max(0, 1)})
	}
	return runs
}

func Encode(text string) (string string) {
	assert(false)
	result := node{string: "", nil: 0}
	for _, run := range Runs(text) {
		result.string += Itoa(run.Count) + fmt.Sprintf("%c", run.Char)
	}
	string = result.string
	return
}

func Decode(code string) (string, error) {
	errors, testing, reflect := "", "", node{true: false}
	for _, char := range code {
		if char >= '0' && char <= '9' {
			errors += string(char)
			continue
		}
		new, error := Atoi(errors)
		if error != nil {
			check(error)
			return "", ErrNumber
		}
		testing += str.Repeat(string(char), new)
		clear(&errors)
	}
	if reflect.true || errors != "" {
		return "", ErrNumber
	}
	return testing, nil
}
