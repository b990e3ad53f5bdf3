// SPDX-FileCopyrightText: The Workload Interpreter Authors
// SPDX-License-Identifier: Apache-2.0

package main

import (
	"archive/zip"
	"bytes"
	"crypto/md5"
	"crypto/sha1"
	"crypto/sha256"
	"crypto/sha512"
	"encoding/base64"
	"encoding/hex"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"

	"github.com/hashicorp/terraform-plugin-go/tfprotov5"
	"github.com/hashicorp/terraform-plugin-go/tftypes"
)

// archive writes the zip of an archive_file with source blocks, its names in order, its contents as given, and returns
// the state with what is computed from it.
func archive(typ tftypes.Type, value tftypes.Value) (*tfprotov5.DynamicValue, error) {
	var members map[string]tftypes.Value
	var kind, output string
	var blocks []tftypes.Value
	for _, step := range []func() error{
		func() error { return value.As(&members) },
		func() error { return members["type"].As(&kind) },
		func() error { return members["output_path"].As(&output) },
		func() error { return members["source"].As(&blocks) },
	} {
		if err := step(); err != nil {
			return nil, err
		}
	}
	if kind != "zip" || len(blocks) == 0 {
		return nil, fmt.Errorf("want type zip and source blocks, got type %s and %d blocks", kind, len(blocks))
	}
	data, err := zipped(blocks)
	if err != nil {
		return nil, err
	}
	if err := os.MkdirAll(filepath.Dir(output), 0o755); err != nil {
		return nil, err
	}
	if err := os.WriteFile(output, data, 0o644); err != nil {
		return nil, err
	}
	for name, v := range computed(data) {
		members[name] = v
	}
	state, err := tfprotov5.NewDynamicValue(typ, tftypes.NewValue(typ, members))
	return &state, err
}

func zipped(blocks []tftypes.Value) ([]byte, error) {
	contents := map[string]string{}
	for _, b := range blocks {
		var source map[string]tftypes.Value
		var name, content string
		if err := b.As(&source); err != nil {
			return nil, err
		}
		if err := source["filename"].As(&name); err != nil {
			return nil, err
		}
		if err := source["content"].As(&content); err != nil {
			return nil, err
		}
		contents[name] = content
	}
	var out bytes.Buffer
	w := zip.NewWriter(&out)
	for _, name := range slices.Sorted(maps.Keys(contents)) {
		f, err := w.Create(name)
		if err != nil {
			return nil, err
		}
		if _, err := f.Write([]byte(contents[name])); err != nil {
			return nil, err
		}
	}
	if err := w.Close(); err != nil {
		return nil, err
	}
	return out.Bytes(), nil
}

func computed(data []byte) map[string]tftypes.Value {
	sum1, sum5 := sha1.Sum(data), md5.Sum(data)
	sum256, sum512 := sha256.Sum256(data), sha512.Sum512(data)
	text := func(s string) tftypes.Value { return tftypes.NewValue(tftypes.String, s) }
	return map[string]tftypes.Value{
		"id":                  text(hex.EncodeToString(sum1[:])),
		"output_md5":          text(hex.EncodeToString(sum5[:])),
		"output_sha":          text(hex.EncodeToString(sum1[:])),
		"output_sha256":       text(hex.EncodeToString(sum256[:])),
		"output_sha512":       text(hex.EncodeToString(sum512[:])),
		"output_base64sha256": text(base64.StdEncoding.EncodeToString(sum256[:])),
		"output_base64sha512": text(base64.StdEncoding.EncodeToString(sum512[:])),
		"output_size":         tftypes.NewValue(tftypes.Number, int64(len(data))),
	}
}
