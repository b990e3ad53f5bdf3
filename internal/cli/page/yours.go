// SPDX-FileCopyrightText: The Workload Interpreter Authors
// SPDX-License-Identifier: Apache-2.0

package page

import (
	"fmt"
	"path"
	"path/filepath"
	"strings"

	"k8s.io/apimachinery/pkg/runtime/schema"
	"sigs.k8s.io/yaml"

	"workload.example.io/interpreter/internal/cli/infer"
	"workload.example.io/interpreter/internal/kinds/described"
)

// Yours is what a person brings.
type Yours struct {
	// Object is what the page begins with, in YAML, nil for an example.
	Object []byte
	// Definitions are of kinds that the page begins to describe, as interpret init does.
	Definitions []*infer.Definition
	// Descriptions are files with descriptions of kinds, and CustomResourceDefinitions for completion.
	Descriptions []described.Source
}

// examples are those of the person's own files: the object with its description, then the other descriptions.
func (y Yours) examples() []Example {
	var list []Example
	used := ""
	if y.Object != nil {
		source := y.describing(y.Object)
		used = source.Name
		list = append(list, ofObject("Your object", "Yours", source.Data, y.Object))
	}
	for _, definition := range y.Definitions {
		list = append(list, ofDefinition(definition))
	}
	for _, source := range y.Descriptions {
		target, ok := targetOf(source)
		if !ok || source.Name == used {
			continue
		}
		name := strings.TrimSuffix(filepath.Base(source.Name), filepath.Ext(source.Name))
		list = append(list, ofObject(name, "Yours", source.Data, exampleFor(target)))
	}
	return list
}

// ofDefinition makes an example of what a definition says: a proposed description and a made-up object.
func ofDefinition(definition *infer.Definition) Example {
	return Example{Name: definition.Kind, Group: "Yours", contents: func() (Contents, error) {
		object := definition.Example()
		text, err := yaml.Marshal(object)
		if err != nil {
			return Contents{}, err
		}
		member, err := yaml.Marshal(definition.Member(object))
		if err != nil {
			return Contents{}, err
		}
		contents, err := contentsOf(text, member)
		contents.Description = string(infer.Propose(definition).YAML())
		return contents, err
	}}
}

// describing returns the source that describes the kind of the object, an empty one if none does.
func (y Yours) describing(object []byte) described.Source {
	head := headOf(object)
	gvk := head.GroupVersionKind()
	for _, source := range y.Descriptions {
		set, err := described.Load(source)
		if err != nil {
			continue
		}
		for _, kind := range set.Kinds() {
			if kind.Group == gvk.Group && kind.Kind == gvk.Kind {
				return source
			}
		}
	}
	return described.Source{}
}

// target is the kind that a source describes first.
type target struct{ apiVersion, group, kind string }

// targetOf returns the kind of a source. One with mistakes has an empty target: the page shows them. Its second value is
// false for a source without descriptions.
func targetOf(source described.Source) (target, bool) {
	if !source.Describes() {
		return target{}, false
	}
	set, err := described.Load(source)
	if err != nil {
		return target{}, true
	}
	kind := set.Kinds()[0]
	version := schema.GroupVersion{Group: kind.Group, Version: kind.Version}
	return target{apiVersion: version.String(), group: kind.Group, kind: kind.Kind}, true
}

// exampleFor returns the library's object of the kind, or an empty one to begin with.
func exampleFor(t target) []byte {
	object, err := library.ReadFile(path.Join("examples", t.group, t.kind+".yaml"))
	if err == nil {
		return object
	}
	return fmt.Appendf(nil, "apiVersion: %s\nkind: %s\nmetadata:\n  name: example\nspec: {}\n", t.apiVersion, t.kind)
}
