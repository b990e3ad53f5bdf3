// SPDX-FileCopyrightText: The Workload Interpreter Authors
// SPDX-License-Identifier: Apache-2.0

package differential

import (
	"fmt"
	"math/rand/v2"
	"strings"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/api/resource"
)

// generator makes random pod templates. Names come from small sets, so that references repeat.
type generator struct{ *rand.Rand }

func (g generator) maybe() bool { return g.IntN(3) == 0 }

func (g generator) name() string {
	return g.pick("", "a", "b", "c", "default", "settings")
}

func (g generator) pick(choices ...string) string { return choices[g.IntN(len(choices))] }

// some calls add between 0 and n times.
func (g generator) some(n int, add func(i int)) {
	for i := range g.IntN(n + 1) {
		add(i)
	}
}

func (g generator) template() corev1.PodTemplateSpec {
	var template corev1.PodTemplateSpec
	pod := &template.Spec
	g.some(3, func(i int) { pod.Containers = append(pod.Containers, g.container(fmt.Sprint("container", i))) })
	g.some(3, func(i int) {
		container := g.container(fmt.Sprint("init", i))
		if always := corev1.ContainerRestartPolicyAlways; g.maybe() { // a sidecar
			container.RestartPolicy = &always
		}
		pod.InitContainers = append(pod.InitContainers, container)
	})
	g.some(1, func(i int) {
		common := corev1.EphemeralContainerCommon(g.container(fmt.Sprint("ephemeral", i)))
		pod.EphemeralContainers = append(pod.EphemeralContainers, corev1.EphemeralContainer{EphemeralContainerCommon: common})
	})
	g.some(5, func(i int) {
		pod.Volumes = append(pod.Volumes, corev1.Volume{Name: fmt.Sprint("v", i), VolumeSource: g.volume()})
	})
	g.some(2, func(int) {
		pod.ImagePullSecrets = append(pod.ImagePullSecrets, corev1.LocalObjectReference{Name: g.name()})
	})
	pod.ServiceAccountName = g.name()
	pod.DeprecatedServiceAccount = g.name()
	pod.PriorityClassName = g.pick("", "high")
	if g.maybe() {
		pod.Overhead = g.resources()
	}
	g.scheduling(pod)
	return template
}

func (g generator) scheduling(pod *corev1.PodSpec) {
	if g.maybe() {
		pod.NodeSelector = map[string]string{}
		g.some(2, func(int) {
			pod.NodeSelector[g.pick("disk", "example.com/zone", "\u00e9<&>\"\\")] = g.pick("ssd", "hdd", "")
		})
	}
	g.some(2, func(int) {
		toleration := corev1.Toleration{Key: g.name(), Operator: corev1.TolerationOpExists, Effect: corev1.TaintEffectNoSchedule}
		if seconds := int64(g.IntN(100)); g.maybe() {
			toleration = corev1.Toleration{Key: g.name(), Operator: corev1.TolerationOpEqual, Value: g.name(), Effect: corev1.TaintEffectNoExecute, TolerationSeconds: &seconds}
		}
		pod.Tolerations = append(pod.Tolerations, toleration)
	})
	if !g.maybe() {
		return
	}
	pod.Affinity = &corev1.Affinity{PodAntiAffinity: &corev1.PodAntiAffinity{}}
	if g.maybe() {
		return
	}
	pod.Affinity.NodeAffinity = &corev1.NodeAffinity{
		PreferredDuringSchedulingIgnoredDuringExecution: []corev1.PreferredSchedulingTerm{{Weight: 1, Preference: g.term()}},
	}
	if g.maybe() {
		required := &corev1.NodeSelector{}
		g.some(3, func(int) { required.NodeSelectorTerms = append(required.NodeSelectorTerms, g.term()) })
		pod.Affinity.NodeAffinity.RequiredDuringSchedulingIgnoredDuringExecution = required
	}
}

func (g generator) term() corev1.NodeSelectorTerm {
	var term corev1.NodeSelectorTerm
	g.some(2, func(int) {
		zone := corev1.NodeSelectorRequirement{Key: "zone", Operator: corev1.NodeSelectorOpIn}
		g.some(3, func(int) { zone.Values = append(zone.Values, g.name()) })
		term.MatchExpressions = append(term.MatchExpressions, zone)
	})
	g.some(1, func(int) {
		term.MatchFields = append(term.MatchFields, corev1.NodeSelectorRequirement{Key: "metadata.name", Operator: corev1.NodeSelectorOpExists})
	})
	return term
}

func (g generator) container(name string) corev1.Container {
	container := corev1.Container{Name: name, Image: "image"}
	if g.maybe() {
		container.Resources.Requests = g.resources()
	}
	if g.maybe() {
		container.Resources.Limits = g.resources()
	}
	reference := func() corev1.LocalObjectReference { return corev1.LocalObjectReference{Name: g.name()} }
	g.some(2, func(int) {
		source := corev1.EnvFromSource{}
		if g.maybe() {
			source.ConfigMapRef = &corev1.ConfigMapEnvSource{LocalObjectReference: reference()}
		}
		if g.maybe() {
			source.SecretRef = &corev1.SecretEnvSource{LocalObjectReference: reference()}
		}
		container.EnvFrom = append(container.EnvFrom, source)
	})
	g.some(3, func(i int) {
		variable := corev1.EnvVar{Name: fmt.Sprint("E", i)}
		switch g.IntN(5) {
		case 0:
			variable.Value = "value"
		case 1:
			variable.ValueFrom = &corev1.EnvVarSource{ConfigMapKeyRef: &corev1.ConfigMapKeySelector{LocalObjectReference: reference(), Key: "k"}}
		case 2:
			variable.ValueFrom = &corev1.EnvVarSource{SecretKeyRef: &corev1.SecretKeySelector{LocalObjectReference: reference(), Key: "k"}}
		case 3:
			variable.ValueFrom = &corev1.EnvVarSource{FieldRef: &corev1.ObjectFieldSelector{FieldPath: "metadata.name"}}
		case 4:
			variable.ValueFrom = &corev1.EnvVarSource{}
		}
		container.Env = append(container.Env, variable)
	})
	return container
}

// resources asks for resources that the scheduler counts and for names that it does not.
func (g generator) resources() corev1.ResourceList {
	list := corev1.ResourceList{}
	most := 4
	if g.IntN(20) == 0 {
		most = 40
	}
	g.some(most, func(int) {
		name := g.pick("cpu", "memory", "ephemeral-storage", "pods", "hugepages-2Mi", "attachable-volumes-csi", "example.com/gpu",
			"example.com/fpga", "kubernetes.io/batch-cpu", "requests.example.com/gpu", "requests.cpu", "unknown", "bad name/x", "UPPER/x_y",
			fmt.Sprint("example.com/gpu", g.IntN(50)), "a/"+strings.Repeat("x", 64), strings.Repeat("d", 254)+"/x")
		quantity := g.pick("0", "1", "100m", "0.5", "1500m", "64Mi", "1Gi", "1e3", "2k", "1u", "-1", "9223372036854775807", "4E", "1n",
			"+7", "1.", ".5", "1e99", "1E-99", "12345678901234567890", "0.1Ki", "-1.5Gi", "9Ei", "1e+2", "0.0000000001", "3T", "2P", "5.25e6", "100000e-3")
		list[corev1.ResourceName(name)] = resource.MustParse(quantity)
	})
	return list
}
