// SPDX-FileCopyrightText: The Workload Interpreter Authors
// SPDX-License-Identifier: Apache-2.0

package playground

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"slices"
	"strings"

	clusterv1alpha1 "github.com/karmada-io/karmada/pkg/apis/cluster/v1alpha1"
	"golang.org/x/sync/errgroup"
	"k8s.io/apimachinery/pkg/api/meta"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/runtime/schema"

	"workload.example.io/interpreter/test/karmada/apply"
	"workload.example.io/interpreter/test/karmada/proc"
)

var clusters = schema.GroupVersionResource{Group: "cluster.karmada.io", Version: "v1alpha1", Resource: "clusters"}

// joinMembers joins the push members with karmadactl and starts the agents of the pull members, then waits until
// Karmada calls all of them ready and knows that they serve our CRD.
func (p *Playground) joinMembers(ctx context.Context) error {
	group, groupCtx := errgroup.WithContext(ctx)
	for _, member := range PushMembers {
		group.Go(func() error { return p.join(groupCtx, member) })
	}
	for _, member := range PullMembers {
		group.Go(func() error { return p.start(p.agent(member)) })
	}
	if err := group.Wait(); err != nil {
		return err
	}
	applier, err := apply.New(p.Karmada())
	if err != nil {
		return err
	}
	return p.wait(ctx, "the members to be ready", func(ctx context.Context) error {
		return p.everyCluster(ctx, applier)
	})
}

func (p *Playground) join(ctx context.Context, member string) error {
	cmd := exec.CommandContext(ctx, p.Karmadactl(), "join", member, "--kubeconfig", p.folder.KarmadaConfig(),
		"--cluster-kubeconfig", p.folder.MembersConfig(), "--cluster-context", member)
	cmd.Env = append(os.Environ(), proc.MarkerEnv(p.folder.marker()))
	if out, err := cmd.CombinedOutput(); err != nil {
		return fmt.Errorf("cannot join %s: %w\n%s", member, err, strings.TrimSpace(string(out)))
	}
	return nil
}

// Karmadactl is the path of Karmada's command line.
func (p *Playground) Karmadactl() string { return p.binary("karmada", "karmadactl") }

// everyCluster asks whether all members are registered, ready and serve our CRD.
func (p *Playground) everyCluster(ctx context.Context, applier *apply.Client) error {
	list, err := applier.Interface.Resource(clusters).List(ctx, metav1.ListOptions{})
	if err != nil {
		return err
	}
	if len(list.Items) < len(Members) {
		return fmt.Errorf("%d of %d members are registered", len(list.Items), len(Members))
	}
	for _, item := range list.Items {
		var cluster clusterv1alpha1.Cluster
		if err := runtime.DefaultUnstructuredConverter.FromUnstructured(item.Object, &cluster); err != nil {
			return err
		}
		if !meta.IsStatusConditionTrue(cluster.Status.Conditions, clusterv1alpha1.ClusterConditionReady) {
			return fmt.Errorf("%s is not ready: %v", cluster.Name, cluster.Status.Conditions)
		}
		if !slices.ContainsFunc(cluster.Status.APIEnablements, func(api clusterv1alpha1.APIEnablement) bool {
			return api.GroupVersion == "workload.example.io/v1alpha1"
		}) {
			return fmt.Errorf("%s does not serve workload.example.io/v1alpha1 yet", cluster.Name)
		}
	}
	return nil
}
