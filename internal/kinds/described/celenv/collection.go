// SPDX-FileCopyrightText: The Workload Interpreter Authors
// SPDX-License-Identifier: Apache-2.0

package celenv

import (
	"cmp"
	"slices"

	"cel.dev/cel-go/common/types"
	"cel.dev/cel-go/common/types/ref"
	"cel.dev/cel-go/common/types/traits"
)

// orderedMap is a map that is visited in the order of its keys.
type orderedMap struct {
	traits.Mapper
	keys []ref.Val
}

// ordered makes a map visit its members in the order of their keys; anything else stays as it is.
func ordered(args []ref.Val) ref.Val {
	m, ok := args[0].(traits.Mapper)
	if !ok {
		return args[0]
	}
	return orderedMap{m, keysOf(m)}
}

// keysOf returns the keys of a map in their order.
func keysOf(m traits.Mapper) []ref.Val {
	n, _ := m.Size().(types.Int)
	keys := make([]ref.Val, 0, n)
	for it := m.Iterator(); it.HasNext() == types.True; {
		keys = append(keys, it.Next())
	}
	slices.SortFunc(keys, func(a, b ref.Val) int {
		x, ok := a.(types.String)
		y, also := b.(types.String)
		if ok && also {
			return cmp.Compare(x, y)
		}
		return cmp.Compare(keyText(a), keyText(b))
	})
	return keys
}

// keyText orders keys that are not all strings.
func keyText(key ref.Val) string {
	text, _ := Encode(key)
	return kindOf(key) + string(text)
}

// Iterator visits the keys.
func (m orderedMap) Iterator() traits.Iterator {
	return types.NewRefValList(types.DefaultTypeAdapter, m.keys).Iterator()
}

// Fold visits the members.
func (m orderedMap) Fold(f traits.Folder) {
	for _, key := range m.keys {
		if !f.FoldEntry(key, m.Get(key)) {
			return
		}
	}
}

func merge(args []ref.Val) ref.Val {
	merged := map[ref.Val]ref.Val{}
	for v := range each(args[0]) {
		m, ok := v.(traits.Mapper)
		if !ok {
			return refuse("merge: want maps, got " + kindOf(v))
		}
		for it := m.Iterator(); it.HasNext() == types.True; {
			key := it.Next()
			merged[key] = m.Get(key)
		}
	}
	return types.NewRefValMap(types.DefaultTypeAdapter, merged)
}

func omitEmpty(args []ref.Val) ref.Val { return omit(args[0], false) }

func omitZero(args []ref.Val) ref.Val { return omit(args[0], true) }

// omit returns the value without what says nothing in it; the value itself stays, if need be empty.
func omit(v ref.Val, zeros bool) ref.Val {
	switch v := present(v).(type) {
	case nil:
		return types.NullValue
	case traits.Lister:
		left := []ref.Val{}
		for element := range each(v) {
			if element = omit(element, zeros); !saysNothing(element, zeros) {
				left = append(left, element)
			}
		}
		return types.NewRefValList(types.DefaultTypeAdapter, left)
	case traits.Mapper:
		left := map[ref.Val]ref.Val{}
		for it := v.Iterator(); it.HasNext() == types.True; {
			key := it.Next()
			if value := omit(v.Get(key), zeros); !saysNothing(value, zeros) {
				left[key] = value
			}
		}
		return types.NewRefValMap(types.DefaultTypeAdapter, left)
	default:
		return v
	}
}

func saysNothing(v ref.Val, zeros bool) bool {
	switch v := v.(type) {
	case types.Null:
		return true
	case types.Int, types.Double, types.String:
		return zeros && (v == types.IntZero || v == types.Double(0) || v == types.String(""))
	case traits.Sizer:
		return v.Size() == types.IntZero
	}
	return false
}

// distinct returns each element once, where it stands first. Values are equal if they are the same JSON.
func distinct(args []ref.Val) ref.Val {
	list, ok := args[0].(traits.Lister)
	if !ok {
		return refuse("distinct: want a list, got " + kindOf(args[0]))
	}
	seen := map[any]bool{}
	var left []ref.Val
	for it := list.Iterator(); it.HasNext() == types.True; {
		v := it.Next()
		var key any = v
		if _, ok := v.(types.String); !ok {
			text, err := Encode(v)
			if err != nil {
				return refuse("distinct: want values that JSON has, got another one")
			}
			key = string(text)
		}
		if !seen[key] {
			seen[key] = true
			left = append(left, v)
		}
	}
	return types.NewRefValList(types.DefaultTypeAdapter, left)
}
