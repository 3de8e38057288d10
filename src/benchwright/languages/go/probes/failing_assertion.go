package main

import "fmt"

func main() {
	fmt.Println("before")
	if 1+1 != 3 {
		panic("one and one")
	}
}
