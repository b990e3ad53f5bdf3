// SPDX-FileCopyrightText: The Workload Interpreter Authors
// SPDX-License-Identifier: Apache-2.0

package page

import (
	"context"
	"errors"
	"strings"

	configv1alpha1 "github.com/karmada-io/karmada/pkg/apis/config/v1alpha1"
	workv1alpha2 "github.com/karmada-io/karmada/pkg/apis/work/v1alpha2"
	"k8s.io/apimachinery/pkg/runtime"

	"workload.example.io/interpreter/internal/cli/testcase"
)

// cases writes down what is answered now as cases, one for each answer.
func (p *Page) cases(ctx context.Context, contents Contents) (string, error) {
	c, answers := p.converse(contents), p.Answer(ctx, contents)
	var documents []string
	for _, answer := range answers.Answers {
		if answer.State != Answered {
			continue
		}
		text, err := c.caseOf(answer, contents, answers.Rollout).YAML()
		if err != nil {
			return "", err
		}
		documents = append(documents, string(text))
	}
	if len(documents) == 0 {
		return "", errors.New("cannot make cases: nothing is answered")
	}
	return "# Made by interpret try. Run them with: interpret test FILE\n" + strings.Join(documents, "---\n"), nil
}

func (c *conversation) caseOf(answer Answer, contents Contents, rollout Rollout) testcase.Written {
	made := testcase.Written{Name: string(answer.Operation) + " as tried", Operation: string(answer.Operation), Output: answer.Values, DesiredObj: c.object.json}
	switch answer.Operation {
	case configv1alpha1.InterpreterOperationReviseReplica:
		made.InputReplicas = contents.Replicas
	case configv1alpha1.InterpreterOperationRetain:
		made.ObservedObj = c.member.json
	case configv1alpha1.InterpreterOperationInterpretStatus, configv1alpha1.InterpreterOperationInterpretHealth:
		made.DesiredObj, made.ObservedObj = nil, c.member.json
	case configv1alpha1.InterpreterOperationAggregateStatus:
		made.StatusItems = rollout.items
	}
	return made
}

// item is what Karmada collects in a member.
func item(m *MemberRollout, status []byte) workv1alpha2.AggregatedStatusItem {
	made := workv1alpha2.AggregatedStatusItem{ClusterName: m.Name, Applied: true, Health: m.Health}
	if status != nil {
		made.Status = &runtime.RawExtension{Raw: status}
	}
	return made
}
