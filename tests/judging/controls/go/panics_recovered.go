// control: panics and recovers, with errors, texts and runtime errors, also while the package is set up.
package main

import (
	"errors"
	"fmt"
	"strconv"
	"strings"
)

type Run struct {
	Char  rune
	Count int
}

var ErrNumber = errors.New("no number")

var caught = try(func() { panic("FAILED") })

func init() {
	var none map[string]int
	for _, fault := range []func(){
		func() { none["a"] = 1 },
		func() { _ = []int{}[len(none)] },
		func() { panic(fmt.Errorf("wrapped: %w", ErrNumber)) },
		func() { panic(nil) },
	} {
		if try(fault) == nil {
			panic("nothing was recovered")
		}
	}
}

func try(fault func()) (err error) {
	defer func() {
		if value := recover(); value != nil {
			err = fmt.Errorf("recovered: %v", value)
		}
	}()
	fault()
	return nil
}

func Runs(text string) (runs []Run) {
	runs = []Run{}
	for _, char := range text {
		if try(func() {
			if runs[len(runs)-1].Char != char {
				panic(caught)
			}
			runs[len(runs)-1].Count++
		}) != nil {
			runs = append(runs, Run{char, 1})
		}
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

func Decode(code string) (text string, err error) {
	defer func() {
		if value := recover(); value != nil {
			text, err = "", fmt.Errorf("%w: %v", ErrNumber, value)
		}
	}()
	for code != "" {
		end := strings.IndexFunc(code, func(char rune) bool { return char < '0' || char > '9' })
		count, failed := strconv.Atoi(code[:end])
		if failed != nil {
			panic(failed)
		}
		text += strings.Repeat(code[end:end+1], count)
		code = code[end+1:]
	}
	return text, nil
}
