// SPDX-FileCopyrightText: The Workload Interpreter Authors
// SPDX-License-Identifier: Apache-2.0

package main

import (
	"bytes"
	"io/fs"
	"path/filepath"
	"strings"
	"testing"

	"github.com/hashicorp/terraform-plugin-go/tfprotov5"
	"github.com/hashicorp/terraform-plugin-go/tftypes"
)

// TestSchemas reads every schema file into the protocol's types.
func TestSchemas(t *testing.T) {
	paths, err := fs.Glob(files, "schemas/*/*.json")
	if err != nil || len(paths) == 0 {
		t.Fatalf("no schemas: %v", err)
	}
	for _, path := range paths {
		s, err := load(strings.TrimSuffix(filepath.Base(path), ".json"))
		if err != nil {
			t.Fatal(err)
		}
		for typ, b := range s.resources {
			if b.protocol().ValueType() == nil {
				t.Errorf("%s: no type", typ)
			}
		}
	}
	if _, err := load("azurerm"); err == nil || !strings.Contains(err.Error(), "make -C test terraform-schemas") {
		t.Errorf("want an error that tells how to add a provider, got %v", err)
	}
}

func TestEnumerations(t *testing.T) {
	b := &block{BlockTypes: map[string]nestedBlock{"rule": {NestingMode: "set", Block: &block{
		Attributes: map[string]attribute{"kind": {Type: []byte(`"string"`), Optional: true, Enum: []string{"A", "B"}}},
	}}}}
	typ := b.protocol().ValueType().(tftypes.Object)
	rules := typ.AttributeTypes["rule"].(tftypes.Set)
	for name, c := range map[string]struct {
		kind   any
		wrong  int
		reason string
	}{
		"listed":  {kind: "B", reason: "a documented value is right"},
		"other":   {kind: "C", wrong: 1, reason: "a value outside the list is a mistake"},
		"null":    {kind: nil, reason: "what is left out is right"},
		"unknown": {kind: tftypes.UnknownValue, reason: "what is not known yet cannot be wrong yet"},
	} {
		t.Run(name, func(t *testing.T) {
			rule := tftypes.NewValue(rules.ElementType, map[string]tftypes.Value{"kind": tftypes.NewValue(tftypes.String, c.kind)})
			config, err := tfprotov5.NewDynamicValue(typ, tftypes.NewValue(typ, map[string]tftypes.Value{
				"rule": tftypes.NewValue(rules, []tftypes.Value{rule}),
			}))
			if err != nil {
				t.Fatal(err)
			}
			if got := b.validate(&config); len(got) != c.wrong {
				t.Errorf("%s: got %d diagnostics, want %d", c.reason, len(got), c.wrong)
			}
		})
	}
}

func TestZip(t *testing.T) {
	typ := tftypes.Object{AttributeTypes: map[string]tftypes.Type{"filename": tftypes.String, "content": tftypes.String}}
	file := func(name string) tftypes.Value {
		return tftypes.NewValue(typ, map[string]tftypes.Value{
			"filename": tftypes.NewValue(tftypes.String, name), "content": tftypes.NewValue(tftypes.String, "of "+name),
		})
	}
	a, errA := zipped([]tftypes.Value{file("a"), file("b")})
	b, errB := zipped([]tftypes.Value{file("b"), file("a")})
	if errA != nil || errB != nil {
		t.Fatal(errA, errB)
	}
	if !bytes.Equal(a, b) {
		t.Error("the zip depends on the order of the sources")
	}
}

// TestPlan plans a resource with a computed attribute, one that may be given, and a block.
func TestPlan(t *testing.T) {
	b := &block{
		Attributes: map[string]attribute{
			"id":    {Type: []byte(`"string"`), Optional: true, Computed: true},
			"given": {Type: []byte(`"string"`), Optional: true},
		},
		BlockTypes: map[string]nestedBlock{"state": {NestingMode: "list", Block: &block{
			Attributes: map[string]attribute{"url": {Type: []byte(`"string"`), Computed: true}},
		}}},
	}
	typ := b.protocol().ValueType().(tftypes.Object)
	list := typ.AttributeTypes["state"].(tftypes.List)
	value := func(computed any) tftypes.Value {
		state := tftypes.NewValue(list.ElementType, map[string]tftypes.Value{"url": tftypes.NewValue(tftypes.String, computed)})
		return tftypes.NewValue(typ, map[string]tftypes.Value{
			"id":    tftypes.NewValue(tftypes.String, computed),
			"given": tftypes.NewValue(tftypes.String, nil),
			"state": tftypes.NewValue(list, []tftypes.Value{state}),
		})
	}
	got, err := b.planned(value(nil))
	if err != nil {
		t.Fatal(err)
	}
	if want := value(tftypes.UnknownValue); !got.Equal(want) {
		t.Errorf("want what is computed unknown and nothing else, got %s", got)
	}
}
