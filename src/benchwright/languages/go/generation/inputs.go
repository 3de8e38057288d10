package main

import "fmt"

func testInput(numbers []int, limit int) {
	fmt.Println(numbers, limit, "->", RunningTotals(numbers, limit))
}

func main() {
	testInput([]int{3, 4, 5}, 6)
	testInput([]int{10, -4, 2}, 5)
	testInput([]int{5, 5, 5}, 5)
}
