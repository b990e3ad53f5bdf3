// SPDX-FileCopyrightText: The Workload Interpreter Authors
// SPDX-License-Identifier: Apache-2.0

package main

import (
	"embed"
	"encoding/json"
	"fmt"
	"io/fs"

	"github.com/hashicorp/terraform-plugin-go/tfprotov5"
	"github.com/hashicorp/terraform-plugin-go/tftypes"
)

//go:embed schemas/*/*.json
var files embed.FS

// schemas is one provider's schema file.
type schemas struct {
	provider  *block
	resources map[string]*block
}

// block is a block of `terraform providers schema -json`, with enumerations added.
type block struct {
	Attributes map[string]attribute   `json:"attributes"`
	BlockTypes map[string]nestedBlock `json:"block_types"`
}

type attribute struct {
	Type      json.RawMessage `json:"type"`
	Required  bool            `json:"required"`
	Optional  bool            `json:"optional"`
	Computed  bool            `json:"computed"`
	Sensitive bool            `json:"sensitive"`
	Enum      []string        `json:"enum"`
}

type nestedBlock struct {
	NestingMode string `json:"nesting_mode"`
	MinItems    int64  `json:"min_items"`
	MaxItems    int64  `json:"max_items"`
	Block       *block `json:"block"`
}

func load(provider string) (*schemas, error) {
	found, err := fs.Glob(files, "schemas/*/"+provider+".json")
	if err != nil || len(found) != 1 {
		return nil, fmt.Errorf("no schema of provider %s: add it to test/terraform/schema/extract.mjs and run make -C test terraform-schemas", provider)
	}
	data, err := files.ReadFile(found[0])
	if err != nil {
		return nil, err
	}
	type entry struct {
		Block *block `json:"block"`
	}
	var file struct {
		Provider  entry            `json:"provider"`
		Resources map[string]entry `json:"resource_schemas"`
	}
	if err := json.Unmarshal(data, &file); err != nil {
		return nil, fmt.Errorf("cannot read the schema of provider %s: %w", provider, err)
	}
	s := &schemas{provider: file.Provider.Block, resources: map[string]*block{}}
	for name, e := range file.Resources {
		s.resources[name] = e.Block
	}
	return s, nil
}

func (b *block) schema() *tfprotov5.Schema { return &tfprotov5.Schema{Block: b.protocol()} }

func (b *block) protocol() *tfprotov5.SchemaBlock {
	out := &tfprotov5.SchemaBlock{}
	for name, a := range b.Attributes {
		out.Attributes = append(out.Attributes, &tfprotov5.SchemaAttribute{
			Name: name, Type: typeOf(a.Type),
			Required: a.Required, Optional: a.Optional, Computed: a.Computed, Sensitive: a.Sensitive,
		})
	}
	for name, n := range b.BlockTypes {
		out.BlockTypes = append(out.BlockTypes, &tfprotov5.SchemaNestedBlock{
			TypeName: name, Block: n.Block.protocol(), Nesting: nesting[n.NestingMode], MinItems: n.MinItems, MaxItems: n.MaxItems,
		})
	}
	return out
}

var nesting = map[string]tfprotov5.SchemaNestedBlockNestingMode{
	"single": tfprotov5.SchemaNestedBlockNestingModeSingle,
	"list":   tfprotov5.SchemaNestedBlockNestingModeList,
	"set":    tfprotov5.SchemaNestedBlockNestingModeSet,
}

var primitives = map[string]tftypes.Type{
	"string": tftypes.String, "number": tftypes.Number, "bool": tftypes.Bool, "dynamic": tftypes.DynamicPseudoType,
}

// typeOf reads a type in Terraform's JSON form: "string", ["list", "string"], ["object", {"name": "string"}]. The files
// are generated and compiled in, so a bad type is a bug here.
func typeOf(raw json.RawMessage) tftypes.Type {
	var name string
	if json.Unmarshal(raw, &name) == nil && primitives[name] != nil {
		return primitives[name]
	}
	var pair [2]json.RawMessage
	if json.Unmarshal(raw, &pair) != nil || json.Unmarshal(pair[0], &name) != nil {
		panic("bad type " + string(raw))
	}
	switch name {
	case "list":
		return tftypes.List{ElementType: typeOf(pair[1])}
	case "set":
		return tftypes.Set{ElementType: typeOf(pair[1])}
	case "map":
		return tftypes.Map{ElementType: typeOf(pair[1])}
	case "object":
		return tftypes.Object{AttributeTypes: objectOf(pair[1])}
	}
	panic("bad type " + string(raw))
}

func objectOf(raw json.RawMessage) map[string]tftypes.Type {
	var members map[string]json.RawMessage
	if err := json.Unmarshal(raw, &members); err != nil {
		panic("bad object " + string(raw))
	}
	types := make(map[string]tftypes.Type, len(members))
	for name, member := range members {
		types[name] = typeOf(member)
	}
	return types
}
