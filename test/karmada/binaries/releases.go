// SPDX-FileCopyrightText: The Workload Interpreter Authors
// SPDX-License-Identifier: Apache-2.0

package binaries

import "fmt"

// karmadaModule is the module of Karmada.
const karmadaModule = "github.com/karmada-io/karmada"

// Releases are those of Karmada that can be built, the newest first. The go.mod files below build/ pin the code.
var Releases = []Release{
	{Version: "v1.18.2", module: "karmada"},
	{Version: "v1.17.1", module: "karmada-1.17"},
	{Version: "v1.16.0", module: "karmada-1.16"},
}

// Release is a release of Karmada.
type Release struct {
	Version string // as the binaries report it
	module  string // folder below build/
}

// FindRelease returns the release of a version, such as v1.17.1; the newest for an empty one.
func FindRelease(version string) (Release, error) {
	for _, release := range Releases {
		if version == "" || release.Version == version {
			return release, nil
		}
	}
	return Release{}, fmt.Errorf("cannot build Karmada %s: want one of %v", version, Releases)
}

func (r Release) String() string { return r.Version }

// Set holds the release's processes, its command line, and the manifests that its installation applies.
func (r Release) Set() Set {
	flags := "-ldflags=-s -w -X " + karmadaModule + "/pkg/version.gitVersion=" + r.Version
	return Set{
		Name:   "karmada",
		Module: r.module,
		Args:   []string{"build", "-trimpath", flags, "-o", Output, "tool"},
		Rename: map[string]string{
			"agent":                "karmada-agent",
			"aggregated-apiserver": "karmada-aggregated-apiserver",
			"controller-manager":   "karmada-controller-manager",
			"scheduler":            "karmada-scheduler",
			"webhook":              "karmada-webhook",
		},
		Files: map[string][]string{karmadaModule: {
			"charts/karmada/_crds",
			"artifacts/deploy/admin-clusterrole-aggregation.yaml",
			"artifacts/deploy/cluster-proxy-admin-rbac.yaml",
			"artifacts/deploy/karmada-aggregated-apiserver-apiservice.yaml",
			"artifacts/deploy/webhook-configuration.yaml",
		}},
		Expects: []string{"karmada-agent", "karmada-aggregated-apiserver", "karmada-controller-manager", "karmada-scheduler",
			"karmada-webhook", "karmadactl", "manifests/charts", "manifests/artifacts"},
	}
}
