package main

func main() {
	var numbers []int
	println(numbers[3])
}
