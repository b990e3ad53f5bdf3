// SPDX-FileCopyrightText: The Workload Interpreter Authors
// SPDX-License-Identifier: Apache-2.0

package kindtest

import (
	"bytes"
	"cmp"
	"fmt"
	"slices"
	"strings"

	"workload.example.io/interpreter/function/kind"
	"workload.example.io/interpreter/internal/interpreter"
)

func (s *session) answered() error {
	if err := s.each(func(q query) error { _, err := s.success(q); return err }); err != nil {
		return err
	}
	for _, operation := range interpreter.Operations() {
		if slices.Contains(s.operations, operation) {
			continue
		}
		r, err := s.ask(s.about(operation, s.objects[0]))
		if err != nil {
			return err
		}
		if r.response == nil || r.response.Successful {
			return fmt.Errorf("%s is not supported and yet answered with %s", operation, r.raw)
		}
	}
	return nil
}

// odd are values that stand in no object, for any place of one.
var odd = []any{
	nil, true, "", "kindtest", decode([]byte("-1")), decode([]byte("0")), decode([]byte("1.5")), decode([]byte("1e400")),
	decode([]byte("2147483648")), []any{}, []any{nil}, []any{"a"}, []any{map[string]any{}}, map[string]any{}, map[string]any{"a": nil},
}

// oddities visits every operation with every value of every object replaced by each odd one.
func (s *session) oddities(visit func(query) error) error {
	return s.each(func(q query) error {
		object := decode(q.object)
		for _, path := range paths(object) {
			for _, value := range odd {
				varied := q
				varied.object = marshal(with(object, path, to(value)))
				if q.operation == "Retain" {
					varied.observed = marshal(with(decode(q.observed), path, to(value)))
				}
				if err := visit(varied); err != nil {
					return err
				}
			}
		}
		return nil
	})
}

func (s *session) total() error {
	if err := s.oddities(func(q query) error { _, err := s.ask(q); return err }); err != nil {
		return err
	}
	return s.each(func(q query) error {
		for _, broken := range []string{"", "{", `{"spec":`, "[[[[", `"`, `{"a":1,"a":2}`, strings.Repeat(`{"a":`, 12000) + "1" + strings.Repeat("}", 12000)} {
			for _, place := range []*[]byte{&q.object, &q.observed, &q.statuses} {
				good := *place
				*place = []byte(broken)
				_, err := s.ask(q)
				if *place = good; err != nil {
					return err
				}
			}
		}
		return nil
	})
}

// repeats is how often a request is sent again: an answer in the random order of a map is the same by chance once in two.
const repeats = 16

func (s *session) deterministic() error {
	return s.each(func(q query) error {
		first, err := s.ask(q)
		if err != nil {
			return err
		}
		same := make(chan error, repeats)
		for range repeats {
			go func() {
				again, err := s.ask(q)
				if err == nil && (!bytes.Equal(first.raw, again.raw) || !slices.Equal(first.warnings, again.warnings)) {
					err = fmt.Errorf("%s is answered in two ways:\n%s\n%s", q.operation, first.raw, again.raw)
				}
				same <- err
			}()
		}
		for range repeats {
			err = cmp.Or(err, <-same)
		}
		return err
	})
}

func (s *session) sorted() error {
	if !slices.Contains(s.operations, "InterpretDependency") {
		return nil
	}
	for _, object := range s.objects {
		r, err := s.success(s.about("InterpretDependency", object))
		if err != nil {
			return err
		}
		if err := s.checkSorted(r); err != nil {
			return err
		}
	}
	return nil
}

func (s *session) checkSorted(r *reply) error {
	sorted := kind.MergeDependencies(r.response.Dependencies)
	if fmt.Sprint(sorted) != fmt.Sprint(r.response.Dependencies) {
		return fmt.Errorf("InterpretDependency is not sorted or has duplicates: got\n%+v\nwant\n%+v", r.response.Dependencies, sorted)
	}
	return nil
}

func (s *session) absent() error {
	if slices.Contains(s.operations, "InterpretHealth") {
		for _, object := range s.objects {
			for _, path := range []string{"/status"} {
				if _, err := s.success(s.about("InterpretHealth", with(object, path, gone))); err != nil {
					return fmt.Errorf("an object without %s: %w", path, err)
				}
			}
		}
	}
	return s.each(func(q query) error {
		if patching[q.operation] {
			return nil // what is null may have to be written
		}
		object := decode(q.object)
		for _, path := range memberPaths(object) {
			null, absent := q, q
			null.object, absent.object = marshal(with(object, path, to(nil))), marshal(with(object, path, gone))
			if err := s.equal(null, absent); err != nil {
				return fmt.Errorf("null at %s does not mean the same as absent: %w", path, err)
			}
		}
		return nil
	})
}

// equal compares what is answered to two queries. How an error words it may differ.
func (s *session) equal(a, b query) error {
	first, err := s.ask(a)
	if err != nil {
		return err
	}
	second, err := s.ask(b)
	if err != nil {
		return err
	}
	if refused(first) && refused(second) || bytes.Equal(first.raw, second.raw) {
		return nil
	}
	return fmt.Errorf("%s is answered with\n%s\nand\n%s", a.operation, first.raw, second.raw)
}

func refused(r *reply) bool { return r.response == nil || !r.response.Successful }

// memberPaths are the places of members below spec and status, where they stand in no list and in no map of texts, whose
// names are data.
func memberPaths(object any) []string {
	return slices.DeleteFunc(paths(object), func(path string) bool {
		below := strings.HasPrefix(path, "/spec/") || strings.HasPrefix(path, "/status/")
		inMap := false
		for at := strings.LastIndexByte(path, '/'); at > 0; at = strings.LastIndexByte(path[:at], '/') {
			with(object, path[:at], func(parent any) (any, bool) {
				_, list := parent.([]any)
				inMap = inMap || list || isTexts(parent)
				return parent, true
			})
		}
		return !below || inMap
	})
}

func (s *session) names() error {
	return s.each(func(q query) error {
		object := decode(q.object)
		for _, path := range memberPaths(object) {
			at := strings.LastIndexByte(path, '/') + 1
			other := path[:at] + strings.ToUpper(path[at:at+1]) + path[at+1:]
			if other == path {
				continue
			}
			var value any
			absent := with(object, path, func(v any) (any, bool) { value = v; return nil, false })
			renamed, missing := q, q
			renamed.object, missing.object = marshal(with(absent, other, to(value))), marshal(absent)
			if err := s.equal(renamed, missing); err != nil {
				return fmt.Errorf("%s is read as %s: %w", other, path, err)
			}
		}
		return nil
	})
}
