// SPDX-FileCopyrightText: The Workload Interpreter Authors
// SPDX-License-Identifier: Apache-2.0

// Package manifest reads YAML and JSON files of people into JSON documents. JSON documents keep their bytes; YAML with
// the same member twice is refused.
package manifest

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"strings"

	utilyaml "k8s.io/apimachinery/pkg/util/yaml"
	"sigs.k8s.io/yaml"
)

// Stdin is the path that stands for the standard input.
const Stdin = "-"

// Read returns the contents of the file, or of stdin for the path "-".
func Read(path string, stdin io.Reader) ([]byte, error) {
	var data []byte
	var err error
	if path == Stdin {
		data, err = io.ReadAll(stdin)
	} else {
		data, err = os.ReadFile(path)
	}
	var cause *fs.PathError
	if errors.As(err, &cause) {
		err = cause.Err
	}
	if err != nil {
		return nil, fmt.Errorf("cannot read %s: %w", Name(path), err)
	}
	return data, nil
}

// Documents returns the documents of a YAML stream, or of one or more JSON documents that "---" separates, as JSON.
// Empty documents are left out. The name of the source goes into errors.
func Documents(name string, data []byte) ([][]byte, error) {
	var documents [][]byte
	reader := utilyaml.NewYAMLReader(bufio.NewReader(bytes.NewReader(data)))
	for n := 1; ; n++ {
		part, err := reader.Read()
		if errors.Is(err, io.EOF) {
			return documents, nil
		}
		if err != nil {
			return nil, fmt.Errorf("cannot read %s: %w", name, err)
		}
		document, err := toJSON(part)
		if err != nil {
			return nil, fmt.Errorf("cannot read document %d of %s: %s", n, name, explain(err))
		}
		if document != nil {
			documents = append(documents, document)
		}
	}
}

// Object reads a file that must hold exactly one document, a JSON or YAML object.
func Object(path string, stdin io.Reader) ([]byte, error) {
	data, err := Read(path, stdin)
	if err != nil {
		return nil, err
	}
	documents, err := Documents(Name(path), data)
	switch {
	case err != nil:
		return nil, err
	case len(documents) == 0:
		return nil, fmt.Errorf("cannot use %s: want one document, got none", Name(path))
	case len(documents) > 1:
		return nil, fmt.Errorf("cannot use %s: want one document, got %d; split the file", Name(path), len(documents))
	case documents[0][0] != '{':
		return nil, fmt.Errorf("cannot use %s: want an object, got something else", Name(path))
	}
	return documents[0], nil
}

// Name is how a path is shown to people.
func Name(path string) string {
	if path == Stdin {
		return "the standard input"
	}
	return path
}

// toJSON returns nil for a document that is empty or holds only comments.
func toJSON(part []byte) ([]byte, error) {
	if trimmed := bytes.TrimSpace(part); len(trimmed) > 0 && trimmed[0] == '{' && json.Valid(trimmed) {
		return trimmed, nil
	}
	document, err := yaml.YAMLToJSONStrict(part)
	if err != nil || bytes.Equal(bytes.TrimSpace(document), []byte("null")) {
		return nil, err
	}
	return bytes.TrimSpace(document), nil
}

// explain takes the prefixes of the libraries off an error.
func explain(err error) string {
	text := strings.TrimPrefix(err.Error(), "error converting YAML to JSON: ")
	text = strings.TrimPrefix(text, "yaml: ")
	return strings.Join(strings.Fields(strings.TrimPrefix(text, "unmarshal errors:")), " ")
}
