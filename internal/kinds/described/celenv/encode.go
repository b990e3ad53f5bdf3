// SPDX-FileCopyrightText: The Workload Interpreter Authors
// SPDX-License-Identifier: Apache-2.0

package celenv

import (
	"encoding/base64"
	"math"
	"slices"
	"strconv"
	"time"

	"cel.dev/cel-go/common/types"
	"cel.dev/cel-go/common/types/ref"
	"cel.dev/cel-go/common/types/traits"
	"github.com/go-json-experiment/json/jsontext"
)

// Encode writes a value as JSON. Members are in the order of their names; those whose value is null or an empty optional are
// left out.
func Encode(v ref.Val) ([]byte, error) { return appendValue(nil, v) }

// AppendValue writes a value behind dst.
func AppendValue(dst []byte, v ref.Val) ([]byte, error) { return appendValue(dst, v) }

func appendValue(dst []byte, v ref.Val) ([]byte, error) {
	switch v := present(v).(type) {
	case nil:
		return append(dst, "null"...), nil
	case types.Bool:
		return strconv.AppendBool(dst, bool(v)), nil
	case types.Int:
		return strconv.AppendInt(dst, int64(v), 10), nil
	case types.Uint:
		return strconv.AppendUint(dst, uint64(v), 10), nil
	case types.Double:
		return appendDouble(dst, float64(v))
	case types.String:
		return appendString(dst, string(v))
	case types.Bytes:
		return appendString(dst, base64.StdEncoding.EncodeToString(v))
	case types.Timestamp:
		return appendString(dst, v.Time.UTC().Format(time.RFC3339Nano))
	case types.Duration:
		return appendString(dst, v.Duration.String())
	case traits.Lister:
		return appendList(dst, v)
	case traits.Mapper:
		return appendMap(dst, v)
	default:
		return nil, refusal("want a value that JSON has, got a " + v.Type().TypeName())
	}
}

func appendDouble(dst []byte, n float64) ([]byte, error) {
	const exact = 1 << 53
	size := math.Abs(n)
	switch {
	case math.IsNaN(n) || math.IsInf(n, 0):
		return nil, refusal("want a finite number, got another one")
	case n == math.Trunc(n) && size < exact:
		return strconv.AppendInt(dst, int64(n), 10), nil
	case 1e-6 <= size && size < 1e21: // as Kubernetes writes it: with an exponent a large integer would be none
		return strconv.AppendFloat(dst, n, 'f', -1, 64), nil
	}
	return strconv.AppendFloat(dst, n, 'e', -1, 64), nil
}

func appendString(dst []byte, s string) ([]byte, error) {
	dst, err := jsontext.AppendQuote(dst, s)
	if err != nil {
		return nil, refusal("want valid UTF-8, got something else")
	}
	return dst, nil
}

func appendList(dst []byte, list traits.Lister) (_ []byte, err error) {
	dst = append(dst, '[')
	first := true
	for it := list.Iterator(); it.HasNext() == types.True; {
		if !first {
			dst = append(dst, ',')
		}
		first = false
		if dst, err = appendValue(dst, it.Next()); err != nil {
			return nil, err
		}
		if len(dst) > MaxText {
			return nil, ErrText
		}
	}
	return append(dst, ']'), nil
}

// appendNative writes a value as the decoder made it, without making a value of CEL of every part.
func appendNative(dst []byte, v any) (_ []byte, err error) {
	switch v := v.(type) {
	case nil:
		return append(dst, "null"...), nil
	case bool:
		return strconv.AppendBool(dst, v), nil
	case int64:
		return strconv.AppendInt(dst, v, 10), nil
	case float64:
		return appendDouble(dst, v)
	case string:
		return appendString(dst, v)
	case []any:
		dst = append(dst, '[')
		for i := range v {
			if i > 0 {
				dst = append(dst, ',')
			}
			if dst, err = appendNative(dst, v[i]); err != nil {
				return nil, err
			}
			if len(dst) > MaxText {
				return nil, ErrText
			}
		}
		return append(dst, ']'), nil
	case map[string]any:
		return appendNativeMap(dst, v)
	default:
		return appendValue(dst, types.DefaultTypeAdapter.NativeToValue(v))
	}
}

func appendNativeMap(dst []byte, m map[string]any) (_ []byte, err error) {
	var few [16]string
	names := few[:0]
	for name, value := range m {
		if value != nil {
			names = append(names, name)
		}
	}
	slices.Sort(names)
	dst = append(dst, '{')
	for i, name := range names {
		if i > 0 {
			dst = append(dst, ',')
		}
		if dst, err = appendString(dst, name); err != nil {
			return nil, err
		}
		if dst, err = appendNative(append(dst, ':'), m[name]); err != nil {
			return nil, err
		}
		if len(dst) > MaxText {
			return nil, ErrText
		}
	}
	return append(dst, '}'), nil
}

func appendMap(dst []byte, m traits.Mapper) (_ []byte, err error) {
	if native, ok := m.Value().(map[string]any); ok {
		return appendNativeMap(dst, native)
	}
	dst = append(dst, '{')
	first := true
	for _, key := range keysOf(m) {
		name, ok := key.(types.String)
		if !ok {
			return nil, refusal("want strings as the keys of a map, got " + kindOf(key))
		}
		value := present(m.Get(key))
		if value == nil {
			continue
		}
		if !first {
			dst = append(dst, ',')
		}
		first = false
		if dst, err = appendString(dst, string(name)); err != nil {
			return nil, err
		}
		if dst, err = appendValue(append(dst, ':'), value); err != nil {
			return nil, err
		}
		if len(dst) > MaxText {
			return nil, ErrText
		}
	}
	return append(dst, '}'), nil
}
