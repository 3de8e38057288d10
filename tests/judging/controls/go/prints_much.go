// control: prints several megabytes on both streams, more than is kept.
package main

import (
	"errors"
	"fmt"
	"os"
	"slices"
	"strconv"
	"strings"
)

func init() {
	for range 50 {
		fmt.Println(strings.Repeat("x", 100_000))
		fmt.Fprintln(os.Stderr, strings.Repeat("y", 50_000))
	}
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
