// SPDX-FileCopyrightText: The Workload Interpreter Authors
// SPDX-License-Identifier: Apache-2.0

package terraform_test

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// edge says that one resource may only be made after another one. Both are the ends of addresses, or all with "*".
type edge struct{ from, to, reason string }

// edges by module. An order that nothing asks for is what makes a first apply fail, or a destroy take too much.
var edges = map[string][]edge{
	"cloud-run": {
		{"google_cloud_run_v2_service.this", "secret_iam_member.path", "a revision that cannot read its secret does not start"},
		{"google_cloud_run_v2_service.this", "time_sleep.grant", "a grant is not known everywhere at once"},
		{"google_cloud_run_v2_service.this", "secret_version.path", "a revision is pinned to a version of the secret"},
		{"time_sleep.grant", "secret_iam_member.path", "what is waited for is the grant"},
		{"terraform_data.deletion_protection", "google_cloud_run_v2_service.this", "what is protected must be there when it refuses"},
	},
	"cloud-function": {
		{"google_cloudfunctions2_function.this", "time_sleep.build", "a build that starts before its grants are known fails"},
		{"time_sleep.build", "iam_member.build_logs", "what is waited for is the grant"},
		{"time_sleep.build", "iam_member.build_source", "what is waited for is the grant"},
		{"time_sleep.build", "iam_member.build_image", "what is waited for is the grant"},
		{"google_cloudfunctions2_function.this", "time_sleep.grant", "a revision that cannot read its secret does not start"},
		{"google_cloudfunctions2_function.this", "google_storage_bucket_object.source", "the platform builds what was uploaded"},
		{"google_storage_bucket_object.source", "archive_file.source", "the zip is made before it is uploaded"},
		{"archive_file.source", "google_storage_bucket.source", "another bucket needs the zip again, maybe in another job"},
		{"google_artifact_registry_repository.this", "module.apis.time_sleep.this", "the API must be known everywhere"},
		{"google_storage_bucket.source", "module.apis.time_sleep.this", "the API must be known everywhere"},
		{"google_service_account.build", "module.apis.time_sleep.this", "the API must be known everywhere"},
		{"terraform_data.deletion_protection", "google_cloud_run_v2_service_iam_member.public", "without it every call is 403"},
		{"google_cloud_run_domain_mapping.this", "google_cloud_run_v2_service_iam_member.public", "the whole endpoint depends on it"},
	},
	"image": {
		{"ko_build.this", "google_artifact_registry_repository.this", "an image is pushed into a repository that there is"},
		{"google_artifact_registry_repository.this", "module.apis.time_sleep.this", "the API must be known everywhere"},
	},
}

// shared are the edges of both endpoints.
var shared = []edge{
	{"time_sleep.this", "google_project_service.this", "what is waited for is the API"},
	{"google_service_account.this", "module.apis.time_sleep.this", "the API must be known everywhere"},
	{"google_secret_manager_secret.path", "module.apis.time_sleep.this", "the API must be known everywhere"},
	{"secret_iam_member.path", "google_secret_manager_secret.path", "a grant on what there is"},
	{"google_monitoring_alert_policy.this", "time_sleep.metrics", "an alert on a metric that is not known yet is refused"},
	{"time_sleep.metrics", "google_logging_metric.failed", "what is waited for is the metric"},
	{"time_sleep.metrics", "google_logging_metric.refused", "what is waited for is the metric"},
	{"google_logging_metric.failed", "google_project_service.this", "the API must be enabled"},
	{"terraform_data.deletion_protection", "*", "what does not come before it goes although it refuses"},
}

var arrow = regexp.MustCompile(`"([^"]+)" -> "([^"]+)"`)

// graph is which resource comes after which, directly or not.
type graph map[string]map[string]bool

func (w *workspace) graph(module string) (graph, error) {
	out, err := w.run(module, "graph")
	if err != nil {
		return nil, fmt.Errorf("graph of %s: %w\n%s", module, err, out)
	}
	g := graph{}
	for _, m := range regexp.MustCompile(`"([^"]+)" \[label`).FindAllStringSubmatch(out, -1) {
		g[m[1]] = map[string]bool{}
	}
	for _, m := range arrow.FindAllStringSubmatch(out, -1) {
		for _, end := range m[1:] {
			if g[end] == nil {
				g[end] = map[string]bool{}
			}
		}
		g[m[1]][m[2]] = true
	}
	for middle := range g { // Warshall's closure
		for from := range g {
			if !g[from][middle] {
				continue
			}
			for to := range g[middle] {
				g[from][to] = true
			}
		}
	}
	return g, nil
}

// missing tells which of the edges are not there.
func (g graph) missing(edges []edge) []string {
	var faults []string
	for _, e := range edges {
		froms, tos := g.named(e.from), g.named(e.to)
		if len(froms) == 0 || len(tos) == 0 {
			faults = append(faults, fmt.Sprintf("%s -> %s: there is no such resource", e.from, e.to))
		}
		for _, from := range froms {
			for _, to := range tos {
				if from != to && !g[from][to] {
					faults = append(faults, fmt.Sprintf("%s does not wait for %s: %s", from, to, e.reason))
				}
			}
		}
	}
	slices.Sort(faults)
	return faults
}

func (g graph) named(end string) []string {
	var out []string
	for address := range g {
		if end == "*" || address == end || strings.HasSuffix(address, "."+end) || strings.HasSuffix(address, "_"+end) {
			out = append(out, address)
		}
	}
	return out
}

// TestEdges holds the order in which things are made, and in reverse destroyed.
func TestEdges(t *testing.T) {
	w := newWorkspace(t)
	for module := range edges {
		t.Run(module, func(t *testing.T) {
			w.init(t, module)
			g, err := w.graph(module)
			if err != nil {
				t.Fatal(err)
			}
			for _, fault := range g.missing(edgesOf(module)) {
				t.Error(fault)
			}
		})
	}
}

func edgesOf(module string) []edge {
	if module == "image" {
		return edges[module]
	}
	return append(slices.Clone(shared), edges[module]...)
}
