// SPDX-FileCopyrightText: The Workload Interpreter Authors
// SPDX-License-Identifier: Apache-2.0

package webhook

import (
	"fmt"

	"github.com/go-json-experiment/json/jsontext"
	workv1alpha2 "github.com/karmada-io/karmada/pkg/apis/work/v1alpha2"
	"k8s.io/apimachinery/pkg/runtime"

	"workload.example.io/interpreter/internal/interpreter/view"
)

// maxStatuses is the greatest number of items of aggregatedStatus, one for each member cluster. Karmada is built for hundreds
// of clusters, and keeps the items in one object of at most 1.5 MiB, where 10,000 have room for 150 bytes each. In a body
// an item may be 3 bytes, while it takes 250 in memory.
const maxStatuses = 10_000

// statusView is one item of aggregatedStatus: what an interpreter may use of it.
type statusView struct {
	clusterName string
	status      view.Span
	applied     bool
	health      workv1alpha2.ResourceHealth
}

// statusesView reads aggregatedStatus.
type statusesView []statusView

// UnmarshalJSONFrom reads an array or null.
func (s *statusesView) UnmarshalJSONFrom(decoder *jsontext.Decoder) error {
	*s = (*s)[:0]
	return view.Items(decoder, func() error {
		var item statusView
		err := view.Members(decoder, func(name []byte) error { return item.member(decoder, string(name)) })
		switch {
		case err != nil:
			return err
		case len(*s) == maxStatuses:
			return view.Refuse(decoder, fmt.Sprintf("at most %d member clusters", maxStatuses), "more")
		}
		*s = append(*s, item)
		return nil
	})
}

func (s *statusView) member(decoder *jsontext.Decoder, name string) error {
	switch name {
	case "clusterName":
		text, err := view.Text(decoder, view.MaxName)
		s.clusterName = string(text)
		return err
	case "health":
		text, err := view.Text(decoder, view.MaxName)
		s.health = health(text)
		return err
	case "status":
		return s.status.UnmarshalJSONFrom(decoder)
	case "applied":
		switch decoder.PeekKind() {
		case jsontext.KindTrue, jsontext.KindFalse, jsontext.KindNull:
			s.applied = decoder.PeekKind() == jsontext.KindTrue
		default:
			return view.Mismatch(decoder, "boolean")
		}
	}
	return view.Skip(decoder)
}

// health makes no copy of the usual values.
func health(text []byte) workv1alpha2.ResourceHealth {
	for _, known := range []workv1alpha2.ResourceHealth{workv1alpha2.ResourceHealthy, workv1alpha2.ResourceUnhealthy, workv1alpha2.ResourceUnknown} {
		if string(text) == string(known) {
			return known
		}
	}
	return workv1alpha2.ResourceHealth(text)
}

// items returns Karmada's own type, whose statuses share the bytes of the body.
func (s statusesView) items(body []byte) []workv1alpha2.AggregatedStatusItem {
	if len(s) == 0 {
		return nil
	}
	items := make([]workv1alpha2.AggregatedStatusItem, len(s))
	raw := make([]runtime.RawExtension, len(s))
	for i := range s {
		items[i] = workv1alpha2.AggregatedStatusItem{ClusterName: s[i].clusterName, Applied: s[i].applied, Health: s[i].health}
		if status := s[i].status.In(body); status != nil {
			raw[i].Raw = status
			items[i].Status = &raw[i]
		}
	}
	return items
}
