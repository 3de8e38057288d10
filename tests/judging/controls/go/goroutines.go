// control: works with goroutines, channels, contexts, timers and locks; some goroutines never end.
package main

import (
	"context"
	"errors"
	"sort"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"time"
)

type Run struct {
	Char  rune
	Count int
}

var (
	ErrNumber = errors.New("no number")
	calls     atomic.Int64
)

func init() {
	go func() { select {} }()
	time.AfterFunc(time.Millisecond, func() { calls.Add(1) })
}

func Runs(text string) []Run {
	runs, all := make(chan Run), []Run{}
	go func() {
		defer close(runs)
		var run Run
		for _, char := range text {
			if run.Count > 0 && char != run.Char {
				runs <- run
				run.Count = 0
			}
			run = Run{char, run.Count + 1}
		}
		if run.Count > 0 {
			runs <- run
		}
	}()
	for run := range runs {
		all = append(all, run)
	}
	return all
}

func Encode(text string) string {
	ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
	defer cancel()
	var (
		wait  sync.WaitGroup
		lock  sync.Mutex
		parts = map[int]string{}
	)
	for index, run := range Runs(text) {
		wait.Add(1)
		go func() {
			defer wait.Done()
			lock.Lock()
			defer lock.Unlock()
			parts[index] = strconv.Itoa(run.Count) + string(run.Char)
		}()
	}
	wait.Wait()
	if ctx.Err() != nil {
		return ""
	}
	order := make([]int, 0, len(parts))
	for index := range parts {
		order = append(order, index)
	}
	sort.Ints(order)
	code := ""
	for _, index := range order {
		code += parts[index]
	}
	return code
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
