// SPDX-FileCopyrightText: The Workload Interpreter Authors
// SPDX-License-Identifier: Apache-2.0

package celenv

import (
	"iter"
	"strconv"

	"cel.dev/cel-go/common/types"
	"cel.dev/cel-go/common/types/ref"
	"cel.dev/cel-go/common/types/traits"
)

// each visits the elements of a list that are something: optionals are unwrapped, empty ones and null are passed over.
func each(list ref.Val) iter.Seq[ref.Val] {
	return func(yield func(ref.Val) bool) {
		l, ok := list.(traits.Lister)
		if !ok {
			return
		}
		for it := l.Iterator(); it.HasNext() == types.True; {
			if v := present(it.Next()); v != nil && !yield(v) {
				return
			}
		}
	}
}

// present unwraps an optional; it returns nil for an empty one and for null.
func present(v ref.Val) ref.Val {
	for {
		o, ok := v.(*types.Optional)
		switch {
		case v == nil || v == types.NullValue || ok && !o.HasValue():
			return nil
		case !ok:
			return v
		}
		v = o.GetValue()
	}
}

func sum(args []ref.Val) ref.Val {
	var total ref.Val = types.IntZero
	for v := range each(args[0]) {
		_, whole := total.(types.Int)
		switch n := v.(type) {
		case types.Int:
			if !whole {
				v = types.Double(n)
			}
		case types.Double:
			if whole {
				total = types.Double(total.(types.Int))
			}
		default:
			return refuse("sum: want numbers, got " + kindOf(v))
		}
		if total = total.(traits.Adder).Add(v); types.IsError(total) {
			return refuse("sum: want a sum of at most 64 bits, got a larger one")
		}
	}
	return total
}

func smallest(args []ref.Val) ref.Val { return extreme("min", args[0], types.IntNegOne) }

func largest(args []ref.Val) ref.Val { return extreme("max", args[0], types.IntOne) }

// extreme returns the first element that compares to all others as wanted or is equal to them.
func extreme(name string, list ref.Val, wanted types.Int) ref.Val {
	var best ref.Val
	for v := range each(list) {
		if best == nil {
			best = v
			continue
		}
		comparer, ok := v.(traits.Comparer)
		if !ok {
			return refuse(name + ": want numbers or texts, got " + kindOf(v))
		}
		switch order := comparer.Compare(best); {
		case types.IsError(order):
			return refuse(name + ": want elements of one type, got " + kindOf(best) + " and " + kindOf(v))
		case order == wanted:
			best = v
		}
	}
	if best == nil {
		return types.OptionalNone
	}
	return types.OptionalOf(best)
}

// maxDigits is longer than any number that is written out; the error of what is none holds a copy of it.
const maxDigits = 1 << 10

func number(args []ref.Val) ref.Val {
	switch v := present(args[0]).(type) {
	case types.Int, types.Double, types.Uint:
		return types.OptionalOf(v)
	case types.String:
		if len(v) > maxDigits {
			break
		}
		if n, err := strconv.ParseInt(string(v), 10, 64); err == nil {
			return types.OptionalOf(types.Int(n))
		}
		if n, err := strconv.ParseFloat(string(v), 64); err == nil && n-n == 0 {
			return types.OptionalOf(types.Double(n))
		}
	}
	return types.OptionalNone
}

// kindOf names the type of a value in JSON's words.
func kindOf(v ref.Val) string {
	switch v := v.(type) {
	case nil, types.Null:
		return "null"
	case types.Int, types.Uint:
		return "integer"
	case types.Double:
		return "number"
	case types.String:
		return "string"
	case types.Bool:
		return "boolean"
	case *types.Optional:
		if !v.HasValue() {
			return "an empty optional"
		}
		return kindOf(v.GetValue())
	case traits.Lister:
		return "list"
	case traits.Mapper:
		return "map"
	}
	return "another type"
}

// KindOf names the type of a value in JSON's words.
func KindOf(v ref.Val) string { return kindOf(v) }

// Present unwraps an optional; it returns nil for an empty one and for null.
func Present(v ref.Val) ref.Val { return present(v) }
