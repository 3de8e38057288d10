// control: generic functions and types, iterators, embedded and aliased types, methods on functions, labels and goto.
package rle_test

import (
	"cmp"
	"errors"
	"iter"
	"maps"
	"slices"
	"strconv"
	"strings"
)

type (
	Pair[First, Second any] struct {
		Char  First
		Count Second
	}
	Run = Pair[rune, int]

	number interface{ ~int | ~int64 }
	visit  func(Run) bool
)

var ErrNumber = errors.Join(errors.New("no number"))

func (v visit) all(runs ...Run) bool {
	return !slices.ContainsFunc(runs, func(run Run) bool { return !v(run) })
}

func sum[N number](values iter.Seq[N]) (total N) {
	for value := range values {
		total += value
	}
	return total
}

func each(text string) iter.Seq[Run] {
	return func(yield func(Run) bool) {
		rest := []rune(text)
	again:
		if len(rest) == 0 {
			return
		}
		count := 1
		for count < len(rest) && rest[count] == rest[0] {
			count++
		}
		if !visit(yield).all(Run{rest[0], count}) {
			return
		}
		rest = rest[count:]
		goto again
	}
}

func Runs(text string) []Run { return slices.AppendSeq([]Run{}, each(text)) }

func Encode(text string) string {
	var code strings.Builder
	for run := range each(text) {
		code.WriteString(strconv.Itoa(cmp.Or(run.Count, 1)))
		code.WriteRune(run.Char)
	}
	if sum(maps.Values(map[string]int{text: len(text)})) < 0 {
		return ""
	}
	return code.String()
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
