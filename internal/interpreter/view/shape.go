// SPDX-FileCopyrightText: The Workload Interpreter Authors
// SPDX-License-Identifier: Apache-2.0

package view

import (
	"reflect"
	"strings"
	"sync"
)

// shape is the members of an object that a view struct reads. A nil shape stands for a value that is read whole.
type shape struct {
	members []member
}

type member struct {
	name  string
	shape *shape
}

// shapes holds the shape of each view that was used, by its reflect.Type. Views are written in code, so they are few.
var shapes sync.Map

func shapeFor(view reflect.Type) *shape {
	if known, ok := shapes.Load(view); ok {
		return known.(*shape)
	}
	s := shapeOf(view)
	shapes.Store(view, s)
	return s
}

// module is the beginning of the import path of every package of this module.
const module = "workload.example.io/interpreter/"

// shapeOf follows structs without a name and those of this module, whose members all have names in JSON. Other types have
// decoders of their own or are large, and are read whole.
func shapeOf(t reflect.Type) *shape {
	for t.Kind() == reflect.Pointer {
		t = t.Elem()
	}
	if t.Kind() != reflect.Struct || t.Name() != "" && !strings.HasPrefix(t.PkgPath(), module) {
		return nil
	}
	s := &shape{}
	for field := range t.Fields() {
		name, _, _ := strings.Cut(field.Tag.Get("json"), ",")
		if name == "" || field.Anonymous {
			return nil
		}
		s.members = append(s.members, member{name: name, shape: shapeOf(field.Type)})
	}
	return s
}
