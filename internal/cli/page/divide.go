// SPDX-FileCopyrightText: The Workload Interpreter Authors
// SPDX-License-Identifier: Apache-2.0

package page

import (
	"cmp"
	"hash/fnv"
	"slices"
)

// Share is what one member has a claim to and what it gets.
type Share struct {
	// Name is the name of the member cluster.
	Name string
	// Weight is its static weight. A member with 0 takes part only if all have 0.
	Weight int64
	// Replicas is what it gets, 0 for a member to which Karmada sends nothing.
	Replicas int32
}

// Divide divides the replicas among the members by their static weights as the scheduler of Karmada v1.18 does
// (assignByStaticWeightStrategy): by the Webster method, one replica after the other to the member with the highest
// weight/(2*replicas+1). A tie goes to the member with fewer replicas, then by name, in an order that depends on the uid
// of the object. Without any weight all members weigh the same. The result has the members in the order given.
func Divide(replicas int32, members []Share, uid string) []Share {
	shares := slices.Clone(members)
	var parties []*Share
	for i := range shares {
		shares[i].Replicas = 0
		if shares[i].Weight > 0 {
			parties = append(parties, &shares[i])
		}
	}
	weight := func(s *Share) int64 { return s.Weight }
	if len(parties) == 0 {
		weight = func(*Share) int64 { return 1 }
		for i := range shares {
			parties = append(parties, &shares[i])
		}
	}
	if len(parties) == 0 {
		return nil
	}
	names := nameOrder(uid)
	first := func(a, b *Share) int {
		return cmp.Or(
			cmp.Compare(priority(weight(b), b.Replicas), priority(weight(a), a.Replicas)),
			cmp.Compare(a.Replicas, b.Replicas),
			names*cmp.Compare(a.Name, b.Name))
	}
	for range replicas {
		slices.MinFunc(parties, first).Replicas++
	}
	return shares
}

// priority is computed in floating point, as Karmada does: equal fractions must tie in the same way.
func priority(weight int64, replicas int32) float64 {
	return float64(weight) / float64(2*replicas+1)
}

// nameOrder is 1 for ascending names and -1 for descending ones. Karmada takes it from the uid, so that remainders do
// not always go to the same cluster.
func nameOrder(uid string) int {
	if uid == "" {
		return 1
	}
	hash := fnv.New32a()
	_, _ = hash.Write([]byte(uid))
	if hash.Sum32()&1 == 1 {
		return -1
	}
	return 1
}
