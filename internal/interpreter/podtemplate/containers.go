// SPDX-FileCopyrightText: The Workload Interpreter Authors
// SPDX-License-Identifier: Apache-2.0

package podtemplate

import (
	"github.com/go-json-experiment/json/jsontext"

	"workload.example.io/interpreter/internal/interpreter/view"
)

// role is what a container is for. Sidecars are init containers that go on; Karmada counts them as init containers.
type role int

const (
	regular role = iota
	initial
	ephemeral
)

func (t *Template) containers(decoder *jsontext.Decoder, role role) error {
	return view.Items(decoder, func() error {
		return view.Members(decoder, func(name []byte) error {
			switch string(name) {
			case "env":
				return view.Items(decoder, func() error { return t.variable(decoder) })
			case "envFrom":
				return view.Items(decoder, func() error { return t.variables(decoder) })
			case "resources":
				if role != ephemeral { // which must not have any
					return t.resources.container(decoder, role)
				}
			}
			return view.Skip(decoder)
		})
	})
}

// variable reads an item of env.
func (t *Template) variable(decoder *jsontext.Decoder) error {
	return view.Members(decoder, func(name []byte) error {
		if string(name) != "valueFrom" {
			return view.Skip(decoder)
		}
		return view.Members(decoder, func(name []byte) error {
			switch string(name) {
			case "configMapKeyRef":
				return t.references.read(decoder, configMap, "name")
			case "secretKeyRef":
				return t.references.read(decoder, secret, "name")
			}
			return view.Skip(decoder)
		})
	})
}

// variables reads an item of envFrom.
func (t *Template) variables(decoder *jsontext.Decoder) error {
	return view.Members(decoder, func(name []byte) error {
		switch string(name) {
		case "configMapRef":
			return t.references.read(decoder, configMap, "name")
		case "secretRef":
			return t.references.read(decoder, secret, "name")
		}
		return view.Skip(decoder)
	})
}
