// SPDX-FileCopyrightText: The Workload Interpreter Authors
// SPDX-License-Identifier: Apache-2.0

package kinds_test

import (
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"testing"
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
}

var definitions = []definition{
	{"github.com/argoproj/argo-rollouts", "v1.10.2", "h1:sEPWsY+HUvnXj3Vh0ejb+GDTceQ/palqhFo2FVQJMk0=",
		"manifests/crds/rollout-crd.yaml", "argoproj.io/Rollout.yaml"},
	{"github.com/kedacore/keda/v2", "v2.21.0", "h1:R6z2HZvstK4RLUMxroNACzBj74xGxt3kG59b5Xc+Xps=",
		"config/crd/bases/keda.sh_scaledobjects.yaml", "keda.sh/ScaledObject.yaml"},
	{"sigs.k8s.io/jobset", "v0.10.1", "h1:u8QKifNsrWVrlRFe6w2ofYTqFT9ma2DRHxfeB2m9xyU=",
		"config/components/crd/bases/jobset.x-k8s.io_jobsets.yaml", "jobset.x-k8s.io/JobSet.yaml"},
	{"sigs.k8s.io/lws", "v0.7.0", "h1:qWfzX8+UBak+Hq0+m/PuE3uO0mp/3dmm5q/h/7z31A8=",
		"config/crd/bases/leaderworkerset.x-k8s.io_leaderworkersets.yaml", "leaderworkerset.x-k8s.io/LeaderWorkerSet.yaml"},
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
