// SPDX-FileCopyrightText: The Workload Interpreter Authors
// SPDX-License-Identifier: Apache-2.0

package podtemplate_test

import (
	"fmt"
	"runtime"
	"strings"
	"testing"
	"time"

	"workload.example.io/interpreter/internal/interpreter/podtemplate"
)

const (
	// perByte is how many bytes may be allocated for each byte of a template, nearly all of them for big integers that are
	// garbage at once; atMost is how many beside that: room for MaxItems of everything.
	perByte = 24
	atMost  = 8 << 20
	// heldPerByte is how many bytes may be held for each byte of a template when it is read.
	heldPerByte = 1
	heldAtMost  = 4 << 20
	// timePerByte is generous enough for a busy machine and the race detector.
	timePerByte = 2 * time.Microsecond
)

// interpret does with a template all that can be done.
func interpret(raw []byte) error {
	template, err := podtemplate.Decode(raw, "object.spec.template")
	if err != nil {
		return err
	}
	template.Requirements()
	template.Dependencies("space")
	return nil
}

// cost is what interpreting a template takes.
func cost(raw []byte) (allocated uint64, elapsed time.Duration) {
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	began := time.Now()
	_ = interpret(raw)
	elapsed = time.Since(began)
	runtime.ReadMemStats(&after)
	return after.TotalAlloc - before.TotalAlloc, elapsed
}

func checkCost(t *testing.T, raw []byte) {
	t.Helper()
	allocated, elapsed := cost(raw)
	t.Logf("%d bytes: %d allocated (%.1f a byte), %v (%d ns a byte)", len(raw), allocated, float64(allocated)/float64(len(raw)), elapsed, elapsed.Nanoseconds()/int64(len(raw)))
	if limit := uint64(perByte*len(raw) + atMost); allocated > limit {
		t.Errorf("a template of %d bytes took %d bytes of memory, want at most %d", len(raw), allocated, limit)
	}
	if limit := time.Duration(len(raw))*timePerByte + time.Second; elapsed > limit {
		t.Errorf("a template of %d bytes took %v, want at most %v", len(raw), elapsed, limit)
	}
}

// checkHeld fails if the template holds more than it should. It collects the garbage to find out.
func checkHeld(t *testing.T, raw []byte) {
	t.Helper()
	var before, after runtime.MemStats
	runtime.GC()
	runtime.ReadMemStats(&before)
	template, err := podtemplate.Decode(raw, "object.spec.template")
	runtime.GC()
	runtime.ReadMemStats(&after)
	held := int64(after.HeapAlloc) - int64(before.HeapAlloc)
	if limit := int64(heldPerByte*len(raw) + heldAtMost); held > limit {
		t.Errorf("a template of %d bytes holds %d bytes of memory, want at most %d", len(raw), held, limit)
	}
	runtime.KeepAlive(template)
	runtime.KeepAlive(err)
	runtime.KeepAlive(raw)
}

// TestCost interprets templates of 1 MiB that are made to cost much.
func TestCost(t *testing.T) {
	const size = 1 << 20
	fill := func(format string) string { // items of the format until the size is reached, each with its number if it asks for it
		if !strings.Contains(format, "%") {
			return repeat(format, size/(len(format)+1))
		}
		return numbered(format, size/(len(format)+6))
	}
	tests := map[string]string{
		"empty containers":   `"containers":[` + fill(`{}`) + `]`,
		"null containers":    `"initContainers":[` + fill(`null`) + `]`,
		"named containers":   `"containers":[` + fill(`{"name":"a"}`) + `]`,
		"empty volumes":      `"volumes":[` + fill(`{}`) + `]`,
		"empty variables":    `"containers":[{"env":[` + fill(`{}`) + `]}]`,
		"one secret":         `"containers":[{"env":[` + fill(`{"valueFrom":{"secretKeyRef":{"name":"a"}}}`) + `]}]`,
		"six secrets":        `"imagePullSecrets":[` + fill(`{"name":"a"},{"name":"b"},{"name":"c"},{"name":"d"},{"name":"e"},{"name":"f"}`) + `]`,
		"9,000 secrets":      `"imagePullSecrets":[` + repeat(numbered(`{"name":"secret%d"}`, 9000), 20) + `]`,
		"secrets":            `"imagePullSecrets":[` + fill(`{"name":"%d"}`) + `]`,
		"projected secrets":  `"volumes":[{"projected":{"sources":[` + fill(`{"secret":{"name":"a"}}`) + `]}}]`,
		"empty tolerations":  `"tolerations":[` + fill(`{}`) + `]`,
		"10,000 tolerations": `"tolerations":[` + repeat(`{}`, podtemplate.MaxItems) + `],"containers":[` + fill(`{}`) + `]`,
		"labels":             `"nodeSelector":{` + fill(`"%d":""`) + `}`,
		"terms":              affinity(fill(`{}`)),
		"expressions":        affinity(`{"matchExpressions":[` + fill(`{}`) + `]}`),
		"values":             affinity(`{"matchExpressions":[{"values":[` + fill(`""`) + `]}]}`),
		"resources":          `"overhead":{` + fill(`"e.x/%d":1`) + `}`,
		"the same resource":  `"containers":[` + fill(`{"resources":{"limits":{"a/b":1}}}`) + `]`,
		"many, then few":     `"containers":[{"resources":{"limits":{` + numbered(`"e.x/%d":1`, 9000) + `}}},` + fill(`{"resources":{}}`) + `]`,
		"slow quantities":    `"containers":[` + fill(`{"resources":{"limits":{"cpu":"12345678901234567890123456789012345678901234567890123456e-99"}}}`) + `]`,
		"slow numbers":       `"containers":[` + fill(`{"resources":{"limits":{"cpu":12345678901234567890e99}}}`) + `]`,
		"binary quantities":  `"containers":[` + fill(`{"resources":{"limits":{"cpu":"12345678901234567890.12345678901Ei"}}}`) + `]`,
		"a quantity":         `"overhead":{"cpu":"1e-100000000"}`,
		"digits":             `"overhead":{"cpu":` + strings.Repeat("9", size) + `}`,
		"long names":         `"imagePullSecrets":[` + fill(`{"name":"`+strings.Repeat("x", 300)+`%d"}`) + `]`,
		"a name":             `"serviceAccountName":"` + strings.Repeat("x", size) + `"`,
		"escapes":            `"serviceAccountName":"` + strings.Repeat(`\u0000`, size/6) + `"`,
		"long members":       `"` + strings.Repeat("x", size/2) + `":1,"volumes":[{"` + strings.Repeat("x", size/2) + `":1}]`,
		"depth":              `"x":` + strings.Repeat(`[`, 9_900) + strings.Repeat(`]`, 9_900) + `,"volumes":[` + fill(`[[[[[[[[[[]]]]]]]]]]`) + `]`,
	}
	for name, spec := range tests {
		t.Run(name, func(t *testing.T) {
			raw := []byte(`{"spec":{` + spec + `}}`)
			checkCost(t, raw)
			checkHeld(t, raw)
		})
	}
}

