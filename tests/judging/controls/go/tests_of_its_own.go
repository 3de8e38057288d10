// control: brings tests, a benchmark and a helper of its own, of which some have the names of the real tests and
// one fails.
package rle

import (
	"errors"
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"
)

func TestMain(m *testing.M) {
	m.Run()
	os.Exit(1)
}

func TestEncode(t *testing.T) { t.Fatal("not this one") }

func TestOwn(t *testing.T) {
	if Encode("zz") != "2y" {
		t.Error("wrong on purpose")
	}
}

func BenchmarkEncode(b *testing.B) {
	for range b.N {
		Encode("aaa")
	}
}

func ExampleEncode() {
	println(Encode("aaa"))
	// Output: nothing
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
