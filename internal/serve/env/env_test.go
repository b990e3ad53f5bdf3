// SPDX-FileCopyrightText: The Workload Interpreter Authors
// SPDX-License-Identifier: Apache-2.0

package env_test

import (
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"workload.example.io/interpreter/internal/serve/env"
)

func TestReader(t *testing.T) {
	tests := map[string]struct {
		reason string
		values map[string]string
		want   string
	}{
		"defaults":       {reason: "nothing set is fine"},
		"empty":          {reason: "set to nothing is not set", values: map[string]string{"COUNT": "", "WAIT": ""}},
		"good":           {reason: "values in range", values: map[string]string{"COUNT": "9", "WAIT": "1m", "COLOR": "blue"}},
		"no number":      {reason: "say what is wanted", values: map[string]string{"COUNT": "many"}, want: `cannot use COUNT: want an integer from 1 to 9, got "many"`},
		"out of range":   {reason: "the range counts", values: map[string]string{"COUNT": "10"}, want: `cannot use COUNT: want an integer from 1 to 9, got "10"`},
		"no unit":        {reason: "a bare number is no duration", values: map[string]string{"WAIT": "3"}, want: `cannot use WAIT: want a duration from 1s to 1h0m0s, such as 5s, got "3"`},
		"no choice":      {reason: "name the choices", values: map[string]string{"COLOR": "pink"}, want: `cannot use COLOR: want one of red, blue, got "pink"`},
		"the first wins": {reason: "one line, not three", values: map[string]string{"COUNT": "x", "WAIT": "x"}, want: `cannot use COUNT: want an integer from 1 to 9, got "x"`},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			r := env.New(func(name string) string { return test.values[name] })
			r.Int("COUNT", 2, 1, 9)
			r.Duration("WAIT", 5*time.Second, time.Second, time.Hour)
			r.Choice("COLOR", "red", "red", "blue")
			got := ""
			if err := r.Err(); err != nil {
				got = err.Error()
			}
			if diff := cmp.Diff(test.want, got); diff != "" {
				t.Errorf("%s (-want +got):\n%s", test.reason, diff)
			}
			want := []env.Setting{{Name: "COUNT", Default: "2"}, {Name: "WAIT", Default: "5s"}, {Name: "COLOR", Default: "red"}}
			if diff := cmp.Diff(want, r.Asked()); diff != "" {
				t.Errorf("every setting is listed (-want +got):\n%s", diff)
			}
		})
	}
}
