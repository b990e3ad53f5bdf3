// SPDX-FileCopyrightText: The Workload Interpreter Authors
// SPDX-License-Identifier: Apache-2.0

package pathsecret_test

import (
	"errors"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"workload.example.io/interpreter/internal/serve/env"
	"workload.example.io/interpreter/internal/serve/pathsecret"
	"workload.example.io/interpreter/internal/webhook"
)

const (
	current = "5f0c1d7be83a49d2a6c4f7e09b12d85e"
	next    = "Zq3-8vKx_1LmPw7RtYc9Bd"
	wrong   = "00112233445566778899aabbccddeeff"
)

// secrets reads the settings as the function does.
func secrets(values map[string]string) (*pathsecret.Secrets, error) {
	settings := env.New(func(name string) string { return values[name] })
	return pathsecret.FromSettings(settings, func(error) {}), settings.Err()
}

func TestSettings(t *testing.T) {
	file := filepath.Join(t.TempDir(), "secrets")
	if err := os.WriteFile(file, []byte(" \n"), 0o600); err != nil {
		t.Fatal(err)
	}
	tests := map[string]struct {
		reason, setting, value, want string
	}{
		"hex":         {reason: "32 hex digits hold 128 bits", setting: pathsecret.Setting, value: current},
		"two":         {reason: "two at once, for a rotation", setting: pathsecret.Setting, value: current + ", " + next},
		"lines":       {reason: "one a line", setting: pathsecret.Setting, value: current + "\n" + next + "\n"},
		"short":       {reason: "64 bits", setting: pathsecret.Setting, value: current[:16], want: "secret 1 of 1: want at least 128 random bits, got at most 64"},
		"second":      {reason: "say which of them", setting: pathsecret.Setting, value: current + ",password", want: "secret 2 of 2: want at least 128 random bits"},
		"a row":       {reason: "long is not random", setting: pathsecret.Setting, value: strings.Repeat("ab", 40), want: "want at least 128 random bits"},
		"slash":       {reason: "a segment ends at a slash", setting: pathsecret.Setting, value: current + "/" + next, want: "want letters, digits and -._~ only"},
		"only commas": {reason: "nobody means to open every path so", setting: pathsecret.Setting, value: ", ,", want: "want at least one secret, got none"},
		"no file":     {reason: "the file is missing", setting: pathsecret.FileSetting, value: file + ".none", want: "no such file"},
		"required":    {reason: "closed if the secret is missing", setting: pathsecret.RequiredSetting, value: "true", want: "want a secret in " + pathsecret.Setting + " or " + pathsecret.FileSetting + ", got none, so nobody is answered"},
		"not so":      {reason: "the default", setting: pathsecret.RequiredSetting, value: "false"},
		"a typo":      {reason: "a setting that closes must not be lost to a typo", setting: pathsecret.RequiredSetting, value: "True", want: "want one of false, true"},
		"empty file":  {reason: "an empty file opens nothing", setting: pathsecret.FileSetting, value: file, want: "want at least one secret, got none"},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			_, err := secrets(map[string]string{test.setting: test.value})
			switch {
			case test.want == "" && err != nil:
				t.Errorf("%s: %v", test.reason, err)
			case test.want != "" && (err == nil || !strings.Contains(err.Error(), test.setting) || !strings.Contains(err.Error(), test.want)):
				t.Errorf("%s: got %v, want %s: %s", test.reason, err, test.setting, test.want)
			case err != nil && strings.ContainsAny(test.value, "0123456789") && test.setting == pathsecret.Setting && strings.Contains(err.Error(), test.value[:8]):
				t.Errorf("the error quotes the secret: %v", err)
			}
		})
	}
	if _, err := secrets(map[string]string{pathsecret.Setting: current, pathsecret.FileSetting: file}); err == nil {
		t.Error("want an error for both settings at once")
	}
	if s, err := secrets(map[string]string{pathsecret.Setting: current, pathsecret.RequiredSetting: "true"}); err != nil || !s.Allow("/"+current) || s.Allow("/") {
		t.Errorf("a secret that is required and set must be the only one that is let in: %v", err)
	}
}

// untouched is a body that must not be read.
type untouched struct{ t *testing.T }

func (u untouched) Read([]byte) (int, error) {
	u.t.Error("the body was read before the path was checked")
	return 0, errors.New("not to be read")
}

