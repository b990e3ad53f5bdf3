// SPDX-FileCopyrightText: The Workload Interpreter Authors
// SPDX-License-Identifier: Apache-2.0

package view

import "github.com/go-json-experiment/json/jsontext"

// MaxName is the length in bytes of the longest name in Kubernetes: the key of a label, a prefix of 253, a slash and 63.
const MaxName = 253 + 1 + 63

// Name is a string of a view that is refused if it is longer than MaxName. What an answer repeats is a Name: a namespace
// that stands once in the request and stands beside each of its dependencies in the answer, for instance.
type Name string

// UnmarshalJSONFrom reads a string or null.
func (n *Name) UnmarshalJSONFrom(decoder *jsontext.Decoder) error {
	text, err := Text(decoder, MaxName)
	*n = Name(text)
	return err
}
