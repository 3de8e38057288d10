package main

func LongestRun(text string) string {
	best := ""
	for start, end := 0, 0; start < len(text); start = end {
		for end = start; end < len(text) && text[end] == text[start]; end++ {
		}
		if end-start > len(best) {
			best = text[start:end]
		}
	}
	return best
}
