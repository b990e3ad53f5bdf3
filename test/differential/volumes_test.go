// SPDX-FileCopyrightText: The Workload Interpreter Authors
// SPDX-License-Identifier: Apache-2.0

package differential

import corev1 "k8s.io/api/core/v1"

// volume has one source of any kind, or an invalid volume with none or with two.
func (g generator) volume() corev1.VolumeSource {
	var source corev1.VolumeSource
	g.addSource(&source)
	if g.IntN(10) == 0 {
		g.addSource(&source)
	}
	return source
}

func (g generator) addSource(source *corev1.VolumeSource) {
	local := func() *corev1.LocalObjectReference {
		if g.maybe() {
			return nil
		}
		return &corev1.LocalObjectReference{Name: g.name()}
	}
	sources := []func(){
		func() { source.EmptyDir = &corev1.EmptyDirVolumeSource{} },
		func() { source.HostPath = &corev1.HostPathVolumeSource{Path: "/"} },
		func() { source.AzureFile = &corev1.AzureFileVolumeSource{SecretName: g.name()} },
		func() { source.CephFS = &corev1.CephFSVolumeSource{SecretRef: local()} },
		func() { source.Cinder = &corev1.CinderVolumeSource{SecretRef: local()} },
		func() { source.FlexVolume = &corev1.FlexVolumeSource{SecretRef: local()} },
		func() { source.RBD = &corev1.RBDVolumeSource{SecretRef: local()} },
		func() { source.Secret = &corev1.SecretVolumeSource{SecretName: g.name()} },
		func() { source.ScaleIO = &corev1.ScaleIOVolumeSource{SecretRef: local()} },
		func() { source.ISCSI = &corev1.ISCSIVolumeSource{SecretRef: local()} },
		func() { source.StorageOS = &corev1.StorageOSVolumeSource{SecretRef: local()} },
		func() { source.CSI = &corev1.CSIVolumeSource{Driver: "d", NodePublishSecretRef: local()} },
		func() { source.Projected = g.projected() },
		func() {
			source.ConfigMap = &corev1.ConfigMapVolumeSource{LocalObjectReference: corev1.LocalObjectReference{Name: g.name()}}
		},
		func() {
			source.PersistentVolumeClaim = &corev1.PersistentVolumeClaimVolumeSource{ClaimName: g.name()}
		},
		func() {
			source.Ephemeral = &corev1.EphemeralVolumeSource{VolumeClaimTemplate: &corev1.PersistentVolumeClaimTemplate{}}
		},
	}
	sources[g.IntN(len(sources))]()
}

func (g generator) projected() *corev1.ProjectedVolumeSource {
	projected := &corev1.ProjectedVolumeSource{}
	g.some(3, func(int) {
		var projection corev1.VolumeProjection
		reference := corev1.LocalObjectReference{Name: g.name()}
		switch g.IntN(3) {
		case 0:
			projection.ConfigMap = &corev1.ConfigMapProjection{LocalObjectReference: reference}
		case 1:
			projection.Secret = &corev1.SecretProjection{LocalObjectReference: reference}
		case 2:
			projection.ServiceAccountToken = &corev1.ServiceAccountTokenProjection{Path: "token"}
		}
		projected.Sources = append(projected.Sources, projection)
	})
	return projected
}
