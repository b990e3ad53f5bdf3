// SPDX-FileCopyrightText: The Workload Interpreter Authors
// SPDX-License-Identifier: Apache-2.0

package podtemplate

import workv1alpha2 "github.com/karmada-io/karmada/pkg/apis/work/v1alpha2"

// Component returns a component with the replicas and the requirements of the template.
func (t *Template) Component(name string, replicas int32) workv1alpha2.Component {
	component := workv1alpha2.Component{Name: name, Replicas: replicas}
	if requirements := t.Requirements(); requirements != nil {
		component.ReplicaRequirements = &workv1alpha2.ComponentReplicaRequirements{
			NodeClaim:         requirements.NodeClaim,
			ResourceRequest:   requirements.ResourceRequest,
			PriorityClassName: requirements.PriorityClassName,
		}
	}
	return component
}
