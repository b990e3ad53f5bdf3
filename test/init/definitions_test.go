// SPDX-FileCopyrightText: The Workload Interpreter Authors
// SPDX-License-Identifier: Apache-2.0

package init_test

import (
	"encoding/json"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// module is a Go module that has definitions. Nothing of it is compiled, so it is in no go.mod: it would drag its own versions of
// Kubernetes along.
type module struct {
	path, version string
	// sum is that of the module's zip, as go.sum would have it.
	sum string
}

var (
	karmada   = module{"github.com/karmada-io/karmada", "v1.18.2", "h1:B1Eu3055LtTBndD/R2WcaS/bLvGwwVU1/3wXQjkIVN4="}
	kruise    = module{"github.com/openkruise/kruise", "v1.8.0", "h1:cU5XG9tur17j/CuY+iCTlxOtJ0GNTtJjMLurhh+25YQ="}
	kuberay   = module{"github.com/ray-project/kuberay/ray-operator", "v1.4.2", "h1:A4tGzbIky8sInAUxZBdBb+rrpZ7fbqoxdsOtm559Zqg="}
	workflows = module{"github.com/argoproj/argo-workflows/v3", "v3.7.0", "h1:TDijZztm6dLruB7yZLH+Ps4OJKRwu0YSAJ4/NvceON0="}
	rollouts  = module{"github.com/argoproj/argo-rollouts", "v1.10.2", "h1:sEPWsY+HUvnXj3Vh0ejb+GDTceQ/palqhFo2FVQJMk0="}
	helm      = module{"github.com/fluxcd/helm-controller", "v1.4.0", "h1:rkm8rmB6Na7eNc4pJOnvtXEaJ19iKluRtayHKjBxcUM="}
	source    = module{"github.com/fluxcd/source-controller", "v1.10.1", "h1:vkYpgpLZu20LQ2UN4lPBdWH7sqTNdQ8FjcZD/HogN2E="}
	kustomize = module{"github.com/fluxcd/kustomize-controller", "v1.10.1", "h1:IjTnrkIy0ULJoTNC2ZKuMb32vkqj7dJ6zt6UqbTFxKA="}
	training  = module{"github.com/kubeflow/training-operator", "v1.8.1", "h1:mVvoBSCInbMBX0gGSn4+Ihj3ycwoLO1iEAw+0qPhQfc="}
	mpi       = module{"github.com/kubeflow/mpi-operator", "v0.6.0", "h1:RzzG03oyQIiHe/SH2k19N+Hp4QkxEsG2l9G1T7US+ys="}
	spark     = module{"github.com/kubeflow/spark-operator/v2", "v2.2.1", "h1:mnpC5IadjjsFu+Ujy1qcKHYYBr1OucAWQJBaIBIPOnQ="}
	kyverno   = module{"github.com/kyverno/kyverno", "v1.19.1", "h1:/MkgFii3/VlQfKR1JpC9tVwNNVNQTt2S4U6qCsafsTU="}
	keda      = module{"github.com/kedacore/keda/v2", "v2.21.0", "h1:R6z2HZvstK4RLUMxroNACzBj74xGxt3kG59b5Xc+Xps="}
	jobset    = module{"sigs.k8s.io/jobset", "v0.10.1", "h1:u8QKifNsrWVrlRFe6w2ofYTqFT9ma2DRHxfeB2m9xyU="}
	lws       = module{"sigs.k8s.io/lws", "v0.7.0", "h1:qWfzX8+UBak+Hq0+m/PuE3uO0mp/3dmm5q/h/7z31A8="}
)

// subject is a kind with the file that defines it.
type subject struct {
	// group and kind name it; the library has its description in group/kind.yaml.
	group, kind string
	module
	// file is the path of the definition within the module.
	file string
}

var subjects = []subject{
	{"apps.kruise.io", "AdvancedCronJob", kruise, "config/crd/bases/apps.kruise.io_advancedcronjobs.yaml"},
	{"apps.kruise.io", "BroadcastJob", kruise, "config/crd/bases/apps.kruise.io_broadcastjobs.yaml"},
	{"apps.kruise.io", "CloneSet", kruise, "config/crd/bases/apps.kruise.io_clonesets.yaml"},
	{"apps.kruise.io", "DaemonSet", kruise, "config/crd/bases/apps.kruise.io_daemonsets.yaml"},
	{"apps.kruise.io", "SidecarSet", kruise, "config/crd/bases/apps.kruise.io_sidecarsets.yaml"},
	{"apps.kruise.io", "StatefulSet", kruise, "config/crd/bases/apps.kruise.io_statefulsets.yaml"},
	{"apps.kruise.io", "UnitedDeployment", kruise, "config/crd/bases/apps.kruise.io_uniteddeployments.yaml"},
	{"argoproj.io", "Workflow", workflows, "manifests/base/crds/full/argoproj.io_workflows.yaml"},
	{"batch.volcano.sh", "Job", karmada, "test/e2e/suites/base/manifest/batch.volcano.sh_jobs.yaml"},
	{"flink.apache.org", "FlinkDeployment", karmada, "test/e2e/suites/base/manifest/flinkdeployments.flink.apache.org-v1.yaml"},
	{"helm.toolkit.fluxcd.io", "HelmRelease", helm, "config/crd/bases/helm.toolkit.fluxcd.io_helmreleases.yaml"},
	{"kubeflow.org", "MPIJob", mpi, "manifests/base/kubeflow.org_mpijobs.yaml"},
	{"kubeflow.org", "PyTorchJob", training, "manifests/base/crds/kubeflow.org_pytorchjobs.yaml"},
	{"kubeflow.org", "TFJob", training, "manifests/base/crds/kubeflow.org_tfjobs.yaml"},
	{"kustomize.toolkit.fluxcd.io", "Kustomization", kustomize, "config/crd/bases/kustomize.toolkit.fluxcd.io_kustomizations.yaml"},
	{"kyverno.io", "ClusterPolicy", kyverno, "config/crds/kyverno/kyverno.io_clusterpolicies.yaml"},
	{"kyverno.io", "Policy", kyverno, "config/crds/kyverno/kyverno.io_policies.yaml"},
	{"ray.io", "RayCluster", kuberay, "config/crd/bases/ray.io_rayclusters.yaml"},
	{"ray.io", "RayJob", kuberay, "config/crd/bases/ray.io_rayjobs.yaml"},
	{"ray.io", "RayService", kuberay, "config/crd/bases/ray.io_rayservices.yaml"},
	{"source.toolkit.fluxcd.io", "Bucket", source, "config/crd/bases/source.toolkit.fluxcd.io_buckets.yaml"},
	{"source.toolkit.fluxcd.io", "GitRepository", source, "config/crd/bases/source.toolkit.fluxcd.io_gitrepositories.yaml"},
	{"source.toolkit.fluxcd.io", "HelmChart", source, "config/crd/bases/source.toolkit.fluxcd.io_helmcharts.yaml"},
	{"source.toolkit.fluxcd.io", "HelmRepository", source, "config/crd/bases/source.toolkit.fluxcd.io_helmrepositories.yaml"},
	{"source.toolkit.fluxcd.io", "OCIRepository", source, "config/crd/bases/source.toolkit.fluxcd.io_ocirepositories.yaml"},
	{"sparkoperator.k8s.io", "SparkApplication", spark, "config/crd/bases/sparkoperator.k8s.io_sparkapplications.yaml"},
	// Karmada knows nothing of these.
	{"argoproj.io", "Rollout", rollouts, "manifests/crds/rollout-crd.yaml"},
	{"argoproj.io", "Experiment", rollouts, "manifests/crds/experiment-crd.yaml"},
	{"jobset.x-k8s.io", "JobSet", jobset, "config/components/crd/bases/jobset.x-k8s.io_jobsets.yaml"},
	{"keda.sh", "ScaledObject", keda, "config/crd/bases/keda.sh_scaledobjects.yaml"},
	{"keda.sh", "ScaledJob", keda, "config/crd/bases/keda.sh_scaledjobs.yaml"},
	{"kubeflow.org", "PaddleJob", training, "manifests/base/crds/kubeflow.org_paddlejobs.yaml"},
	{"leaderworkerset.x-k8s.io", "LeaderWorkerSet", lws, "config/crd/bases/leaderworkerset.x-k8s.io_leaderworkersets.yaml"},
	{"webapp.my.domain", "Guestbook", karmada, "samples/guestbook/guestbooks-crd.yaml"},
}

// folder downloads the module, once and for all, and returns where it lies. Its sum must be the one above.
func (m module) folder(t *testing.T) string {
	t.Helper()
	out, err := exec.Command("go", "mod", "download", "-json", m.path+"@"+m.version).Output()
	var got struct{ Dir, Sum, Error string }
	if jsonErr := json.Unmarshal(out, &got); jsonErr != nil {
		t.Fatalf("cannot download %s: %v, %v", m.path, err, jsonErr)
	}
	if got.Sum != m.sum {
		t.Fatalf("%s@%s: want sum %s, got %s; %s", m.path, m.version, m.sum, got.Sum, got.Error)
	}
	if got.Dir == "" { // it asks for a newer Go, which its definitions do not need
		cache, err := exec.Command("go", "env", "GOMODCACHE").Output()
		if err != nil {
			t.Fatal(err)
		}
		got.Dir = filepath.Join(strings.TrimSpace(string(cache)), m.path+"@"+m.version)
	}
	return got.Dir
}
