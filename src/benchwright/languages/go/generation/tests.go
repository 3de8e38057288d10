package main

import (
	"reflect"
	"testing"
)

func TestRunningTotals(t *testing.T) {
	if got := RunningTotals([]int{3, 4, 5}, 6); !reflect.DeepEqual(got, []int{3, 7, 5}) {
		t.Errorf("got %v", got)
	}
	if got := RunningTotals([]int{10, -4, 2}, 5); !reflect.DeepEqual(got, []int{10, -4, -2}) {
		t.Errorf("got %v", got)
	}
	if got := RunningTotals([]int{5, 5, 5}, 5); !reflect.DeepEqual(got, []int{5, 10, 5}) {
		t.Errorf("got %v", got)
	}
}
