// SPDX-FileCopyrightText: The Workload Interpreter Authors
// SPDX-License-Identifier: Apache-2.0

package preflight

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"path"
	"slices"
	"strings"
	"time"

	configv1alpha1 "github.com/karmada-io/karmada/pkg/apis/config/v1alpha1"
	workv1alpha2 "github.com/karmada-io/karmada/pkg/apis/work/v1alpha2"
	"k8s.io/apimachinery/pkg/runtime"

	"workload.example.io/interpreter/internal/cli/client"
	"workload.example.io/interpreter/internal/cli/result"
)

// inputs are all operations about all subjects.
func (r *run) inputs() []client.Input {
	var inputs []client.Input
	for _, subject := range r.target.Subjects {
		for _, operation := range subject.Operations {
			in := client.Input{Operation: operation, Object: subject.Object}
			switch operation {
			case configv1alpha1.InterpreterOperationReviseReplica:
				in.Replicas = 2
			case configv1alpha1.InterpreterOperationRetain:
				in.Observed = subject.Object
			case configv1alpha1.InterpreterOperationAggregateStatus:
				in.Statuses = statuses(subject.Object)
			}
			inputs = append(inputs, in)
		}
	}
	return inputs
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

func (r *run) ask(ctx context.Context, input client.Input) (*client.Response, error) {
	return r.askAt(ctx, r.client, input)
}

func (r *run) askAt(ctx context.Context, endpoint *client.Client, input client.Input) (*client.Response, error) {
	request, err := input.Request()
	if err != nil {
		return &client.Response{}, &client.Fault{Name: client.BadRequest, Cause: err.Error(), Next: "look at the probe object"}
	}
	response, err := endpoint.Ask(ctx, request)
	r.waits = append(r.waits, response.Trace.Waits...)
	return response, err
}

// secret asks at a path that differs in its last segment. An endpoint that answers there keeps no secret.
func (r *run) secret(ctx context.Context) {
	r.Progress("asking at a wrong path")
	known := strings.TrimSuffix(r.client.Path(), "/")
	if known == "" {
		r.warn(Secret, "no-path", "the URL has no path, so anyone who finds the host can ask",
			"choose a path with a long random last segment; Karmada sends no other credential")
		return
	}
	wrong := r.client.Elsewhere(path.Join(path.Dir(known), "interpret-check-of-a-wrong-path"))
	_, err := r.askAt(ctx, wrong, r.inputs()[0])
	switch fault := client.AsFault(err); {
	case fault == nil || isAnswered(fault):
		r.warn(Secret, "no-path-secret", "a wrong path is answered too, so anyone who finds the host can ask",
			"let the endpoint answer 404 unless the last segment of the path is its secret; Karmada sends no other credential")
	case fault.Name == client.NotFound:
		r.ok(Secret, "a wrong path is answered with 404")
	default:
		r.ok(Secret, "a wrong path is not answered (%s)", fault.Name)
	}
}

// operations asks each operation twice.
func (r *run) operations(ctx context.Context) {
	for _, input := range r.inputs() {
		if ctx.Err() != nil {
			return
		}
		r.Progress("asking " + string(input.Operation))
		r.operation(ctx, input)
	}
}

func (r *run) operation(ctx context.Context, input client.Input) {
	check := string(input.Operation)
	var answers [2][]byte
	var took time.Duration
	for i := range answers {
		response, err := r.ask(ctx, input)
		if fault := client.AsFault(err); fault != nil {
			r.fail(check, fault)
			return
		}
		if !response.Successful {
			r.fail(check, &client.Fault{Name: "operation-refused",
				Cause: fmt.Sprintf("refused with code %d: %s", response.Status.Code, r.client.Quote(response.Status.Message)),
				Next:  "take the operation out of the webhook's rules, or see why the endpoint refuses the probe object (--object-file gives another)"})
			return
		}
		request, _ := input.Request()
		values, err := result.Of(request, response.ResourceInterpreterResponse)
		if err != nil {
			r.fail(check, &client.Fault{Name: "patch-fails", Cause: "Karmada cannot use the answer: " + err.Error(),
				Next: "patch with operations that apply to the object of the request; \"add\" also replaces"})
			return
		}
		if at := slices.IndexFunc(response.Tolerated, isUnstorable); at >= 0 {
			r.fail(check, response.Tolerated[at])
			return
		}
		r.tolerated(check, response)
		answers[i], _ = json.Marshal(values)
		took = response.Trace.Total
	}
	if !bytes.Equal(answers[0], answers[1]) {
		r.warn(check, "unstable-answer", "the same request was answered in two ways; Karmada would write at every reconcile",
			"answer from the request alone and sort lists")
		return
	}
	r.ok(check, "answered in %s, and Karmada accepts the answer", round(took))
}

// isUnstorable reports whether Karmada's client takes the answer and its API server then refuses what becomes of it, which
// is more than bad manners.
func isUnstorable(tolerated *client.Fault) bool { return tolerated.Name == client.ComponentName }
