// SPDX-FileCopyrightText: The Workload Interpreter Authors
// SPDX-License-Identifier: Apache-2.0

package described

import (
	"cmp"
	"fmt"
	"slices"

	"cel.dev/cel-go/common/types"
	"cel.dev/cel-go/common/types/traits"
	workv1alpha2 "github.com/karmada-io/karmada/pkg/apis/work/v1alpha2"

	"workload.example.io/interpreter/internal/interpreter"
	"workload.example.io/interpreter/internal/interpreter/view"
	"workload.example.io/interpreter/internal/kinds/described/celenv"
	"workload.example.io/interpreter/internal/kinds/described/document"
)

// memberStatus is what one member cluster reported.
type memberStatus struct {
	item   *workv1alpha2.AggregatedStatusItem
	status document.Document
}

// readMembers decodes the statuses, sorted by the names of the members, so that no answer depends on their order. One that check
// refuses is left out and named in a warning.
func (c *call) readMembers(req *interpreter.Request, check func(*document.Document) error) (warnings []string) {
	c.members = make([]memberStatus, 0, len(req.AggregatedStatus))
	for _, i := range byName(req.AggregatedStatus) {
		c.members = append(c.members, memberStatus{item: &req.AggregatedStatus[i]})
		m := &c.members[len(c.members)-1]
		m.status.Held = &c.held
		if m.item.Status == nil || len(m.item.Status.Raw) == 0 || document.KindName(m.item.Status.Raw) == "null" {
			continue
		}
		err := decodeStatus(&c.status, &m.status, m.item.Status.Raw)
		if err == nil {
			err = check(&m.status)
		}
		if err != nil {
			warnings = append(warnings, fmt.Sprintf("member cluster %q is left out: %v", m.item.ClusterName, err))
			c.members = c.members[:len(c.members)-1]
		}
	}
	slices.Sort(warnings)
	return warnings
}

func decodeStatus(shape *document.Shape, d *document.Document, raw []byte) error {
	if name := document.KindName(raw); name != "object" {
		return &view.Error{Path: "status", Want: "object", Got: name}
	}
	return shape.Decode(d, raw, "status")
}

func byName(items []workv1alpha2.AggregatedStatusItem) []int {
	order := make([]int, len(items))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(items[a].ClusterName, items[b].ClusterName) })
	return order
}

// bind makes the variables items and statuses.
func (c *call) bind() {
	items := make([]any, len(c.members))
	statuses := make([]any, 0, len(c.members))
	for i := range c.members {
		m := &c.members[i]
		item := map[string]any{"clusterName": m.item.ClusterName, "applied": m.item.Applied}
		if m.item.AppliedMessage != "" {
			item["appliedMessage"] = m.item.AppliedMessage
		}
		if m.item.Health != "" {
			item["health"] = string(m.item.Health)
		}
		if m.status.Value != nil {
			item["status"] = m.status.Value
			statuses = append(statuses, m.status.Value)
		}
		items[i] = item
	}
	c.items, c.statuses = types.NewDynamicList(types.DefaultTypeAdapter, items), types.NewDynamicList(types.DefaultTypeAdapter, statuses)
}

// membersOf evaluates an expression to the members of a map, in the order of their names. Those that
// are null or an empty optional have no value. nil stands for no map.
func (c *call) membersOf(e *expression) ([]made, error) {
	value, err := c.eval(e)
	if err != nil || value == nil {
		return nil, err
	}
	m, ok := value.(traits.Mapper)
	if !ok {
		return nil, c.want(e, "map", value)
	}
	all := []made{}
	for it := m.Iterator(); it.HasNext() == types.True; {
		key := it.Next()
		name, ok := key.(types.String)
		if !ok {
			return nil, c.want(e, "strings as the keys of a map", key)
		}
		element := made{name: string(name)}
		if element.raw, err = c.encode(e, celenv.Present(m.Get(key))); err != nil {
			return nil, err
		}
		all = append(all, element)
	}
	slices.SortFunc(all, func(a, b made) int { return cmp.Compare(a.name, b.name) })
	return all, nil
}
