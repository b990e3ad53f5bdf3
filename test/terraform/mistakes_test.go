// SPDX-FileCopyrightText: The Workload Interpreter Authors
// SPDX-License-Identifier: Apache-2.0

package terraform_test

import (
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"text/tabwriter"
)

// mistake is a change that would break the endpoint, of the kind that people make.
type mistake struct {
	file   string // below terraform/
	old    string
	new    string
	missed string // why the checks cannot see it; empty for what they must catch
}

var mistakes = map[string]mistake{
	"unknown attribute": {
		file: "cloud-run/main.tf", old: "max_instance_request_concurrency", new: "max_request_concurrency",
	},
	"unknown block": {
		file: "cloud-run/main.tf", old: "    scaling {", new: "    autoscaling {",
	},
	"attribute of the other product": {
		file: "cloud-function/main.tf", old: "    ingress_settings                 = \"ALLOW_ALL\"", new: "    invoker_iam_disabled = true",
	},
	"wrong type": {
		file: "cloud-run/main.tf", old: "min_instance_count = var.min_instances", new: `min_instance_count = "none"`,
	},
	"missing required attribute": {
		file: "cloud-function/main.tf", old: "  location    = var.region\n", new: "",
	},
	"missing required block": {
		file: "modules/access/main.tf", old: "  replication {\n    user_managed {\n      replicas {\n        location = var.region\n      }\n    }\n  }\n", new: "",
	},
	"block given twice": {
		file: "cloud-run/main.tf", old: "    scaling {", new: "    scaling {\n      min_instance_count = 1\n    }\n    scaling {",
	},
	"value outside an enumeration": {
		file: "cloud-run/main.tf", old: "INGRESS_TRAFFIC_ALL", new: "INGRESS_TRAFFIC_PUBLIC",
	},
	"value outside an enumeration, in a block made on demand": {
		file: "modules/endpoint/main.tf", old: "COMPARISON_GT", new: "COMPARISON_MORE",
	},
	"reference to a resource that is not there": {
		file: "modules/access/main.tf", old: "google_service_account.this.email}", new: "google_service_account.that.email}",
	},
	"reference to an attribute that is not there": {
		file: "modules/access/main.tf", old: "google_service_account.this.email}", new: "google_service_account.this.address}",
	},
	"name that the platform refuses": {
		file: "modules/access/main.tf", old: "account_id   = var.name", new: `account_id   = "${var.name}_runtime"`,
	},
	"role that does not exist": {
		file: "modules/access/main.tf", old: "roles/secretmanager.secretAccessor", new: "roles/secretmanager.secretReader",
	},
	"duration without unit": {
		file: "cloud-run/main.tf", old: `"${var.request_timeout_seconds}s"`, new: "var.request_timeout_seconds",
	},
	"log filter that does not parse": {
		file: "modules/endpoint/main.tf", old: `resource.type="cloud_run_revision"` + "\n", new: `resource.type=="cloud_run_revision"` + "\n",
		missed: "only Cloud Logging reads the filter's language",
	},
	"API that does not exist": {
		file: "cloud-function/main.tf", old: "cloudbuild.googleapis.com", new: "cloudbuilds.googleapis.com",
		missed: "only the Service Usage API knows the services",
	},
}

// TestMistakes makes each mistake in a copy and expects validate or test to fail.
func TestMistakes(t *testing.T) {
	w := newWorkspace(t)
	for _, module := range []string{"cloud-run", "cloud-function", "modules/access", "modules/endpoint"} {
		w.init(t, module)
	}
	var table strings.Builder
	out := tabwriter.NewWriter(&table, 0, 0, 2, ' ', 0)
	caught := 0
	for _, name := range slices.Sorted(maps.Keys(mistakes)) {
		m := mistakes[name]
		by := w.catch(t, name, m)
		if by != "" {
			caught++
		}
		if (by == "") != (m.missed != "") {
			t.Errorf("%s: caught by %q, want missed: %q", name, by, m.missed)
		}
		fmt.Fprintf(out, "%s\t%s\t%s\n", name, by, m.missed)
	}
	out.Flush()
	t.Logf("%d of %d mistakes caught\n%s", caught, len(mistakes), &table)
}

// catch makes the mistake, tells what catches it and takes it back.
func (w *workspace) catch(t *testing.T, name string, m mistake) string {
	t.Helper()
	path := filepath.Join(w.dir, "terraform", m.file)
	right := read(t, path)
	if !strings.Contains(right, m.old) {
		t.Fatalf("%s: %s does not contain %q", name, m.file, m.old)
	}
	defer write(t, path, right)
	write(t, path, strings.Replace(right, m.old, m.new, 1))
	module := filepath.Dir(m.file)
	if _, err := w.run(module, "validate", "-no-color"); err != nil {
		return "validate"
	}
	files, err := os.ReadDir(filepath.Join(w.module(module), "tests"))
	if err != nil {
		t.Fatal(err)
	}
	arguments := []string{"test", "-no-color"}
	for _, f := range files {
		if strings.HasSuffix(f.Name(), ".tftest.hcl") && !strings.HasPrefix(f.Name(), "validation") {
			arguments = append(arguments, "-filter=tests/"+f.Name())
		}
	}
	if _, err := w.run(module, arguments...); err != nil {
		return "test"
	}
	return ""
}
