// SPDX-FileCopyrightText: The Workload Interpreter Authors
// SPDX-License-Identifier: Apache-2.0

package celenv

import (
	"slices"
	"strings"

	"cel.dev/cel-go/common/operators"
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

// weigher returns weigh for what a function is given, of which it may not go through all.
func weigher(function string) func(v ref.Val, left int) int {
	switch {
	case function == operators.Add: // takes no time for lists; what it makes is weighed by whoever goes through it
		return func(v ref.Val, left int) int { return left - elements(v) }
	case function == "@ordered":
		return func(v ref.Val, left int) int {
			if _, ok := v.(traits.Mapper); ok {
				return left - elements(v)
			}
			return left
		}
	case slices.Contains(reading, function):
		return func(v ref.Val, left int) int { return left - textSize(v, false)/textUnit }
	}
	return weigh
}

// costs counts a text that a function makes as CEL does where it knows the types: a unit for each ten bytes.
type costs struct{}

// CallCost returns nil for what CEL counts by itself.
func (costs) CallCost(function, _ string, _ []ref.Val, result ref.Val) *uint64 {
	const unit, short = 10, 100
	text, ok := result.(types.String)
	if !ok || len(text) < short || !slices.Contains(heavy, function) {
		return nil
	}
	cost := uint64(1 + len(text)/unit)
	return &cost
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

// textSize is the length of a text or of bytes or, if that is asked for, of all texts in a value.
func textSize(v ref.Val, inside bool) int {
	const number = 32
	switch v := v.(type) {
	case types.String:
		return len(v)
	case types.Bytes:
		return len(v)
	}
	if !inside {
		return 0
	}
	total := 0
	switch v := v.(type) {
	case traits.Lister:
		for it := v.Iterator(); it.HasNext() == types.True && total <= MaxText; {
			total += textSize(it.Next(), true)
		}
	case traits.Mapper:
		for it := v.Iterator(); it.HasNext() == types.True && total <= MaxText; {
			key := it.Next()
			total += textSize(key, true) + textSize(v.Get(key), true)
		}
	default:
		return number
	}
	return total
}

// length is how long the result of a function can be, as far as it can be longer than what it is given.
func length(function string, args []ref.Val) int {
	switch {
	case function == operators.Add:
		return textSize(args[0], false) + textSize(args[1], false)
	case function == "replace" && len(args) > 2:
		total := textSize(args[0], false)
		return total + (total+1)/max(textSize(args[1], false), 1)*textSize(args[2], false)
	case function == "join":
		total := textSize(args[0], true)
		if len(args) > 1 {
			total += elements(args[0]) * textSize(args[1], false)
		}
		return total
	case function == "format" && len(args) > 1:
		return textSize(args[0], false) + textSize(args[1], true)
	case function == "indexOf" || function == "lastIndexOf": // compares at every place
		return textSize(args[0], false) / searchUnit * textSize(args[1], false)
	case function == "split" && len(args) > 1:
		text, okay := args[0].(types.String)
		separator, also := args[1].(types.String)
		if okay && also {
			return strings.Count(string(text), string(separator)) * partWeight
		}
	}
	return 0
}

const (
	searchUnit = 16 // places that are compared in the time for a byte of a text that is made
	partWeight = 32 // bytes that a part of a text takes
)

// elements is how many elements a list or members a map has.
func elements(v ref.Val) int {
	switch v := v.(type) {
	case traits.Lister, traits.Mapper:
		if n, ok := v.(traits.Sizer).Size().(types.Int); ok {
			return int(n)
		}
	}
	return 0
}
