// SPDX-FileCopyrightText: The Workload Interpreter Authors
// SPDX-License-Identifier: Apache-2.0

package node

import (
	"fmt"
	"path/filepath"
	"strings"
)

// Pause is the image that holds a pod's namespaces.
const Pause = "dev.local/pause:1"

func containerdConfig(dir string) string {
	return fmt.Sprintf(`version = 2
root = %q
state = "/run/containerd"
disabled_plugins = ["io.containerd.snapshotter.v1.aufs", "io.containerd.snapshotter.v1.btrfs", "io.containerd.snapshotter.v1.devmapper", "io.containerd.snapshotter.v1.zfs"]
[grpc]
  address = %q
[plugins."io.containerd.grpc.v1.cri"]
  sandbox_image = %q
  restrict_oom_score_adj = true
  disable_apparmor = true
  [plugins."io.containerd.grpc.v1.cri".cni]
    bin_dir = %q
    conf_dir = %q
  [plugins."io.containerd.grpc.v1.cri".containerd]
    snapshotter = %q
    [plugins."io.containerd.grpc.v1.cri".containerd.runtimes.runc]
      runtime_type = "io.containerd.runc.v2"
      [plugins."io.containerd.grpc.v1.cri".containerd.runtimes.runc.options]
        SystemdCgroup = false
`, filepath.Join(dir, "containerd"), socket, Pause, cniFolder(), filepath.Join(dir, "cni"), snapshotter(dir))
}

// cniConfig gives each pod a link of its own to the node. On a bridge, calls through a ClusterIP between two pods would need
// a kernel module that not every machine has.
var cniConfig = fmt.Sprintf(`{
  "cniVersion": "0.4.0",
  "name": "pods",
  "plugins": [
    {
      "type": "ptp",
      "ipam": {
        "type": "host-local",
        "dataDir": "/run/cni",
        "ranges": [[{"subnet": %q}]],
        "routes": [{"dst": "0.0.0.0/0"}]
      }
    }
  ]
}
`, podNetwork)

func kubeletConfig(dir, pki string) string {
	return strings.NewReplacer("{dir}", dir, "{pki}", pki, "{ip}", IP, "{socket}", socket, "{group}", controlGroup).Replace(`apiVersion: kubelet.config.k8s.io/v1beta1
kind: KubeletConfiguration
address: {ip}
authentication:
  anonymous: {enabled: false}
  webhook: {enabled: true}
  x509: {clientCAFile: "{pki}/ca.crt"}
authorization: {mode: Webhook}
tlsCertFile: "{pki}/apiserver.crt"
tlsPrivateKeyFile: "{pki}/apiserver.key"
containerRuntimeEndpoint: unix://{socket}
cgroupDriver: cgroupfs
cgroupRoot: /{group}
failCgroupV1: false
failSwapOn: false
clusterDNS: ["{ip}"]
clusterDomain: cluster.local
resolvConf: "{dir}/resolv.conf"
podLogsDir: "{dir}/pods"
volumePluginDir: "{dir}/volume-plugins"
# A disk that is nearly full is no reason to evict what runs for minutes.
evictionHard: {memory.available: 100Mi, nodefs.available: 0.1%, imagefs.available: 0.1%, nodefs.inodesFree: 0.1%}
imageGCHighThresholdPercent: 100
imageGCLowThresholdPercent: 99
`)
}

// corefile answers for services in the cluster and says at once that no other name exists.
func corefile(kubeconfig string) string {
	return strings.NewReplacer("{ip}", IP, "{kubeconfig}", kubeconfig, "{context}", Context).Replace(`cluster.local:53 {
    bind {ip}
    errors
    kubernetes cluster.local {
        kubeconfig {kubeconfig} {context}
    }
}
.:53 {
    bind {ip}
    template ANY ANY {
        rcode NXDOMAIN
    }
}
`)
}
