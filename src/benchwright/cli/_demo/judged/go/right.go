package main

import "strings"

func LongestRun(text string) string {
	best := ""
	for text != "" {
		rest := strings.TrimLeft(text, text[:1])
		if run := text[:len(text)-len(rest)]; len(run) > len(best) {
			best = run
		}
		text = rest
	}
	return best
}
