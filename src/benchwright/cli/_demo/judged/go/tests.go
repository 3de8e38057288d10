package main

import "testing"

func TestLongestRun(t *testing.T) {
	if got := LongestRun("abbcccd"); got != "ccc" {
		t.Errorf("got %q", got)
	}
	if got := LongestRun("aabb"); got != "aa" {
		t.Errorf("got %q", got)
	}
}

func TestEmpty(t *testing.T) {
	if got := LongestRun(""); got != "" {
		t.Errorf("got %q", got)
	}
}
