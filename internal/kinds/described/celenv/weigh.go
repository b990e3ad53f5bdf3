// SPDX-FileCopyrightText: The Workload Interpreter Authors
// SPDX-License-Identifier: Apache-2.0

package celenv

import (
	"cel.dev/cel-go/common/types"
	"cel.dev/cel-go/common/types/ref"
	"cel.dev/cel-go/common/types/traits"
)

// textUnit is how many bytes of a text weigh as much as a value.
const textUnit = 32

// weigh takes the weight of a value from what is left, which is negative if it is more: one for each value in it, and for a
// text one more for each textUnit bytes. What stands in a value twice, as lists share their elements, weighs twice. It stops
// as soon as nothing is left.
func weigh(v ref.Val, left int) int {
	switch v := v.(type) {
	case types.String:
		return left - 1 - len(v)/textUnit
	case *types.Optional:
		if v.HasValue() {
			return weigh(v.GetValue(), left-1)
		}
	case traits.Lister:
		if native, ok := v.Value().([]any); ok {
			return weighNative(native, left)
		}
		for it := v.Iterator(); left >= 0 && it.HasNext() == types.True; {
			left = weigh(it.Next(), left)
		}
	case traits.Mapper:
		if native, ok := v.Value().(map[string]any); ok {
			return weighNative(native, left)
		}
		for it := v.Iterator(); left >= 0 && it.HasNext() == types.True; {
			key := it.Next()
			left = weigh(v.Get(key), weigh(key, left))
		}
	}
	return left - 1
}

// weighNative is weigh for what was decoded.
func weighNative(v any, left int) int {
	switch v := v.(type) {
	case string:
		left -= len(v) / textUnit
	case []any:
		for i := range v {
			if left < 0 {
				break
			}
			left = weighNative(v[i], left)
		}
	case map[string]any:
		for name, member := range v {
			if left < 0 {
				break
			}
			left = weighNative(member, left-len(name)/textUnit)
		}
	case ref.Val:
		return weigh(v, left)
	}
	return left - 1
}

// textSize is the length of a text or, if that is asked for, of all texts in a value.
func textSize(v ref.Val, inside bool) int {
	const number = 32
	if text, ok := v.(types.String); ok {
		return len(text)
	}
	if !inside {
		return 0
	}
	total := 0
	switch v := v.(type) {
	case traits.Lister:
		for it := v.Iterator(); it.HasNext() == types.True && total <= maxText; {
			total += textSize(it.Next(), true)
		}
	case traits.Mapper:
		for it := v.Iterator(); it.HasNext() == types.True && total <= maxText; {
			key := it.Next()
			total += textSize(key, true) + textSize(v.Get(key), true)
		}
	default:
		return number
	}
	return total
}
