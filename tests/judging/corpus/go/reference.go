// Package rle writes runs of equal characters as a number and the character.
package rle

import (
	"errors"
	"strconv"
	"strings"
	"unicode"
)

// Run is a character and how often it follows itself.
type Run struct {
	Char  rune
	Count int
}

// Runs gives the runs of a text in order.
func Runs(text string) []Run {
	runs := []Run{}
	for _, char := range text {
		if last := len(runs) - 1; last >= 0 && runs[last].Char == char {
			runs[last].Count++
		} else {
			runs = append(runs, Run{char, 1})
		}
	}
	return runs
}

// Encode gives "3a1b" for "aaab".
func Encode(text string) string {
	var code strings.Builder
	for _, run := range Runs(text) {
		code.WriteString(strconv.Itoa(run.Count) + string(run.Char))
	}
	return code.String()
}

// ErrNumber says that a character has no number before it, or a number no character after it.
var ErrNumber = errors.New("number and character expected")

// Decode turns Encode round.
func Decode(code string) (string, error) {
	var text strings.Builder
	count, digits := 0, 0
	for _, char := range code {
		if unicode.IsDigit(char) {
			count, digits = count*10+int(char-'0'), digits+1
			continue
		}
		if digits == 0 {
			return "", ErrNumber
		}
		text.WriteString(strings.Repeat(string(char), count))
		count, digits = 0, 0
	}
	if digits > 0 {
		return "", ErrNumber
	}
	return text.String(), nil
}