func TestGuard(t *testing.T) {
	s, err := secrets(map[string]string{pathsecret.Setting: current + "," + next})
	if err != nil {
		t.Fatal(err)
	}
	tests := map[string]struct {
		reason, path string
		want         int
	}{
		"first":        {reason: "a secret", path: "/" + current, want: http.StatusOK},
		"second":       {reason: "the other one, during a rotation", path: "/" + next, want: http.StatusOK},
		"deeper":       {reason: "only the last segment counts", path: "/karmada/workload/" + current, want: http.StatusOK},
		"wrong":        {reason: "as long and as random", path: "/" + wrong, want: http.StatusNotFound},
		"none":         {reason: "no segment", path: "/", want: http.StatusNotFound},
		"behind":       {reason: "the secret is not last", path: "/" + current + "/", want: http.StatusNotFound},
		"prefix":       {reason: "a part is not enough", path: "/" + current[:31], want: http.StatusNotFound},
		"longer":       {reason: "more is too much", path: "/" + current + "0", want: http.StatusNotFound},
		"case":         {reason: "case counts", path: "/" + strings.ToUpper(current), want: http.StatusNotFound},
		"both":         {reason: "the list is no secret", path: "/" + current + "," + next, want: http.StatusNotFound},
		"absurdly big": {reason: "no secret is that long", path: "/" + strings.Repeat(current, 1000), want: http.StatusNotFound},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			var told []webhook.Outcome
			handler := pathsecret.Guard(s, http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(http.StatusOK) }),
				func(call *webhook.Call) { told = append(told, call.Outcome) })
			recorder := httptest.NewRecorder()
			handler.ServeHTTP(recorder, httptest.NewRequest(http.MethodPost, test.path, untouched{t}))
			if recorder.Code != test.want {
				t.Errorf("%s: got %d, want %d", test.reason, recorder.Code, test.want)
			}
			if refused := test.want == http.StatusNotFound; refused != (len(told) == 1 && told[0] == webhook.NoSecret) {
				t.Errorf("%s: the observer was told %v", test.reason, told)
			}
			if body, _ := io.ReadAll(recorder.Body); test.want == http.StatusNotFound && !strings.Contains(string(body), `"kind":"Status"`) {
				t.Errorf("want a Status, whose message Karmada shows, got %s", body)
			}
		})
	}
}

func TestRotation(t *testing.T) {
	file := filepath.Join(t.TempDir(), "secrets")
	write := func(text string) {
		t.Helper()
		if err := errors.Join(os.WriteFile(file+".new", []byte(text), 0o600), os.Rename(file+".new", file)); err != nil {
			t.Fatal(err)
		}
	}
	write(current)
	s, err := secrets(map[string]string{pathsecret.FileSetting: file})
	if err != nil || !s.Allow("/"+current) || s.Allow("/"+next) {
		t.Fatalf("want the secret of the file to be valid and no other: %v", err)
	}
	write(current + "\n" + next)
	until(t, "the second secret is valid", func() bool { return s.Allow("/" + next) })
	if !s.Allow("/" + current) {
		t.Error("the first secret is not valid beside the second")
	}
	write(next)
	until(t, "the first secret is no longer valid", func() bool { return !s.Allow("/" + current) })
	for reason, lose := range map[string]func(){"emptied": func() { write(" \n") }, "gone": func() {
		if err := os.Remove(file); err != nil {
			t.Fatal(err)
		}
	}} {
		write(next)
		until(t, "the secret is valid", func() bool { return s.Allow("/" + next) })
		lose()
		until(t, "nobody is let in", func() bool { return !s.Allow("/" + next) })
		recorder := httptest.NewRecorder()
		pathsecret.Guard(s, http.NotFoundHandler(), nil).ServeHTTP(recorder, httptest.NewRequest(http.MethodPost, "/"+next, untouched{t}))
		if recorder.Code != http.StatusServiceUnavailable || !strings.Contains(recorder.Body.String(), "no path secret is left in the file") {
			t.Errorf("%s: got %d %s", reason, recorder.Code, recorder.Body)
		}
	}
}

func until(t *testing.T, what string, met func() bool) {
	t.Helper()
	for deadline := time.Now().Add(10 * time.Second); !met(); <-time.After(10 * time.Millisecond) {
		if time.Now().After(deadline) {
			t.Fatalf("waited in vain until %s", what)
		}
	}
}

// BenchmarkAllow shows what the check costs a call.
func BenchmarkAllow(b *testing.B) {
	s, err := secrets(map[string]string{pathsecret.Setting: current + "," + next})
	if err != nil {
		b.Fatal(err)
	}
	for b.Loop() {
		s.Allow("/karmada/" + next)
	}
}

// FuzzAllow asks with any path: only those that end with the secret are let in, and none takes memory.
func FuzzAllow(f *testing.F) {
	s, err := secrets(map[string]string{pathsecret.Setting: current + "," + next})
	if err != nil {
		f.Fatal(err)
	}
	for _, path := range []string{"/", "/" + current, "/a/" + next, "/" + current + "/", "/" + current + "%00", "//" + next, strings.Repeat("/", 1000)} {
		f.Add(path)
	}
	f.Fuzz(func(t *testing.T, path string) {
		want := strings.HasSuffix("/"+path, "/"+current) || strings.HasSuffix("/"+path, "/"+next)
		if got := s.Allow(path); got != want {
			t.Errorf("%q: got %t, want %t", path, got, want)
		}
		if got := testing.AllocsPerRun(1, func() { s.Allow(path) }); got > 1 {
			t.Errorf("%q: got %.0f allocations, want at most one", path, got)
		}
	})
}
