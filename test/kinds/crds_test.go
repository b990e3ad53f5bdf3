// SPDX-FileCopyrightText: The Workload Interpreter Authors
// SPDX-License-Identifier: Apache-2.0

package kinds_test

import (
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"workload.example.io/interpreter/internal/kinds/described"
	"workload.example.io/interpreter/test/kinds/library"
)

// definition is a CustomResourceDefinition in a Go module. Nothing of the module is compiled, so it is in no go.mod: it
// would drag its own versions of Kubernetes along.
type definition struct {
	module, version string
	// sum is that of the module's zip, as go.sum would have it.
	sum string
	// path of the definition within the module.
	path string
	// description of the kind, within the library.
	description string
	// right is in the description, wrong is a typing mistake in its place, and found is what the check says about it.
	right, wrong, found string
}

var definitions = []definition{
	{"github.com/argoproj/argo-rollouts", "v1.10.2", "h1:sEPWsY+HUvnXj3Vh0ejb+GDTceQ/palqhFo2FVQJMk0=",
		"manifests/crds/rollout-crd.yaml", "argoproj.io/Rollout.yaml",
		"object.status.observedGeneration == string", "object.status.observedGenration == string", "observedGenration"},
	{"github.com/kedacore/keda/v2", "v2.21.0", "h1:R6z2HZvstK4RLUMxroNACzBj74xGxt3kG59b5Xc+Xps=",
		"config/crd/bases/keda.sh_scaledobjects.yaml", "keda.sh/ScaledObject.yaml",
		"t.?authenticationRef.?name", "t.?authenticationRefs.?name", "authenticationRefs"},
	{"sigs.k8s.io/jobset", "v0.10.1", "h1:u8QKifNsrWVrlRFe6w2ofYTqFT9ma2DRHxfeB2m9xyU=",
		"config/components/crd/bases/jobset.x-k8s.io_jobsets.yaml", "jobset.x-k8s.io/JobSet.yaml",
		"job.?replicas.orValue(1)", "job.?replcas.orValue(1)", "replcas"},
	{"sigs.k8s.io/lws", "v0.7.0", "h1:qWfzX8+UBak+Hq0+m/PuE3uO0mp/3dmm5q/h/7z31A8=",
		"config/crd/bases/leaderworkerset.x-k8s.io_leaderworkersets.yaml", "leaderworkerset.x-k8s.io/LeaderWorkerSet.yaml",
		"path: spec.replicas", "path: spec.replica", "spec.replica"},
}

// TestDefinitions checks the descriptions of kinds that Karmada has nothing for against the real definitions, and that a
// typing mistake in them is found, with its line.
func TestDefinitions(t *testing.T) {
	for _, d := range definitions {
		t.Run(d.description, func(t *testing.T) {
			crd := described.Source{Name: d.path, Data: d.read(t)}
			text, err := os.ReadFile(filepath.Join(library.Folder, d.description))
			if err != nil {
				t.Fatal(err)
			}
			check := func(text []byte) error {
				set, err := described.Load(described.Source{Name: "description.yaml", Data: text}, crd)
				if err == nil {
					err = set.Compile()
				}
				if err == nil && !strings.Contains(strings.Join(set.Summary(), ""), "checked against its CRD") {
					t.Errorf("want a check against the definition, got %v", set.Summary())
				}
				return err
			}
			if err := check(text); err != nil {
				t.Error(err)
			}
			before, _, ok := strings.Cut(string(text), d.right)
			if !ok {
				t.Fatalf("%s: want %q in it", d.description, d.right)
			}
			place := fmt.Sprintf("description.yaml:%d:", strings.Count(before, "\n")+1)
			err = check([]byte(strings.Replace(string(text), d.right, d.wrong, 1)))
			if err == nil || !strings.Contains(err.Error(), place) || !strings.Contains(err.Error(), d.found) {
				t.Errorf("want a mistake at %s that names %s, got %v", place, d.found, err)
			}
		})
	}
}

// read returns the definition. The module is downloaded once; its sum must be the one above.
func (d *definition) read(t *testing.T) []byte {
	t.Helper()
	out, err := exec.Command("go", "mod", "download", "-json", d.module+"@"+d.version).Output()
	var module struct{ Dir, Sum, Error string }
	if jsonErr := json.Unmarshal(out, &module); jsonErr != nil {
		t.Fatalf("cannot download %s: %v, %v", d.module, err, jsonErr)
	}
	if module.Sum != d.sum {
		t.Fatalf("%s@%s: want sum %s, got %s", d.module, d.version, d.sum, module.Sum)
	}
	if module.Dir == "" { // it asks for a newer Go, which its definitions do not need
		cache, err := exec.Command("go", "env", "GOMODCACHE").Output()
		if err != nil {
			t.Fatal(err)
		}
		module.Dir = filepath.Join(string(cache[:len(cache)-1]), d.module+"@"+d.version)
	}
	data, err := os.ReadFile(filepath.Join(module.Dir, d.path))
	if err != nil {
		t.Fatal(err)
	}
	return data
}
