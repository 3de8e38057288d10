package main

// RunningTotals gives the running totals; after one that exceeds the limit, the next starts from 0.
func RunningTotals(numbers []int, limit int) []int {
	totals := make([]int, 0, len(numbers))
	total := 0
	for _, number := range numbers {
		total += number
		totals = append(totals, total)
		if total > limit {
			total = 0
		}
	}
	return totals
}
