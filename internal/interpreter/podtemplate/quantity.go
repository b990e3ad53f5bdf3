// SPDX-FileCopyrightText: The Workload Interpreter Authors
// SPDX-License-Identifier: Apache-2.0

package podtemplate

import (
	"errors"
	"fmt"
	"strings"

	"github.com/go-json-experiment/json/jsontext"
	"k8s.io/apimachinery/pkg/api/resource"

	"workload.example.io/interpreter/internal/interpreter/view"
)

const (
	// maxQuantity is the longest quantity in bytes. The largest that Kubernetes represents, 2^63-1, has 19 digits, and the
	// smallest, one billionth, has 9 behind the point.
	maxQuantity = 64
	// maxExponent is the largest exponent of ten, up or down. Beyond 18 and below -9 nothing can be represented; digits
	// before or behind the point can make up for an exponent as long as the quantity is no longer than maxQuantity.
	maxExponent = 99
)

// ParseQuantity parses a quantity as Kubernetes does, in bounded time: resource.ParseQuantity computes powers of ten for
// minutes to find out what 1e-100000000 is. An error is a *view.Error without a path.
func ParseQuantity(text string) (resource.Quantity, error) {
	if len(text) > maxQuantity {
		return resource.Quantity{}, &view.Error{Want: fmt.Sprintf("quantity of at most %d bytes", maxQuantity), Got: "longer one"}
	}
	text = strings.TrimSpace(text) // as resource.Quantity does
	if hasLargeExponent(text) {
		return resource.Quantity{}, &view.Error{Want: fmt.Sprintf("quantity with an exponent from -%d to %d", maxExponent, maxExponent), Got: "another exponent"}
	}
	quantity, err := resource.ParseQuantity(text)
	if err != nil {
		return resource.Quantity{}, &view.Error{Want: "quantity", Got: "string"}
	}
	return quantity, nil
}

// hasLargeExponent reports whether the digits behind the last e or E, if any, are more than maxExponent.
func hasLargeExponent(text string) bool {
	at := strings.LastIndexAny(text, "eE")
	if at < 0 {
		return false
	}
	exponent := 0
	for _, digit := range []byte(strings.TrimLeft(text[at+1:], "+-")) {
		if digit < '0' || digit > '9' {
			return false // left to ParseQuantity
		}
		exponent = min(10*exponent+int(digit-'0'), maxExponent+1)
	}
	return exponent > maxExponent
}

// readQuantity reads a quantity that is a string or a number. Null is zero.
func readQuantity(decoder *jsontext.Decoder) (resource.Quantity, error) {
	var text string
	switch decoder.PeekKind() {
	case jsontext.KindNull:
		return resource.Quantity{}, view.Skip(decoder)
	case jsontext.KindString:
		bytes, err := view.Text(decoder, 1<<30)
		if err != nil {
			return resource.Quantity{}, err
		}
		text = string(bytes[:min(len(bytes), maxQuantity+1)])
	case jsontext.KindNumber:
		value, err := decoder.ReadValue()
		if err != nil {
			return resource.Quantity{}, err
		}
		text = string(value[:min(len(value), maxQuantity+1)])
	default:
		return resource.Quantity{}, view.Mismatch(decoder, "quantity")
	}
	quantity, err := ParseQuantity(text)
	var refused *view.Error
	if errors.As(err, &refused) {
		return quantity, view.Refuse(decoder, refused.Want, refused.Got)
	}
	return quantity, err
}