func affinity(terms string) string {
	return `"affinity":{"nodeAffinity":{"requiredDuringSchedulingIgnoredDuringExecution":{"nodeSelectorTerms":[` + terms + `]}}}`
}

// TestLargestObjects interprets templates of valid objects as large as etcd takes, 1.5 MiB.
func TestLargestObjects(t *testing.T) {
	const size = 3 << 19
	variable := `{"name":"VARIABLE_%d","valueFrom":{"configMapKeyRef":{"name":"settings","key":"some.setting"}}}`
	container := `{"name":"container-%d","image":"registry.example.com/team/program:v1.2.3","resources":{"requests":{"cpu":"100m","memory":"128Mi"}},"envFrom":[{"secretRef":{"name":"credentials"}}]}`
	volume := `{"name":"volume-%d","projected":{"sources":[{"configMap":{"name":"a-config-map-with-an-ordinary-name-%[1]d","items":[{"key":"some.setting","path":"etc/program/some.setting"}]}}]}}`
	host := `"node-%d.region-1.compute.internal.example.com"`
	tests := map[string]struct {
		spec         string
		dependencies int
	}{
		"variables":  {`"containers":[{"name":"a","env":[` + numbered(variable, size/len(variable)) + `]}]`, 1},
		"containers": {`"containers":[` + numbered(container, size/len(container)) + `]`, 1},
		"volumes":    {`"volumes":[` + numbered(volume, size/(len(volume)+8)) + `]`, size / (len(volume) + 8)},
		"value":      {`"containers":[{"args":["` + strings.Repeat("x", size) + `"],"env":[{"name":"A","value":"b"}]}]`, 0},
		"hosts":      {affinity(`{"matchExpressions":[{"key":"kubernetes.io/hostname","operator":"In","values":[` + numbered(host, 9_000) + `]}]}`), 0},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			template := spec(t, test.spec)
			if got := len(template.Dependencies("space")); got != test.dependencies {
				t.Errorf("got %d dependencies, want %d", got, test.dependencies)
			}
			template.Requirements()
		})
	}
}

// FuzzTemplate interprets any template and watches what it takes. Bytes are repeated, because a price is seen in bulk.
func FuzzTemplate(f *testing.F) {
	for _, spec := range []string{
		`"containers":[{"resources":{"limits":{"cpu":"1e3","memory":"1Gi"},"requests":{"a/b":1}},"env":[{"valueFrom":{"secretKeyRef":{"name":"a"}}}],"envFrom":[{"configMapRef":{"name":"b"}}]}]`,
		`"volumes":[{"projected":{"sources":[{"secret":{"name":"a"}}]}},{"csi":{"nodePublishSecretRef":{"name":"c"}}}],"imagePullSecrets":[{"name":"d"}]`,
		`"nodeSelector":{"a":"b"},"tolerations":[{"key":"a","tolerationSeconds":1}],"overhead":{"cpu":"1e-99"},"serviceAccountName":"x","priorityClassName":"y"`,
		affinity(`{"matchExpressions":[{"key":"zone","operator":"In","values":["a"]}],"matchFields":[{}]}`),
	} {
		f.Add([]byte(spec), uint16(100))
	}
	f.Fuzz(func(t *testing.T, members []byte, times uint16) {
		for _, raw := range []string{
			`{"spec":{` + string(members) + `}}`,
			`{"spec":{"containers":[` + repeat(string(members), int(times)+1) + `]}}`,
			`{"spec":{"volumes":[` + repeat(string(members), int(times)+1) + `]}}`,
			fmt.Sprintf(`{"spec":{"overhead":{"cpu":%q}}}`, members),
		} {
			if isValid(raw) {
				checkCost(t, []byte(raw))
			}
		}
	})
}
