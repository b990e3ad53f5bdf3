// SPDX-FileCopyrightText: The Workload Interpreter Authors
// SPDX-License-Identifier: Apache-2.0

package kindtest

import (
	"fmt"
	"runtime"
	"strings"
	"unicode"
)

// canary is a value that must not come out of an object.
const canary = "kindtest-canary-5f0c1d7b"

func (s *session) discreet() error {
	return s.each(func(q query) error {
		object := decode(q.object)
		for _, path := range paths(object) {
			for _, value := range []any{canary, []any{canary}, map[string]any{"kindtest": canary}} {
				varied := q
				varied.object = marshal(with(object, path, to(value)))
				r, err := s.ask(varied)
				if err != nil {
					return err
				}
				if err := checkDiscreet(q, r); err != nil {
					return err
				}
			}
		}
		return nil
	})
}

// maxMessage is what an Event holds of a message (k8s.io/kubernetes/pkg/apis/core/validation).
const maxMessage = 1024

func checkDiscreet(q query, r *reply) error {
	texts := strings.Join(r.warnings, "\n")
	if r.response != nil && r.response.Status != nil {
		message := r.response.Status.Message
		if message == "" || len(message) > maxMessage || strings.ContainsFunc(message, unicode.IsControl) {
			return fmt.Errorf("%s is refused with a message that an Event cannot show: %q", q.operation, message)
		}
		texts += message
	}
	if strings.Contains(texts, canary) {
		return fmt.Errorf("%s shows a value of the object: %s", q.operation, texts)
	}
	return nil
}

// growth is how many times as much a call may allocate when its object is four times as large, lists and texts alike.
const growth = 6

func (s *session) bounded() error {
	return s.each(func(q query) error {
		small, large := q, q
		small.object, large.object = marshal(grow(decode(q.object), 100)), marshal(grow(decode(q.object), 400))
		first, err := s.allocated(small)
		if err != nil {
			return err
		}
		second, err := s.allocated(large)
		if err != nil {
			return err
		}
		if second > growth*max(first, 1<<16) {
			return fmt.Errorf("%s allocates %d bytes for an object of %d and %d for one of %d",
				q.operation, first, len(small.object), second, len(large.object))
		}
		return nil
	})
}

// allocated returns what one call allocates, the least of some: garbage of others is counted too.
func (s *session) allocated(q query) (uint64, error) {
	least := ^uint64(0)
	for range 5 {
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		_, err := s.ask(q)
		if err != nil {
			return 0, err
		}
		runtime.ReadMemStats(&after)
		least = min(least, after.TotalAlloc-before.TotalAlloc)
	}
	return least, nil
}

// grow repeats the items of lists and adds as many members that nobody knows to the object.
func grow(value any, times int) any {
	object, ok := value.(map[string]any)
	if !ok {
		return value
	}
	grown := growLists(object, times).(map[string]any)
	for i := range times {
		grown[fmt.Sprintf("%s-%d", unknownName, i)] = unknown
	}
	return grown
}

func growLists(value any, times int) any {
	switch value := value.(type) {
	case map[string]any:
		grown := map[string]any{}
		for name, member := range value {
			grown[name] = growLists(member, times)
		}
		return grown
	case []any:
		var grown []any
		for range times {
			grown = append(grown, value...)
		}
		return grown
	}
	return value
}
