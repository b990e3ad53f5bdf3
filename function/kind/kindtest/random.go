// SPDX-FileCopyrightText: The Workload Interpreter Authors
// SPDX-License-Identifier: Apache-2.0

package kindtest

import (
	"fmt"
	"math/rand/v2"
	"time"
)

// randomQueries is how many random queries each operation gets for each object.
const randomQueries = 300

func (s *session) random() error {
	seed := uint64(time.Now().UnixNano())
	random := rand.New(rand.NewPCG(seed, 0))
	return s.each(func(q query) error {
		for range randomQueries {
			varied := q
			varied.replicas = random.Int32N(4)
			varied.object = marshal(vary(random, decode(q.object)))
			if q.observed != nil {
				varied.observed = marshal(vary(random, decode(q.observed)))
			}
			if q.statuses != nil {
				varied.statuses = marshal(varyStatuses(random, s.items()))
			}
			if err := s.holds(varied); err != nil {
				return fmt.Errorf("with seed %d: %w", seed, err)
			}
		}
		return nil
	})
}

// vary changes a few values of the document.
func vary(random *rand.Rand, document any) any {
	if random.IntN(3) == 0 {
		document = inject(document)
	}
	for range random.IntN(4) {
		places := paths(document)
		place := places[random.IntN(len(places))]
		if place != "" && random.IntN(2) == 0 {
			document = with(document, place, gone)
		} else if place != "" {
			document = with(document, place, to(odd[random.IntN(len(odd))]))
		}
	}
	return document
}

// varyStatuses changes some items, in another order.
func varyStatuses(random *rand.Rand, items []any) []any {
	for i := range items {
		if random.IntN(2) == 0 {
			items[i] = with(items[i], "/status", func(status any) (any, bool) { return vary(random, status), true })
		}
	}
	random.Shuffle(len(items), func(i, j int) { items[i], items[j] = items[j], items[i] })
	return items[:random.IntN(len(items)+1)]
}

// holds checks the rules that hold for any query.
func (s *session) holds(q query) error {
	first, err := s.ask(q)
	if err != nil {
		return err
	}
	second, err := s.ask(q)
	if err != nil {
		return err
	}
	if string(first.raw) != string(second.raw) {
		return fmt.Errorf("%s is answered in two ways:\n%s\n%s", q.operation, first.raw, second.raw)
	}
	if refused(first) {
		return nil
	}
	if !patching[q.operation] {
		return s.checkSorted(first)
	}
	if err := s.checkOwned(q, first); err != nil {
		return err
	}
	return s.checkIdempotent(q, first)
}
