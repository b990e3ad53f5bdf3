// SPDX-FileCopyrightText: The Workload Interpreter Authors
// SPDX-License-Identifier: Apache-2.0

package kindtest

import (
	"bytes"
	"fmt"
	"reflect"
	"slices"
	"strings"
)

// patches visits the operations that patch, with every object and with its owned values absent, null and different.
func (s *session) patches(visit func(query) error) error {
	return s.each(func(q query) error {
		if !patching[q.operation] {
			return nil
		}
		object := decode(q.object)
		variants := []any{object, without(object, s.Owned[q.operation])}
		for _, pointer := range s.Owned[q.operation] {
			for _, value := range []any{nil, decode([]byte("7")), true, "kindtest"} {
				variants = append(variants, with(object, pointer, to(value)))
			}
			if at := strings.LastIndexByte(pointer, '/'); at > 0 {
				variants = append(variants, with(object, pointer[:at], gone), with(object, pointer[:at], to(nil)))
			}
		}
		for _, variant := range variants {
			q.object = marshal(variant)
			if err := visit(q); err != nil {
				return err
			}
		}
		return nil
	})
}

func (s *session) owned() error {
	return s.patches(func(q query) error {
		r, err := s.ask(q)
		if err != nil || refused(r) {
			return err
		}
		return s.checkOwned(q, r)
	})
}

// checkOwned applies the patch of a reply and compares what its operation does not own.
func (s *session) checkOwned(q query, r *reply) error {
	after, err := patched(q, r)
	if err != nil {
		return err
	}
	owned := s.Owned[q.operation]
	before, rest := without(decode(q.object), owned), without(decode(after), owned)
	if !reflect.DeepEqual(before, rest) {
		return fmt.Errorf("%s changes more than %s:\n%s\nfrom %s\nto   %s", q.operation, strings.Join(owned, ", "), r.response.Patch, marshal(before), marshal(rest))
	}
	return nil
}

func (s *session) lossless() error {
	return s.patches(func(q query) error {
		q.object = marshal(inject(decode(q.object)))
		if q.observed != nil {
			q.observed = marshal(inject(decode(q.observed)))
		}
		r, err := s.ask(q)
		if err != nil || refused(r) {
			return err
		}
		after, err := patched(q, r)
		if err != nil {
			return err
		}
		want, got := bytes.Count(q.object, []byte(unknownName)), bytes.Count(after, []byte(unknownName))
		if got < want {
			return fmt.Errorf("%s loses %d of %d members that it does not know:\n%s", q.operation, want-got, want, r.response.Patch)
		}
		return s.checkOwned(q, r)
	})
}

func (s *session) idempotent() error {
	return s.patches(func(q query) error {
		r, err := s.ask(q)
		if err != nil || refused(r) {
			return err
		}
		return s.checkIdempotent(q, r)
	})
}

// checkIdempotent asks again about the patched object.
func (s *session) checkIdempotent(q query, r *reply) error {
	after, err := patched(q, r)
	if err != nil {
		return err
	}
	revised := len(r.response.Patch) > 0
	again := q
	again.object = after
	if r, err = s.success(again); err != nil {
		return fmt.Errorf("after its own patch: %w", err)
	}
	if len(r.response.Patch) > 0 {
		return fmt.Errorf("%s patches what it has patched:\n%s\n%s", q.operation, after, r.response.Patch)
	}
	if q.operation == "ReviseReplica" && revised && slices.Contains(s.operations, "InterpretReplica") {
		r, err := s.ask(query{operation: "InterpretReplica", object: after})
		if err != nil || refused(r) {
			return err
		}
		if got := *r.response.Replicas; got != q.replicas {
			return fmt.Errorf("ReviseReplica is asked for %d replicas, and then InterpretReplica reads %d of\n%s", q.replicas, got, after)
		}
	}
	return nil
}

func (s *session) members() error {
	if !slices.Contains(s.operations, "AggregateStatus") {
		return nil
	}
	for _, object := range s.objects {
		q := s.about("AggregateStatus", object)
		items := s.items()
		want, err := s.success(q)
		if err != nil {
			return err
		}
		slices.Reverse(items)
		q.statuses = marshal(items)
		got, err := s.success(q)
		if err != nil {
			return err
		}
		if !bytes.Equal(want.raw, got.raw) {
			return fmt.Errorf("AggregateStatus depends on the order of members:\n%s\n%s", want.raw, got.raw)
		}
		if err := s.unreadable(q, items, want); err != nil {
			return err
		}
	}
	return nil
}

// unreadable adds a member whose status is no object: the result is the same as without that member, or as with one that has
// no status, with a warning that names the member.
func (s *session) unreadable(q query, items []any, want *reply) error {
	q.statuses = marshal(append(items, map[string]any{"clusterName": "unreadable", "status": "kindtest"}))
	got, err := s.success(q)
	if err != nil {
		return fmt.Errorf("one unreadable status loses all: %w", err)
	}
	q.statuses = marshal(append(items, map[string]any{"clusterName": "unreadable"}))
	silent, err := s.success(q)
	if err != nil {
		return err
	}
	if !bytes.Equal(want.raw, got.raw) && !bytes.Equal(silent.raw, got.raw) {
		return fmt.Errorf("a status that cannot be read changes the sum:\n%s\n%s", want.raw, got.raw)
	}
	if !strings.Contains(strings.Join(got.warnings, "\n"), "unreadable") {
		return fmt.Errorf("no warning names the member whose status cannot be read: got %q", got.warnings)
	}
	return nil
}
