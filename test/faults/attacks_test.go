// SPDX-FileCopyrightText: The Workload Interpreter Authors
// SPDX-License-Identifier: Apache-2.0

package faults

import (
	"context"
	"crypto/tls"
	"fmt"
	"net/http"
	"os"
	"strings"
	"testing"
	"time"
)

const (
	memory = 128 << 20
	lasts  = 4 * time.Second // an attack
	secret = "/5f0c1d7be83a49d2a6c4f7e09b12d85e"
)

// object is a call with the secret about an object.
func object(t Target, operation, object, more string) string {
	body := `{"request":{"uid":"u1","kind":{"group":"workload.example.io","version":"v1alpha1","kind":"Workload"},"operation":"` +
		operation + `","object":` + object + more + `}}`
	return t.Head(fmt.Sprintf("Content-Length: %d", len(body))) + body
}

func podSpec(spec string) string { return `{"spec":{"replicas":1,"template":{"spec":{` + spec + `}}}}` }

// attack is what somebody does for a while.
type attack struct {
	row, name string
	tls       bool
	run       func(ctx context.Context, target Target)
}

func hold(n int, lines, body string) func(context.Context, Target) {
	return func(ctx context.Context, t Target) { t.Hold(ctx, n, t.Head(lines)+body) }
}

// stranger is the text of somebody without the secret.
func stranger(n int, text string) func(context.Context, Target) {
	return func(ctx context.Context, t Target) { t.Hold(ctx, n, text) }
}

var attacks = []attack{
	{"1", "a quantity of 12 bytes, 8 at once", false, func(ctx context.Context, t Target) {
		t.Hold(ctx, 8, object(t, "InterpretReplica", podSpec(`"containers":[{"resources":{"requests":{"cpu":"1e-100000000"}}}]`), ""))
	}},
	{"2", "500,000 empty containers, 8 at once", false, func(ctx context.Context, t Target) {
		t.Hold(ctx, 8, object(t, "InterpretReplica", podSpec(`"containers":[{}`+strings.Repeat(",{}", 500_000)+`]`), ""))
	}},
	{"13", "2,700,000 empty items of aggregatedStatus, 8 at once", false, func(ctx context.Context, t Target) {
		t.Hold(ctx, 8, object(t, "AggregateStatus", `{}`, `,"aggregatedStatus":[{}`+strings.Repeat(",{}", 2_700_000)+`]`))
	}},
	{"3", "600 connections with answers that nobody takes, TLS", true, func(ctx context.Context, t Target) {
		t.Refuse(ctx, 600, strings.Repeat("GET / HTTP/1.1\r\nHost: a\r\nX: "+strings.Repeat("x", 4<<10)+"\r\n\r\n", 20))
	}},
	{"4", "4,096 idle connections after a 404", false, stranger(4096, "GET / HTTP/1.1\r\nHost: a\r\n\r\n")},
	{"4", "1,000 idle connections after a 404, TLS", true, stranger(1000, "GET / HTTP/1.1\r\nHost: a\r\n\r\n")},
	{"4", "4,096 idle connections after a probe", false, stranger(4096, "GET /healthz HTTP/1.1\r\nHost: a\r\n\r\n")},
	{"5", "480 stalled bodies of 64 KiB with the secret", false, hold(480, "Content-Length: 65536", strings.Repeat("x", 64<<10-1))},
	{"5", "400 stalled bodies of 64 KiB that claim 8 MiB", false, hold(400, "Content-Length: 8388608", strings.Repeat("x", 64<<10))},
	{"6", "5 stalled bodies of nearly 8 MiB", false, hold(5, "Content-Length: 8388608", strings.Repeat("x", 8<<20-10))},
	{"5", "400 stalled chunked bodies of 60 KiB", false, hold(400, "Transfer-Encoding: chunked", "f000\r\n"+strings.Repeat("x", 0xf000))},
	{"5", "300 answers of 60 KiB that nobody takes", false, func(ctx context.Context, t Target) {
		status := `,"status":{"a":"` + strings.Repeat("x", 60<<10) + `"}}`
		t.Refuse(ctx, 300, strings.Repeat(object(t, "InterpretStatus", `{"spec":{}`+status, ""), 8))
	}},
	{"11", "4,000 slow headers", false, stranger(4000, "POST / HTTP/1.1\r\nHost: a\r\nX: "+strings.Repeat("x", 7<<10))},
	{"13", "1,000 slow headers, TLS", true, stranger(1000, "POST / HTTP/1.1\r\nHost: a\r\nX: "+strings.Repeat("x", 7<<10))},
	{"11", "4,000 slow headers of short lines", false, stranger(4000, "POST / HTTP/1.1\r\nHost: a\r\n"+lines(1500))},
	{"11", "512 slow headers of short lines behind a good call, TLS", true, func(ctx context.Context, t Target) {
		t.Hold(ctx, 512, object(t, "InterpretHealth", `{}`, "")+"POST / HTTP/1.1\r\nHost: a\r\n"+lines(700))
	}},
	{"13", "2,000 handshakes that stall", true, func(ctx context.Context, t Target) { t.Hello(ctx, 2000) }},
}

func lines(n int) string {
	var text strings.Builder
	for i := range n {
		fmt.Fprintf(&text, "%03x:\n", i)
	}
	return text.String()
}

