// SPDX-FileCopyrightText: The Workload Interpreter Authors
// SPDX-License-Identifier: Apache-2.0

package podtemplate

import (
	"cmp"
	"slices"

	configv1alpha1 "github.com/karmada-io/karmada/pkg/apis/config/v1alpha1"
	corev1 "k8s.io/api/core/v1"
)

// Dependencies lists the objects in the namespace that a pod of the template needs: ConfigMaps and Secrets of all
// containers and volumes, image pull secrets, the service account unless it is "default", and PersistentVolumeClaims.
// The list is sorted by kind and name and has no duplicates, because Karmada compares it as a string.
func (template *Template) Dependencies(namespace string) []configv1alpha1.DependentObjectReference {
	refs := references{namespace: namespace}
	pod := &template.Spec
	for i := range pod.ImagePullSecrets {
		refs.add("Secret", pod.ImagePullSecrets[i].Name)
	}
	if pod.ServiceAccountName != "default" {
		refs.add("ServiceAccount", pod.ServiceAccountName)
	}
	for i := range pod.InitContainers {
		refs.container(pod.InitContainers[i].EnvFrom, pod.InitContainers[i].Env)
	}
	for i := range pod.Containers {
		refs.container(pod.Containers[i].EnvFrom, pod.Containers[i].Env)
	}
	for i := range pod.EphemeralContainers {
		refs.container(pod.EphemeralContainers[i].EnvFrom, pod.EphemeralContainers[i].Env)
	}
	for i := range pod.Volumes {
		refs.volume(&pod.Volumes[i].VolumeSource)
	}
	return refs.sorted()
}

type references struct {
	namespace string
	list      []configv1alpha1.DependentObjectReference
}

func (r *references) add(kind, name string) {
	if name == "" {
		return
	}
	r.list = append(r.list, configv1alpha1.DependentObjectReference{APIVersion: "v1", Kind: kind, Namespace: r.namespace, Name: name})
}

func (r *references) sorted() []configv1alpha1.DependentObjectReference {
	slices.SortFunc(r.list, func(a, b configv1alpha1.DependentObjectReference) int {
		return cmp.Or(cmp.Compare(a.Kind, b.Kind), cmp.Compare(a.Name, b.Name))
	})
	return slices.CompactFunc(r.list, func(a, b configv1alpha1.DependentObjectReference) bool {
		return a.Kind == b.Kind && a.Name == b.Name
	})
}

func (r *references) container(envFrom []corev1.EnvFromSource, env []corev1.EnvVar) {
	for i := range envFrom {
		if ref := envFrom[i].ConfigMapRef; ref != nil {
			r.add("ConfigMap", ref.Name)
		}
		if ref := envFrom[i].SecretRef; ref != nil {
			r.add("Secret", ref.Name)
		}
	}
	for i := range env {
		from := env[i].ValueFrom
		if from == nil {
			continue
		}
		if from.ConfigMapKeyRef != nil {
			r.add("ConfigMap", from.ConfigMapKeyRef.Name)
		}
		if from.SecretKeyRef != nil {
			r.add("Secret", from.SecretKeyRef.Name)
		}
	}
}

func (r *references) volume(source *corev1.VolumeSource) {
	if source.PersistentVolumeClaim != nil {
		r.add("PersistentVolumeClaim", source.PersistentVolumeClaim.ClaimName)
	}
	if source.Projected != nil {
		for i := range source.Projected.Sources {
			if configMap := source.Projected.Sources[i].ConfigMap; configMap != nil {
				r.add("ConfigMap", configMap.Name)
			}
		}
	} else if source.ConfigMap != nil {
		r.add("ConfigMap", source.ConfigMap.Name)
	}
	r.volumeSecrets(source)
}

// volumeSecrets adds the Secrets of a volume. A volume has one source; if an invalid one has several, the first in this
// order counts, as it does for Karmada.
func (r *references) volumeSecrets(source *corev1.VolumeSource) {
	switch {
	case source.AzureFile != nil:
		r.add("Secret", source.AzureFile.SecretName)
	case source.CephFS != nil:
		r.local(source.CephFS.SecretRef)
	case source.Cinder != nil:
		r.local(source.Cinder.SecretRef)
	case source.FlexVolume != nil:
		r.local(source.FlexVolume.SecretRef)
	case source.Projected != nil:
		for i := range source.Projected.Sources {
			if secret := source.Projected.Sources[i].Secret; secret != nil {
				r.add("Secret", secret.Name)
			}
		}
	case source.RBD != nil:
		r.local(source.RBD.SecretRef)
	case source.Secret != nil:
		r.add("Secret", source.Secret.SecretName)
	case source.ScaleIO != nil:
		r.local(source.ScaleIO.SecretRef)
	case source.ISCSI != nil:
		r.local(source.ISCSI.SecretRef)
	case source.StorageOS != nil:
		r.local(source.StorageOS.SecretRef)
	case source.CSI != nil:
		r.local(source.CSI.NodePublishSecretRef)
	}
}

func (r *references) local(ref *corev1.LocalObjectReference) {
	if ref != nil {
		r.add("Secret", ref.Name)
	}
}
