package main

import (
	"bufio"
	"fmt"
	"os"
	"strings"
)

func main() {
	input := bufio.NewReader(os.Stdin)
	var first, second int
	var word string
	fmt.Fscan(input, &first, &second, &word)
	fmt.Println(first + second)
	fmt.Println(strings.ToUpper(word))
	for _, argument := range os.Args[1:] {
		fmt.Println(argument)
	}
}
