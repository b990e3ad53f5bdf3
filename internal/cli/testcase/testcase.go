// SPDX-FileCopyrightText: The Workload Interpreter Authors
// SPDX-License-Identifier: Apache-2.0

// Package testcase reads declarative test cases of interpreters, asks them and compares the answers.
//
// It reads the files of Karmada's own tests of third-party interpreters (pkg/resourceinterpreter/default/thirdparty),
// one case a YAML document, so that a case can move between a Lua customization and a webhook, and recordings. It
// compares as Karmada does: quantities by value, dependencies and components in any order, "{{EXCLUDE}}" for a member
// that does not matter, and only the outputs that a case names.
package testcase

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	workv1alpha2 "github.com/karmada-io/karmada/pkg/apis/work/v1alpha2"
	strictjson "sigs.k8s.io/json"

	"workload.example.io/interpreter/internal/cli/manifest"
	"workload.example.io/interpreter/internal/cli/recording"
	"workload.example.io/interpreter/internal/interpreter"
)

// Case is one request with what is expected of the response.
type Case struct {
	// Name and Description are for people; File is where the case was read.
	Name, Description, File string
	// Request is what is asked.
	Request *interpreter.Request
	// Want holds the expected values by their names in Karmada's test files.
	Want map[string]json.RawMessage
	// Refusal is the refusal that is expected instead, nil for an answer.
	Refusal *Refusal
	// Skip says why the case cannot be asked, empty if it can.
	Skip string
}

// Refusal is an expected "successful: false".
type Refusal struct {
	Code int32
	// Message is empty where any will do.
	Message string
}

// extensions are those of the files that may hold cases.
var extensions = []string{".yaml", ".yml", ".json"}

// Read reads the cases of files and, recursively, folders, in a stable order.
func Read(paths ...string) ([]*Case, error) {
	var cases []*Case
	for _, root := range paths {
		err := filepath.WalkDir(root, func(path string, entry fs.DirEntry, err error) error {
			if err != nil {
				return err
			}
			if entry.IsDir() || path != root && !slices.Contains(extensions, filepath.Ext(path)) {
				return nil
			}
			found, err := readFile(path)
			cases = append(cases, found...)
			return err
		})
		var cause *fs.PathError
		if errors.As(err, &cause) {
			return nil, fmt.Errorf("cannot read %s: %w", cause.Path, cause.Err)
		}
		if err != nil {
			return nil, err
		}
	}
	if len(cases) == 0 {
		return nil, fmt.Errorf("cannot find a case in %s: want YAML documents with name, operation, desiredObj or observedObj, and output",
			strings.Join(paths, ", "))
	}
	return cases, nil
}

func readFile(path string) ([]*Case, error) {
	data, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	documents, err := manifest.Documents(path, data)
	if err != nil {
		return nil, err
	}
	var cases []*Case
	for i, document := range documents {
		c, err := parse(document)
		if err != nil {
			return nil, fmt.Errorf("cannot use document %d of %s: %w", i+1, path, err)
		}
		if c != nil {
			c.File = path
			cases = append(cases, c)
		}
	}
	return cases, nil
}

// parse distinguishes cases from recordings and from Kubernetes manifests, which may lie beside them and are skipped.
func parse(document []byte) (*Case, error) {
	var head struct {
		APIVersion string `json:"apiVersion"`
		Kind       string `json:"kind"`
		Recording  string `json:"recording"`
	}
	if err := json.Unmarshal(document, &head); err != nil {
		return nil, errors.New("want an object, got something else")
	}
	switch {
	case head.APIVersion != "" && head.Kind != "":
		return nil, nil
	case head.Recording != "":
		call, err := recording.Parse(document)
		if err != nil {
			return nil, err
		}
		return fromRecording(call)
	}
	return fromKarmada(document)
}

// Statuses reads AggregatedStatusItems, one a document or a list of them.
func Statuses(name string, data []byte) ([]workv1alpha2.AggregatedStatusItem, error) {
	documents, err := manifest.Documents(name, data)
	if err != nil {
		return nil, err
	}
	var items []workv1alpha2.AggregatedStatusItem
	for i, document := range documents {
		list := make([]workv1alpha2.AggregatedStatusItem, 1)
		if document[0] == '[' {
			err = json.Unmarshal(document, &list)
		} else {
			err = json.Unmarshal(document, &list[0])
		}
		if err != nil || slices.ContainsFunc(list, func(item workv1alpha2.AggregatedStatusItem) bool { return item.ClusterName == "" }) {
			return nil, fmt.Errorf("cannot use document %d of %s: want an AggregatedStatusItem with clusterName and status, got something else", i+1, name)
		}
		items = append(items, list...)
	}
	return items, nil
}

// strict decodes JSON, case-sensitively and without unknown members. Of several problems it reports the first.
func strict(document []byte, v any) error {
	problems, err := strictjson.UnmarshalStrict(document, v)
	if err == nil && len(problems) > 0 {
		err = problems[0]
	}
	return err
}
