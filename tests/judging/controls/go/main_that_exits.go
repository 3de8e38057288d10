// control: has a main function that would end with a status, and init functions that print; other functions are
// called nearly so.
package main

import (
	"errors"
	"fmt"
	"os"
	"slices"
	"strconv"
	"strings"
)

func init() { fmt.Println("set up") }

func init() { mainly() }

func main() {
	if len(os.Args) < 2 {
		fmt.Fprintln(os.Stderr, "usage: rle TEXT")
		os.Exit(1)
	}
	fmt.Println(Encode(os.Args[1]))
}

func mainly() { testRun() }

func testRun() {}

func test() { testRun() }

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
