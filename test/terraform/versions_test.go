// SPDX-FileCopyrightText: The Workload Interpreter Authors
// SPDX-License-Identifier: Apache-2.0

package terraform_test

import (
	"encoding/json"
	"fmt"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

var (
	providerBound     = regexp.MustCompile(`(?s)source\s+= "([a-z-]+/[a-z-]+)"\s+version = "([^"]+)"`)
	lowestTerraform   = regexp.MustCompile(`required_version = ">= 1\.9"`)
	constraintsFormat = regexp.MustCompile(`^>= ([0-9.]+), < ([0-9.]+)$`)
)

// TestProviderBounds holds the lower bound of each provider to the version whose schema the checks know: a lower one would
// let in a provider that nothing was checked against. An upper bound keeps a next major version out.
func TestProviderBounds(t *testing.T) {
	paths, err := filepath.Glob(filepath.Join(root, "terraform/*/versions.tf"))
	if err != nil {
		t.Fatal(err)
	}
	deeper, err := filepath.Glob(filepath.Join(root, "terraform/*/*/versions.tf"))
	if err != nil {
		t.Fatal(err)
	}
	for _, path := range append(paths, deeper...) {
		for _, fault := range wrongBounds(t, read(t, path)) {
			t.Errorf("%s: %s", strings.TrimPrefix(path, root+"/"), fault)
		}
	}
}

// wrongBounds tells what is wrong in a versions.tf.
func wrongBounds(t *testing.T, text string) []string {
	t.Helper()
	var faults []string
	if !lowestTerraform.MatchString(text) {
		faults = append(faults, `want required_version = ">= 1.9", the lowest with validations that look at other variables`)
	}
	bounds := providerBound.FindAllStringSubmatch(text, -1)
	if len(bounds) == 0 {
		faults = append(faults, "no provider has a source and bounds")
	}
	for _, m := range bounds {
		known := schemaVersion(t, m[1])
		bound := constraintsFormat.FindStringSubmatch(m[2])
		if bound == nil || !strings.HasPrefix(known+".", bound[1]+".") {
			faults = append(faults, fmt.Sprintf("%s: want \">= %s, < NEXT\" after the schema that is checked, got %q", m[1], known, m[2]))
		}
	}
	return faults
}

// schemaVersion is the version of the schema that the checks know of a provider.
func schemaVersion(t *testing.T, source string) string {
	t.Helper()
	var schema struct{ Version string }
	if err := json.Unmarshal([]byte(read(t, filepath.Join("schemaprovider/schemas", source+".json"))), &schema); err != nil {
		t.Fatal(err)
	}
	return schema.Version
}
