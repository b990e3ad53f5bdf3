// SPDX-FileCopyrightText: The Workload Interpreter Authors
// SPDX-License-Identifier: Apache-2.0

package page

import (
	"bytes"
	"encoding/json"
	"fmt"
	"strconv"

	jsonpatch "github.com/evanphx/json-patch/v5"
	policyv1alpha1 "github.com/karmada-io/karmada/pkg/apis/policy/v1alpha1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"sigs.k8s.io/yaml"

	"workload.example.io/interpreter/internal/interpreter"
)

// Example is what the page can be filled with.
type Example struct {
	// Name is shown to choose from.
	Name     string   `json:"name"`
	Contents Contents `json:"contents"`
}

// headOf returns the apiVersion and kind of an object, empty where it has none.
func headOf(object []byte) metav1.TypeMeta {
	var head metav1.TypeMeta
	_ = json.Unmarshal(object, &head)
	return head
}

// uidOf returns metadata.uid of an object, empty if it has none yet.
func uidOf(object []byte) string {
	var head struct {
		Metadata struct {
			UID string `json:"uid"`
		} `json:"metadata"`
	}
	_ = json.Unmarshal(object, &head)
	return head.Metadata.UID
}

// exampleOf makes an example of what a kind brings. Its second value is false if the kind brings none.
func exampleOf(kind interpreter.Kind) (Example, bool, error) {
	if len(kind.Manifests.Example) == 0 {
		return Example{}, false, nil
	}
	contents, err := contentsOf(kind.Manifests.Example, kind.Manifests.Member)
	if err != nil {
		return Example{}, false, fmt.Errorf("cannot use the example of %s: %w", kind.Kind, err)
	}
	var policy policyv1alpha1.PropagationPolicy
	if err := yaml.Unmarshal(kind.Manifests.Propagation, &policy); err != nil {
		return Example{}, false, fmt.Errorf("cannot use the policy of %s: %w", kind.Kind, err)
	}
	if members := membersOf(policy.Spec.Placement); len(members) > 0 {
		contents.Members = members
	}
	return Example{Name: kind.Kind, Contents: contents}, true, nil
}

// inMember is what an object has in a member cluster and not in its manifest, as a merge patch.
const inMember = `{"metadata": {"namespace": "default", "generation": 1}}`

// contentsOf makes contents of an object. Without the one in a member cluster it is the same with a namespace.
func contentsOf(object, member []byte) (Contents, error) {
	contents := Contents{Object: withoutHead(object), Member: withoutHead(member), Replicas: 2, Members: []Member{
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
	return contents, err
}

// withoutHead takes the comments off that a file begins with: who owns it, and what it is for.
func withoutHead(text []byte) string {
	for {
		line, rest, found := bytes.Cut(text, []byte("\n"))
		if !found || len(line) > 0 && line[0] != '#' {
			return string(text)
		}
		text = rest
	}
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

// report fills in the statuses that the members would have if all went well: the status of the object in a member, with
// the share of each where that one has its replicas.
func report(contents *Contents, rollout Rollout, replicas int32, status json.RawMessage) {
	for i := range contents.Members {
		if i >= len(rollout.Members) || !rollout.Members[i].Receives || status == nil {
			continue
		}
		var value map[string]any
		if json.Unmarshal(status, &value) != nil {
			return
		}
		if rollout.Divided {
			scale(value, strconv.Itoa(int(replicas)), rollout.Members[i].Replicas)
		}
		text, err := yaml.Marshal(value)
		if err != nil {
			return
		}
		contents.Members[i].Status = string(text)
	}
}

// scale replaces each count of replicas in the status. A generation is none, even if it is the same number.
func scale(status map[string]any, replicas string, share int32) {
	for name, value := range status {
		if number, ok := value.(float64); ok && name != "observedGeneration" && strconv.FormatFloat(number, 'f', -1, 64) == replicas {
			status[name] = share
		}
	}
}
