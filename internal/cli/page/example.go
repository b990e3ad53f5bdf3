// SPDX-FileCopyrightText: The Workload Interpreter Authors
// SPDX-License-Identifier: Apache-2.0

package page

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	jsonpatch "github.com/evanphx/json-patch/v5"
	policyv1alpha1 "github.com/karmada-io/karmada/pkg/apis/policy/v1alpha1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"sigs.k8s.io/yaml"

	"workload.example.io/interpreter/internal/interpreter"
)

// Example is what the page can be filled with.
type Example struct {
	// Name is shown to choose from, under the heading Group.
	Name  string `json:"name"`
	Group string `json:"group"`

	contents func() (Contents, error)
}

// ofKind makes the example of a kind in Go. Its second value is false if the kind brings none.
func ofKind(kind interpreter.Kind) (Example, bool) {
	if len(kind.Manifests.Example) == 0 {
		return Example{}, false
	}
	return Example{Name: kind.Kind, Group: "In Go", contents: func() (Contents, error) {
		contents, err := contentsOf(kind.Manifests.Example, kind.Manifests.Member)
		if err != nil {
			return contents, fmt.Errorf("cannot use the example of %s: %w", kind.Kind, err)
		}
		var policy policyv1alpha1.PropagationPolicy
		if err := yaml.Unmarshal(kind.Manifests.Propagation, &policy); err != nil {
			return contents, fmt.Errorf("cannot use the policy of %s: %w", kind.Kind, err)
		}
		if members := membersOf(policy.Spec.Placement); len(members) > 0 {
			contents.Members = members
		}
		return contents, nil
	}}, true
}

// ofObject makes an example of an object, with a description or without.
func ofObject(name, group string, description, object []byte) Example {
	return Example{Name: name, Group: group, contents: func() (Contents, error) {
		contents, err := contentsOf(object, nil)
		contents.Description = string(description)
		return contents, err
	}}
}

// inMember is what an object has in a member cluster and not in its manifest, as a merge patch. The annotation comes from
// Karmada.
const inMember = `{"metadata": {"namespace": "default", "generation": 1, "annotations": {"` + templateGeneration + `": "1"}}}`

// contentsOf makes contents of an object. Without the one in a member cluster that is the same one; its status is taken
// off the object in Karmada.
func contentsOf(object, member []byte) (Contents, error) {
	contents := Contents{Object: withoutHead(string(object)), Member: withoutHead(string(member)), Replicas: 2, Members: []Member{
		{Name: "member1", Weight: 2}, {Name: "member2", Weight: 1},
	}}
	if len(member) > 0 {
		return contents, nil
	}
	document, err := yaml.YAMLToJSON(object)
	if err == nil {
		document, err = jsonpatch.MergePatch(document, []byte(inMember))
	}
	if err != nil {
		return contents, err
	}
	text, err := yaml.JSONToYAML(document)
	contents.Member = string(text)
	before, _, _ := strings.Cut(contents.Object, "\nstatus:")
	contents.Object = strings.TrimSuffix(before, "\n") + "\n"
	return contents, err
}

// withoutHead takes the comments off that a file begins with: who owns it, and what it is for.
func withoutHead(text string) string {
	lines := strings.Split(text, "\n")
	first := slices.IndexFunc(lines, func(line string) bool { return line != "" && !strings.HasPrefix(line, "#") })
	return strings.Join(lines[max(first, 0):], "\n")
}

// withoutLicense takes only the lines off that say who owns a file.
func withoutLicense(text string) string {
	lines := strings.Split(text, "\n")
	first := slices.IndexFunc(lines, func(line string) bool { return line != "" && !strings.HasPrefix(line, "# SPDX-") })
	return strings.Join(lines[max(first, 0):], "\n")
}

// membersOf returns the members of a placement with their static weights.
func membersOf(placement policyv1alpha1.Placement) []Member {
	if placement.ReplicaScheduling == nil || placement.ReplicaScheduling.WeightPreference == nil {
		return nil
	}
	var members []Member
	for _, rule := range placement.ReplicaScheduling.WeightPreference.StaticWeightList {
		for _, name := range rule.TargetCluster.ClusterNames {
			members = append(members, Member{Name: name, Weight: rule.Weight})
		}
	}
	return members
}

// headOf returns the apiVersion and kind of an object, empty where it has none.
func headOf(object []byte) metav1.TypeMeta {
	var head metav1.TypeMeta
	_ = json.Unmarshal(object, &head)
	return head
}

// metadataOf returns the part of the metadata of an object that matters to Karmada.
func metadataOf(object []byte) (metadata struct {
	UID        string `json:"uid"`
	Generation int64  `json:"generation"`
}) {
	whole := struct{ Metadata any }{Metadata: &metadata}
	_ = json.Unmarshal(object, &whole)
	return metadata
}
