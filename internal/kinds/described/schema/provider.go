// SPDX-FileCopyrightText: The Workload Interpreter Authors
// SPDX-License-Identifier: Apache-2.0

package schema

import (
	"strings"

	"cel.dev/cel-go/cel"
	"cel.dev/cel-go/common/types"
)

// Provider tells CEL's checker which fields there are. It is for one description at a time.
type Provider struct {
	types.Provider
	objects map[string]*Schema
	// missed is the type in which a field was last looked for in vain.
	missed map[string]string
}

// NewProvider adds the types of schemas to those of an environment.
func NewProvider(of types.Provider) *Provider {
	return &Provider{Provider: of, objects: map[string]*Schema{}, missed: map[string]string{}}
}

// Type returns the type of a value at a place such as object.spec. The type of an object has the place as its name behind a
// slash: without it, the name would hide the variable.
func (p *Provider) Type(place string, s *Schema) *cel.Type {
	if s.Open() {
		return cel.DynType
	}
	switch s.Type {
	case "string":
		return cel.StringType
	case "integer":
		return cel.IntType
	case "boolean":
		return cel.BoolType
	case "array":
		return cel.ListType(p.Type(place+"[*]", s.Items))
	case "object":
		switch {
		case s.AdditionalProperties != nil:
			return cel.MapType(cel.StringType, p.Type(place+"[*]", s.AdditionalProperties.Schema))
		case len(s.Properties) == 0:
			return cel.MapType(cel.StringType, cel.DynType)
		}
		p.objects["/"+place] = s
		return cel.ObjectType("/" + place)
	}
	return cel.DynType // a number may be an int
}

// FindStructType knows the objects of the schema.
func (p *Provider) FindStructType(name string) (*types.Type, bool) {
	if p.objects[name] != nil {
		return types.NewTypeTypeWithParam(types.NewObjectType(name)), true
	}
	return p.Provider.FindStructType(name)
}

// FindStructFieldNames lists the fields of an object.
func (p *Provider) FindStructFieldNames(name string) ([]string, bool) {
	if s := p.objects[name]; s != nil {
		return s.Names(), true
	}
	return p.Provider.FindStructFieldNames(name)
}

// FindStructFieldType returns the type of a field.
func (p *Provider) FindStructFieldType(name, field string) (*types.FieldType, bool) {
	s := p.objects[name]
	if s == nil {
		return p.Provider.FindStructFieldType(name, field)
	}
	member, ok := s.Properties[field]
	if !ok && s.PreserveUnknown {
		return &types.FieldType{Type: cel.DynType}, true
	}
	if !ok {
		p.missed[field] = name
		return nil, false
	}
	return &types.FieldType{Type: p.Type(strings.TrimPrefix(name, "/")+"."+field, member)}, true
}

// Missed returns the place of the object in which a field was looked for in vain, and what it has instead.
func (p *Provider) Missed(field string) (place string, names []string) {
	name := p.missed[field]
	if name == "" {
		return "", nil
	}
	return strings.TrimPrefix(name, "/"), p.objects[name].Names()
}
