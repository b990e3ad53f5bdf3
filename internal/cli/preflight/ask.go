// SPDX-FileCopyrightText: The Workload Interpreter Authors
// SPDX-License-Identifier: Apache-2.0

package preflight

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"path"
	"strings"
	"time"

	configv1alpha1 "github.com/karmada-io/karmada/pkg/apis/config/v1alpha1"
	workv1alpha2 "github.com/karmada-io/karmada/pkg/apis/work/v1alpha2"
	"k8s.io/apimachinery/pkg/runtime"

	"workload.example.io/interpreter/internal/cli/client"
	"workload.example.io/interpreter/internal/cli/result"
)

// questions are all operations about all subjects.
func (v *visit) questions() []client.Question {
	var questions []client.Question
	for _, subject := range v.target.Subjects {
		for _, operation := range subject.Operations {
			q := client.Question{Operation: operation, Object: subject.Object}
			switch operation {
			case configv1alpha1.InterpreterOperationReviseReplica:
				q.Replicas = 2
			case configv1alpha1.InterpreterOperationRetain:
				q.Observed = subject.Object
			case configv1alpha1.InterpreterOperationAggregateStatus:
				q.Statuses = statuses(subject.Object)
			}
			questions = append(questions, q)
		}
	}
	return questions
}

// statuses are those of one member that reports what the probe has and of one that has not reported.
func statuses(object []byte) []workv1alpha2.AggregatedStatusItem {
	var probe struct {
		Status json.RawMessage `json:"status"`
	}
	_ = json.Unmarshal(object, &probe)
	reported := workv1alpha2.AggregatedStatusItem{ClusterName: "member1", Applied: true, Health: workv1alpha2.ResourceHealthy}
	if len(probe.Status) > 0 {
		reported.Status = &runtime.RawExtension{Raw: probe.Status}
	}
	return []workv1alpha2.AggregatedStatusItem{reported, {ClusterName: "member2", Health: workv1alpha2.ResourceUnknown}}
}

func (v *visit) ask(ctx context.Context, question client.Question) (*client.Reply, error) {
	return v.askAt(ctx, v.client, question)
}

func (v *visit) askAt(ctx context.Context, endpoint *client.Client, question client.Question) (*client.Reply, error) {
	request, err := question.Request()
	if err != nil {
		return &client.Reply{}, &client.Fault{Name: client.BadRequest, Cause: err.Error(), Next: "look at the probe object"}
	}
	reply, err := endpoint.Ask(ctx, request)
	v.waits = append(v.waits, reply.Trace.Waits...)
	return reply, err
}

// secret asks at a path that differs in its last segment. An endpoint that answers there keeps no secret.
func (v *visit) secret(ctx context.Context) {
	v.Progress("asking at a wrong path")
	known := strings.TrimSuffix(v.client.Path(), "/")
	if known == "" {
		v.warn(Secret, "no-path", "the URL has no path, so anyone who finds the host can ask",
			"choose a path with a long random last segment; Karmada sends no other credential")
		return
	}
	wrong := v.client.Elsewhere(path.Join(path.Dir(known), "interpret-check-of-a-wrong-path"))
	_, err := v.askAt(ctx, wrong, v.questions()[0])
	switch fault := client.AsFault(err); {
	case fault == nil || isAnswered(fault):
		v.warn(Secret, "no-path-secret", "a wrong path is answered too, so anyone who finds the host can ask",
			"let the endpoint answer 404 unless the last segment of the path is its secret; Karmada sends no other credential")
	case fault.Name == client.NotFound:
		v.ok(Secret, "a wrong path is answered with 404")
	default:
		v.ok(Secret, "a wrong path is not answered (%s)", fault.Name)
	}
}

// operations asks each operation twice.
func (v *visit) operations(ctx context.Context) {
	for _, question := range v.questions() {
		if ctx.Err() != nil {
			return
		}
		v.Progress("asking " + string(question.Operation))
		v.operation(ctx, question)
	}
}

func (v *visit) operation(ctx context.Context, question client.Question) {
	check := string(question.Operation)
	var answers [2][]byte
	var took time.Duration
	for i := range answers {
		reply, err := v.ask(ctx, question)
		if fault := client.AsFault(err); fault != nil {
			v.fail(check, fault)
			return
		}
		if !reply.Response.Successful {
			v.fail(check, &client.Fault{Name: "operation-refused",
				Cause: fmt.Sprintf("refused with code %d: %s", reply.Response.Status.Code, v.client.Quote(reply.Response.Status.Message)),
				Next:  "take the operation out of the webhook's rules, or see why the endpoint refuses the probe object (--object-file gives another)"})
			return
		}
		request, _ := question.Request()
		values, err := result.Of(request, reply.Response)
		if err != nil {
			v.fail(check, &client.Fault{Name: "patch-fails", Cause: "Karmada cannot use the answer: " + err.Error(),
				Next: "patch with operations that apply to the object of the request; \"add\" also replaces"})
			return
		}
		answers[i], _ = json.Marshal(values)
		took = reply.Trace.Total
	}
	if !bytes.Equal(answers[0], answers[1]) {
		v.warn(check, "unstable-answer", "the same question was answered in two ways; Karmada would write at every reconcile",
			"answer from the request alone and sort lists")
		return
	}
	v.ok(check, "answered in %s, and Karmada accepts the answer", round(took))
}
