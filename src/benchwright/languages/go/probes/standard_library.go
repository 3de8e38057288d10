// Generics, goroutines, files, child processes and the larger packages of the standard library.
package main

import (
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"
	"html/template"
	"math/big"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"sort"
	"strings"
	"sync"
	"time"
)

type number interface{ ~int | ~float64 }

func sum[N number](numbers ...N) (total N) {
	for _, each := range numbers {
		total += each
	}
	return total
}

func check(ok bool, what string) {
	if !ok {
		panic(what)
	}
}

func checkFiles() {
	path := filepath.Join(os.TempDir(), "note.txt")
	check(os.WriteFile(path, []byte("text"), 0o600) == nil, "write")
	data, err := os.ReadFile(path)
	check(err == nil && string(data) == "text", "read")
	_, err = os.Open("/nonexistent")
	check(errors.Is(err, os.ErrNotExist), "errors")
	output, err := exec.Command("/bin/echo", "child").Output()
	check(err == nil && string(output) == "child\n", "child process")
}

func checkServer() {
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	check(err == nil, "listen")
	go http.Serve(listener, http.NotFoundHandler())
	answer, err := http.Get("http://" + listener.Addr().String())
	check(err == nil && answer.StatusCode == http.StatusNotFound, "http")
}

func main() {
	var group sync.WaitGroup
	results := make(chan int, 50)
	for i := 0; i < 50; i++ {
		group.Add(1)
		go func(i int) { defer group.Done(); time.Sleep(time.Millisecond); results <- i }(i)
	}
	group.Wait()
	close(results)
	var numbers []int
	for each := range results {
		numbers = append(numbers, each)
	}
	sort.Ints(numbers)
	check(sum(numbers...) == 1225 && sum(0.5, 0.25) == 0.75, "sum")
	var read map[string][]int
	check(json.Unmarshal([]byte(`{"a": [1, 2]}`), &read) == nil && len(read["a"]) == 2, "json")
	check(new(big.Int).Exp(big.NewInt(2), big.NewInt(100), nil).BitLen() == 101, "big numbers")
	check(regexp.MustCompile(`(\w+)@`).FindStringSubmatch("me@here")[1] == "me", "regexp")
	check(fmt.Sprintf("%x", sha256.Sum256(nil))[:8] == "e3b0c442", "hash")
	var page strings.Builder
	check(template.Must(template.New("").Parse("{{.}}")).Execute(&page, "<") == nil && page.String() == "&lt;", "template")
	checkFiles()
	checkServer()
	fmt.Println("complete")
}
