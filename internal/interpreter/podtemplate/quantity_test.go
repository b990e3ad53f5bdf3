// SPDX-FileCopyrightText: The Workload Interpreter Authors
// SPDX-License-Identifier: Apache-2.0

package podtemplate_test

import (
	"strings"
	"testing"
	"time"

	"k8s.io/apimachinery/pkg/api/resource"

	"workload.example.io/interpreter/internal/interpreter/podtemplate"
	"workload.example.io/interpreter/internal/interpreter/view"
)

// isValid reports whether raw could have stood at a Span.
func isValid(raw string) bool {
	var object struct {
		Spec view.Span `json:"spec"`
	}
	return view.Document([]byte(raw), &object) == nil
}

func TestParseQuantity(t *testing.T) {
	tests := map[string]struct{ reason, text, want string }{
		"whole":             {"a number", "3", "3"},
		"suffix":            {"of two", "1.5Gi", "1536Mi"},
		"small":             {"rounded up as by Kubernetes", "0.0000000001", "1n"},
		"space":             {"cut off as by Kubernetes", " 1 ", "1"},
		"exponent":          {"within bounds", "1e3", "1e3"},
		"E is a suffix":     {"and no exponent", "2E", "2E"},
		"E with a point":    {"is none either", "2.5E", "2500P"},
		"Ei is a suffix":    {"and no exponent", "1Ei", "1Ei"},
		"largest exponent":  {"accepted", "1e99", "1e99"},
		"least exponent":    {"accepted and rounded up", "1e-99", "1e-9"},
		"zeros":             {"do not make it larger", "1e+0000000000000000000000000000099", "1e+0000000000000000000000000000099"},
		"64 bytes":          {"accepted", "9223372036854775807." + strings.Repeat("0", 44), "9223372036854775807"},
		"65 bytes":          {"refused", strings.Repeat("0", 64) + "7", "want quantity of at most 64 bytes, got longer one"},
		"empty":             {"nothing", "", "want quantity, got string"},
		"words":             {"nothing", "lots", "want quantity, got string"},
		"two numbers":       {"nothing", "1 2", "want quantity, got string"},
		"exponent 100":      {"refused", "1e100", "want quantity with an exponent from -99 to 99, got another exponent"},
		"exponent -100":     {"refused", "1E-100", "want quantity with an exponent from -99 to 99, got another exponent"},
		"minutes":           {"refused at once", "1e-100000000", "want quantity with an exponent from -99 to 99, got another exponent"},
		"hours":             {"refused at once", "12345678901234567890e100000000", "want quantity with an exponent from -99 to 99, got another exponent"},
		"beyond int64":      {"refused at once", "1e" + strings.Repeat("9", 60), "want quantity with an exponent from -99 to 99, got another exponent"},
		"two exponents":     {"none", "1e99999999e1", "want quantity, got string"},
		"exponent in words": {"none", "1eE1000", "want quantity with an exponent from -99 to 99, got another exponent"},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			quantity, err := podtemplate.ParseQuantity(test.text)
			got := quantity.String()
			if err != nil {
				got = err.Error()
			}
			if got != test.want {
				t.Errorf("%s: got %q, want %q", test.reason, got, test.want)
			}
		})
	}
}

// FuzzQuantity checks that no quantity takes long, and that quantities mean what Kubernetes says.
func FuzzQuantity(f *testing.F) {
	for _, seed := range []string{"1", "1.5Gi", "1e-99", "1e-100000000", "12345678901234567890e100000000", " +.5E ", "-9Ei", "1eE+9999999"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		began := time.Now()
		quantity, err := podtemplate.ParseQuantity(text)
		quantity.Value()
		quantity.MilliValue()
		if elapsed := time.Since(began); elapsed > time.Second {
			t.Fatalf("%q took %v", text, elapsed)
		}
		if err != nil {
			return
		}
		want, err := resource.ParseQuantity(strings.TrimSpace(text))
		if err != nil || want.Cmp(quantity) != 0 || want.Format != quantity.Format {
			t.Fatalf("got %v of %q, want %v, %v", quantity, text, want, err)
		}
	})
}
