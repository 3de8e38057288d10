package main

func main() { var number int = "text" }
