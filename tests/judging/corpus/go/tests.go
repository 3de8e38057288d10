package rle

import (
	"errors"
	"reflect"
	"testing"
)

func equal(t *testing.T, got, want any) {
	t.Helper()
	if got != want {
		t.Errorf("got %v, want %v", got, want)
	}
}

func TestEncode(t *testing.T) {
	if code := Encode("aaab"); code != "3a1b" {
		t.Errorf("got %q", code)
	}
	equal(t, Encode(""), "")
}

func TestRuns(t *testing.T) {
	runs := Runs("xyy")
	if len(runs) != 2 {
		t.Fatalf("%d runs", len(runs))
	}
	equal(t, runs[1], Run{'y', 2})
	if !reflect.DeepEqual(Runs(""), []Run{}) {
		t.Error("an empty text has runs")
	}
}

func TestDecode(t *testing.T) {
	var failures []string
	for code, text := range map[string]string{"2a1b": "aab", "12z": "zzzzzzzzzzzz", "": ""} {
		t.Run(code, func(t *testing.T) {
			got, err := Decode(code)
			if err != nil {
				t.Fatal(err)
			}
			if got != text {
				failures = append(failures, got)
			}
		})
	}
	if len(failures) > 0 {
		t.Errorf("wrong: %q", failures)
	}
}

func TestRefuses(t *testing.T) {
	for _, code := range []string{"a", "3"} {
		if _, err := Decode(code); !errors.Is(err, ErrNumber) {
			t.Errorf("%q gave %v", code, err)
		}
	}
}
