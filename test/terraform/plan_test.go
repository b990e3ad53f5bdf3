// SPDX-FileCopyrightText: The Workload Interpreter Authors
// SPDX-License-Identifier: Apache-2.0

package terraform_test

import (
	"encoding/json"
	"fmt"
	"maps"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// resource is one that a plan makes.
type resource struct {
	Address string `json:"address"`
	Type    string `json:"type"`
	Name    string `json:"name"`
	Index   any    `json:"index"`
	Change  struct {
		After map[string]any `json:"after"`
	} `json:"change"`
}

// plan makes the plan of a module in a new project.
func (w *workspace) plan(t *testing.T, module string, variables map[string]string) []resource {
	t.Helper()
	resources, err := w.tryPlan(module, variables)
	if err != nil {
		t.Fatal(err)
	}
	return resources
}

func (w *workspace) tryPlan(module string, variables map[string]string) ([]resource, error) {
	arguments := []string{"plan", "-no-color", "-input=false", "-out=plan"}
	for _, name := range slices.Sorted(maps.Keys(variables)) {
		arguments = append(arguments, "-var="+name+"="+variables[name])
	}
	if out, err := w.run(module, arguments...); err != nil {
		return nil, fmt.Errorf("plan of %s: %w\n%s", module, err, out)
	}
	out, err := w.run(module, "show", "-json", "plan")
	if err != nil {
		return nil, fmt.Errorf("plan of %s: %w\n%s", module, err, out)
	}
	var document struct {
		Changes []resource `json:"resource_changes"`
	}
	if err := json.Unmarshal([]byte(out), &document); err != nil {
		return nil, err
	}
	return document.Changes, nil
}

// odd are values that nobody would write into a module.
var odd = map[string]string{
	"project_id":                "odd-project-9",
	"region":                    "asia-northeast7",
	"name":                      "oddly-named",
	"labels":                    `{"odd":"label"}`,
	"notification_channels":     `["projects/odd-project-9/notificationChannels/99"]`,
	"custom_domain":             "odd.example.com",
	"keep_stranger_logs":        "false",
	"propagation_wait":          "77s",
	"cpu":                       "2",
	"memory":                    "777Mi",
	"concurrency":               "77",
	"min_instances":             "2",
	"max_instances":             "7",
	"webhook_timeout_seconds":   "7",
	"request_timeout_seconds":   "17",
	"log_level":                 "debug",
	"alert_failures_per_minute": strconv.Itoa(failuresPerMinute),
	"path_secret_generations":   "[9,7]",
	"kms_key":                   "projects/odd/locations/asia-northeast7/keyRings/r/cryptoKeys/k",
}

// oddFor are the odd values that a module takes, and what it takes besides.
func oddFor(module string) map[string]string {
	values := map[string]string{}
	switch module {
	case "image":
		for _, name := range []string{"project_id", "region", "name", "labels", "propagation_wait", "kms_key"} {
			values[name] = odd[name]
		}
	case "cloud-run":
		maps.Copy(values, odd)
		values["image"] = "registry.odd.example.com/odd@sha256:" + strings.Repeat("9", 64)
	default:
		maps.Copy(values, odd)
	}
	return values
}

// TestOddValues plans with odd values: no resource may have a project, a place, a name or a wait of its own.
func TestOddValues(t *testing.T) {
	w := newWorkspace(t)
	for _, module := range []string{"cloud-run", "cloud-function", "image"} {
		t.Run(module, func(t *testing.T) {
			w.init(t, module)
			resources := w.plan(t, module, oddFor(module))
			for _, fault := range evenValues(resources) {
				t.Error(fault)
			}
			golden(t, module, resources)
		})
	}
}

// evenValues tells what is not as odd as it was asked for.
func evenValues(resources []resource) []string {
	var faults []string
	for _, r := range resources {
		if r.Type == "archive_file" {
			continue // holds the source
		}
		after := r.Change.After
		for attribute, want := range map[string]string{"project": odd["project_id"], "location": odd["region"], "region": odd["region"]} {
			if got, known := after[attribute]; known && got != want {
				faults = append(faults, fmt.Sprintf("%s: %s is %v, want %s", r.Address, attribute, got, want))
			}
		}
		text, err := json.Marshal(after)
		if err != nil {
			panic(err) // came from JSON
		}
		for _, usual := range []string{"my-project", "europe-west1", "workload-interpreter"} {
			if strings.Contains(string(text), usual) {
				faults = append(faults, fmt.Sprintf("%s: has %s in it, which nobody gave", r.Address, usual))
			}
		}
		if labels, can := after["labels"]; can && !cmp.Equal(labels, map[string]any{"odd": "label"}) {
			faults = append(faults, fmt.Sprintf("%s: labels are %v", r.Address, labels))
		}
		if r.Type == "time_sleep" && after["create_duration"] != odd["propagation_wait"] {
			faults = append(faults, fmt.Sprintf("%s: waits %v, want %s", r.Address, after["create_duration"], odd["propagation_wait"]))
		}
	}
	return faults
}

// golden holds a whole plan against testdata: every value that is known before an apply.
func golden(t *testing.T, module string, resources []resource) {
	t.Helper()
	path := filepath.Join("testdata", "plan-"+module+".json")
	got := planText(resources)
	if *update {
		write(t, path, got)
		return
	}
	if diff := cmp.Diff(read(t, path), got); diff != "" {
		t.Errorf("the plan is another one (-golden +plan); if it is right, run go test -run TestOddValues -update\n%s", diff)
	}
}

// uploadHash is the part of the upload's name that changes with every change of the source.
var uploadHash = regexp.MustCompile(`(oddly-named-)[0-9a-f]{64}[.]zip`)

// planText is a plan to be read: what is known of it before an apply, by address, without what is null. The upload is left
// out, it has a test of its own.
func planText(resources []resource) string {
	document := map[string]any{}
	for _, r := range resources {
		if r.Type != "archive_file" {
			document[r.Address] = pruned(r.Change.After)
		}
	}
	var out strings.Builder
	encoder := json.NewEncoder(&out)
	encoder.SetEscapeHTML(false)
	encoder.SetIndent("", " ")
	if err := encoder.Encode(document); err != nil {
		panic(err) // came from JSON
	}
	return uploadHash.ReplaceAllString(out.String(), "${1}HASH.zip")
}

// pruned is a value without nulls and without what is empty; nil if nothing is left.
func pruned(value any) any {
	switch v := value.(type) {
	case map[string]any:
		out := map[string]any{}
		for name, member := range v {
			if member = pruned(member); member != nil {
				out[name] = member
			}
		}
		if len(out) > 0 {
			return out
		}
		return nil
	case []any:
		var out []any
		for _, item := range v {
			if item = pruned(item); item != nil {
				out = append(out, item)
			}
		}
		if len(out) > 0 {
			return out
		}
		return nil
	}
	return value
}

var resourceList = regexp.MustCompile(`(?s)(<!-- plan ([a-z-]+) -->\n)(.*?)(<!-- /plan -->)`)

// TestResourceLists holds the lists in terraform/README.md of what each example makes in a new project.
func TestResourceLists(t *testing.T) {
	w := newWorkspace(t)
	path := filepath.Join(root, "terraform/README.md")
	page := read(t, path)
	lists := resourceList.FindAllStringSubmatch(page, -1)
	if len(lists) != 2 {
		t.Fatalf("want a list for each of the two examples in %s, got %d", path, len(lists))
	}
	for _, list := range lists {
		module := "examples/" + list[2]
		w.init(t, module)
		want := list[1] + resourceTable(w.plan(t, module, map[string]string{"project_id": "my-project"})) + list[4]
		if list[0] == want {
			continue
		}
		if !*update {
			t.Errorf("%s differs from the plan of %s, want\n%s\nrun go test -run TestResourceLists -update", path, module, want)
			continue
		}
		page = strings.Replace(page, list[0], want, 1)
		write(t, path, page)
	}
}

// resourceTable counts the resources of a plan by type.
func resourceTable(resources []resource) string {
	names := map[string][]string{}
	for _, r := range resources {
		name := r.Name
		if index, isText := r.Index.(string); isText && r.Type == "google_project_service" {
			name = strings.TrimSuffix(index, ".googleapis.com")
		}
		names[r.Type] = append(names[r.Type], name)
	}
	var out strings.Builder
	fmt.Fprintf(&out, "\n%d resources:\n\n| type | |\n| --- | --- |\n", len(resources))
	for _, typ := range slices.Sorted(maps.Keys(names)) {
		slices.Sort(names[typ])
		fmt.Fprintf(&out, "| `%s` | %s |\n", typ, strings.Join(names[typ], ", "))
	}
	return out.String() + "\n"
}
