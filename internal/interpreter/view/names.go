// SPDX-FileCopyrightText: The Workload Interpreter Authors
// SPDX-License-Identifier: Apache-2.0

package view

import (
	"reflect"

	"github.com/go-json-experiment/json/jsontext"
)

// typeName says in JSON's and Kubernetes' words what a Go type wants to read.
func typeName(t reflect.Type) string {
	if t == nil {
		return "another type"
	}
	for t.Kind() == reflect.Pointer {
		t = t.Elem()
	}
	switch t.Name() {
	case "Quantity":
		return "quantity"
	case "IntOrString":
		return "integer or string"
	case "Time", "MicroTime":
		return "time in RFC 3339"
	case "Duration":
		return "duration"
	}
	switch {
	case isInteger(t):
		return "integer"
	case t.Kind() == reflect.Bool:
		return "boolean"
	case t.Kind() == reflect.String:
		return "string"
	case t.Kind() == reflect.Float32 || t.Kind() == reflect.Float64:
		return "number"
	case t.Kind() == reflect.Slice && t.Elem().Kind() == reflect.Uint8:
		return "base64 string"
	case t.Kind() == reflect.Slice || t.Kind() == reflect.Array:
		return "array"
	}
	return "object"
}

func isInteger(t reflect.Type) bool {
	if t == nil {
		return false
	}
	for t.Kind() == reflect.Pointer {
		t = t.Elem()
	}
	return reflect.Int <= t.Kind() && t.Kind() <= reflect.Uint64
}

// kindName names a kind of JSON value. Zero is what the library reports where it refuses a value that it accepted as JSON.
func kindName(kind jsontext.Kind) string {
	switch kind {
	case jsontext.KindNull:
		return "null"
	case jsontext.KindTrue, jsontext.KindFalse:
		return "boolean"
	case jsontext.KindString:
		return "string"
	case jsontext.KindNumber:
		return "number"
	case jsontext.KindBeginObject:
		return "object"
	case jsontext.KindBeginArray:
		return "array"
	}
	return "something else"
}