// caged starts a program in a cgroup of 128 MiB.
func caged(t *testing.T, program string, secure bool, environment ...string) (*Process, *Cage, Target) {
	t.Helper()
	port, err := FreePort()
	must(t, err)
	if secure {
		pair, _, err := WritePair(t.TempDir())
		must(t, err)
		environment = append(environment, "TLS_CERT_FILE="+pair.Cert, "TLS_KEY_FILE="+pair.Key)
	}
	p := Command(program, port, append(environment, "INTERPRETER_PATH_SECRETS="+secret[1:])...)
	cage := NewCage(fmt.Sprintf("interpreter-faults-%d-%s", os.Getpid(), port), memory)
	if cage != nil {
		must(t, cage.Enclose(p.Cmd))
	}
	must(t, p.Start())
	t.Cleanup(func() {
		_ = p.Process.Kill()
		_ = p.Wait()
		if cage != nil {
			if err := cage.Remove(); err != nil {
				t.Error(err)
			}
		}
	})
	return p, cage, Target{Address: p.Address(), TLS: secure, Secret: secret}
}

// witness is a normal caller who knows the secret.
func witness(target Target, probe string) *Witness {
	scheme := "http"
	if target.TLS {
		scheme = "https"
	}
	client := func(kept bool) *http.Client {
		return &http.Client{Timeout: 5 * time.Second, Transport: &http.Transport{
			DisableKeepAlives: !kept, TLSClientConfig: &tls.Config{InsecureSkipVerify: true}}}
	}
	url := scheme + "://" + target.Address
	return &Witness{URL: url + target.Secret, Probe: url + probe, Kept: client(true), Fresh: client(false)}
}

// report writes the row of an attack: the process lives within its memory, and the witness was answered in time.
func report(t *testing.T, row, name string, p *Process, cage *Cage, w *Witness, more string) {
	t.Helper()
	resident, err := p.Memory("VmHWM")
	if err != nil {
		t.Errorf("%s: the process is gone: %v", name, err)
	}
	charged := "not measured"
	if cage != nil {
		most, err := cage.Most()
		must(t, err)
		charged = fmt.Sprintf("%d MiB", most>>20)
		if kills, err := cage.Kills(); err != nil || kills > 0 {
			t.Errorf("%s: killed for want of memory: %d %v", name, kills, err)
		}
	}
	if resident > memory {
		t.Errorf("%s: the server took %d MiB", name, resident>>20)
	}
	if w.Lost > 0 || w.Calls == 0 || w.Slowest > slowest() {
		t.Errorf("%s: %d of %d calls beside it were lost, the slowest (%s) took %s, the first with: %v", name, w.Lost, w.Calls, w.Slow, w.Slowest, w.First)
	}
	attacked = append(attacked, fmt.Sprintf("| %s | %s | %d MiB | %s | %d | %d | %d ms | %s |\n",
		row, name, resident>>20, charged, w.Calls, w.Lost, w.Slowest.Milliseconds(), more))
}

// slowest is how long a call beside an attack may take: a second for make -C test faults, which has the machine to itself.
func slowest() time.Duration {
	if d, err := time.ParseDuration(os.Getenv("FAULTS_SLOWEST")); err == nil {
		return d
	}
	return 5 * time.Second
}

// attacked collects the rows of the attacks.
var attacked []string

// TestAttacks attacks the server in a memory cgroup of 128 MiB for some seconds each, with a normal caller beside it.
func TestAttacks(t *testing.T) {
	for _, attack := range attacks {
		t.Run(attack.row+" "+attack.name, func(t *testing.T) {
			p, cage, target := caged(t, binary, attack.tls, "LOG_LEVEL=error")
			w := witness(target, "/healthz")
			wait(t, "the server answers", func() bool { return w.ask(w.Fresh) == nil && w.ask(w.Kept) == nil })
			ctx, cancel := context.WithTimeout(t.Context(), lasts)
			defer cancel()
			go attack.run(ctx, target)
			w.Watch(ctx)
			report(t, attack.row, attack.name, p, cage, w, "")
		})
	}
}

// TestLargeBodies sends 200 bodies of 6 MiB at once: all are answered, to the container's server with TLS and without and
// to the Functions Framework.
func TestLargeBodies(t *testing.T) {
	const calls, size = 200, 6 << 20
	framework, err := Build("../..", "./function/cmd/local", t.TempDir())
	must(t, err)
	for _, test := range []struct {
		row, name, program string
		tls                bool
	}{
		{"7", "200 calls of 6 MiB", binary, false},
		{"13", "200 calls of 6 MiB, TLS", binary, true},
		{"8", "200 calls of 6 MiB, Functions Framework", framework, false},
	} {
		t.Run(test.name, func(t *testing.T) {
			p, cage, target := caged(t, test.program, test.tls, "LOG_LEVEL=error")
			w := witness(target, "/healthz")
			if test.program == framework {
				w.Probe = "" // it has none
			}
			wait(t, "the server answers", func() bool { return w.ask(w.Fresh) == nil && w.ask(w.Kept) == nil })
			ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
			defer cancel()
			var answered int
			var first error
			go func() {
				defer cancel()
				answered, first = target.Large(ctx, calls, size)
			}()
			w.Watch(ctx)
			if answered != calls {
				t.Errorf("%s: %d of %d were answered, the first was not because of: %v", test.name, answered, calls, first)
			}
			report(t, test.row, test.name, p, cage, w, fmt.Sprintf("%d of %d answered", answered, calls))
		})
	}
}
