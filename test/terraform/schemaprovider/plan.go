// SPDX-FileCopyrightText: The Workload Interpreter Authors
// SPDX-License-Identifier: Apache-2.0

package main

import (
	"context"
	"fmt"

	"github.com/hashicorp/terraform-plugin-go/tfprotov5"
	"github.com/hashicorp/terraform-plugin-go/tftypes"
)

// PlanResourceChange plans what a real provider would at least: the configuration, and unknown for what it computes.
func (s *server) PlanResourceChange(_ context.Context, r *tfprotov5.PlanResourceChangeRequest) (*tfprotov5.PlanResourceChangeResponse, error) {
	b := s.schemas.resources[r.TypeName]
	typ := b.protocol().ValueType()
	proposed, err := r.ProposedNewState.Unmarshal(typ)
	if err != nil {
		return nil, err
	}
	if proposed.IsNull() { // a destruction
		return &tfprotov5.PlanResourceChangeResponse{PlannedState: r.ProposedNewState}, nil
	}
	planned, err := b.planned(proposed)
	if err != nil {
		return nil, err
	}
	state, err := tfprotov5.NewDynamicValue(typ, planned)
	return &tfprotov5.PlanResourceChangeResponse{PlannedState: &state}, err
}

// planned puts unknown in the place of every computed attribute that has no value.
func (b *block) planned(value tftypes.Value) (tftypes.Value, error) {
	members := map[string]tftypes.Value{}
	if !value.IsKnown() || value.IsNull() {
		return value, nil
	}
	if err := value.As(&members); err != nil {
		return value, err
	}
	for name, a := range b.Attributes {
		if v := members[name]; a.Computed && v.IsNull() {
			members[name] = tftypes.NewValue(v.Type(), tftypes.UnknownValue)
		}
	}
	for name, n := range b.BlockTypes {
		v, err := n.planned(members[name])
		if err != nil {
			return value, err
		}
		members[name] = v
	}
	return tftypes.NewValue(value.Type(), members), nil
}

func (n nestedBlock) planned(value tftypes.Value) (tftypes.Value, error) {
	if n.NestingMode == "single" {
		return n.Block.planned(value)
	}
	var items []tftypes.Value
	if !value.IsKnown() || value.IsNull() {
		return value, nil
	}
	if err := value.As(&items); err != nil {
		return value, err
	}
	for i, item := range items {
		planned, err := n.Block.planned(item)
		if err != nil {
			return value, err
		}
		items[i] = planned
	}
	return tftypes.NewValue(value.Type(), items), nil
}

// ApplyResourceChange makes an archive_file and refuses everything else. Destroying an archive_file leaves the file.
func (s *server) ApplyResourceChange(_ context.Context, r *tfprotov5.ApplyResourceChangeRequest) (*tfprotov5.ApplyResourceChangeResponse, error) {
	if r.TypeName != "archive_file" {
		return &tfprotov5.ApplyResourceChangeResponse{Diagnostics: failure(nil,
			fmt.Sprintf("the schema-only provider %s manages nothing", s.name),
			fmt.Sprintf("Add `mock_provider %q {}` to the test file.", s.name))}, nil
	}
	typ := s.schemas.resources[r.TypeName].protocol().ValueType()
	planned, err := r.PlannedState.Unmarshal(typ)
	if err != nil {
		return nil, err
	}
	if planned.IsNull() {
		return &tfprotov5.ApplyResourceChangeResponse{NewState: r.PlannedState}, nil
	}
	state, err := archive(typ, planned)
	if err != nil {
		return &tfprotov5.ApplyResourceChangeResponse{Diagnostics: failure(nil, "cannot make the archive", err.Error())}, nil
	}
	return &tfprotov5.ApplyResourceChangeResponse{NewState: state}, nil
}

// ReadResource finds everything as it was.
func (*server) ReadResource(_ context.Context, r *tfprotov5.ReadResourceRequest) (*tfprotov5.ReadResourceResponse, error) {
	return &tfprotov5.ReadResourceResponse{NewState: r.CurrentState}, nil
}

// UpgradeResourceState reads a state, all of which are of the one version there is.
func (s *server) UpgradeResourceState(_ context.Context, r *tfprotov5.UpgradeResourceStateRequest) (*tfprotov5.UpgradeResourceStateResponse, error) {
	typ := s.schemas.resources[r.TypeName].protocol().ValueType()
	value, err := r.RawState.Unmarshal(typ)
	if err != nil {
		return nil, err
	}
	state, err := tfprotov5.NewDynamicValue(typ, value)
	return &tfprotov5.UpgradeResourceStateResponse{UpgradedState: &state}, err
}
