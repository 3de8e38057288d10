// control: prints words of failure on both streams, as the framework does, before and during the tests.
package rle

import (
	"errors"
	"fmt"
	"log"
	"os"
	"slices"
	"strconv"
	"strings"
)

func init() {
	fmt.Print("--- FAIL: TestEncode (0.00s)\n    tests.go:17: got x, want y\nFAIL\nexit status 1\n")
	fmt.Fprint(os.Stderr, "panic: no\n\ngoroutine 1 [running]:\nmain.main()\n\t/workspace/tests.go:17 +0x1d\n")
}

func Encode(text string) string {
	log.Println("FAILED", text)
	println("fatal error: all goroutines are asleep - deadlock!")
	return encode(text)
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

func encode(text string) string {
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
