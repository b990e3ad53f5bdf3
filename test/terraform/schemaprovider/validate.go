// SPDX-FileCopyrightText: The Workload Interpreter Authors
// SPDX-License-Identifier: Apache-2.0

package main

import (
	"fmt"
	"slices"
	"strings"

	"github.com/hashicorp/terraform-plugin-go/tfprotov5"
	"github.com/hashicorp/terraform-plugin-go/tftypes"
)

type path = tftypes.AttributePath

// validate refuses known strings outside their enumeration.
func (b *block) validate(config *tfprotov5.DynamicValue) []*tfprotov5.Diagnostic {
	value, err := config.Unmarshal(b.protocol().ValueType())
	if err != nil {
		return failure(nil, "cannot read the configuration", err.Error())
	}
	return b.check(value, tftypes.NewAttributePath())
}

func (b *block) check(value tftypes.Value, at *path) []*tfprotov5.Diagnostic {
	members := map[string]tftypes.Value{}
	if !value.IsKnown() || value.IsNull() || value.As(&members) != nil {
		return nil
	}
	var out []*tfprotov5.Diagnostic
	for name, a := range b.Attributes {
		var got string
		if v := members[name]; len(a.Enum) == 0 || !v.IsKnown() || v.IsNull() || v.As(&got) != nil || slices.Contains(a.Enum, got) {
			continue
		}
		out = append(out, failure(at.WithAttributeName(name), fmt.Sprintf("%s is none of the documented values", name),
			fmt.Sprintf("Want one of %s, got %q.", strings.Join(a.Enum, ", "), got))...)
	}
	for name, n := range b.BlockTypes {
		out = append(out, n.check(members[name], at.WithAttributeName(name))...)
	}
	return out
}

func (n nestedBlock) check(value tftypes.Value, at *path) []*tfprotov5.Diagnostic {
	if n.NestingMode == "single" {
		return n.Block.check(value, at)
	}
	var items []tftypes.Value
	if !value.IsKnown() || value.IsNull() || value.As(&items) != nil {
		return nil
	}
	var out []*tfprotov5.Diagnostic
	for i, item := range items {
		step := at.WithElementKeyInt(i)
		if n.NestingMode == "set" {
			step = at.WithElementKeyValue(item)
		}
		out = append(out, n.Block.check(item, step)...)
	}
	return out
}
