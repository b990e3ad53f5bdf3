// SPDX-FileCopyrightText: The Workload Interpreter Authors
// SPDX-License-Identifier: Apache-2.0

//go:build !karmada1_13

package contract

import (
	"context"

	"github.com/karmada-io/karmada/pkg/resourceinterpreter/customized/webhook"
	"github.com/karmada-io/karmada/pkg/resourceinterpreter/customized/webhook/request"
	"github.com/karmada-io/karmada/pkg/util/fedinformer/genericmanager"
	"k8s.io/client-go/dynamic"
)

// What differs between the releases stands here and in release_1_13.go.

func informers(ctx context.Context, client dynamic.Interface) genericmanager.SingleClusterInformerManager {
	return genericmanager.NewSingleClusterInformerManager(ctx, client, 0)
}

// hasComponents reports whether the release knows InterpretComponent.
const hasComponents = true

func components(ctx context.Context, interpreter *webhook.CustomizedInterpreter, attributes *request.Attributes) (any, error) {
	components, _, err := interpreter.GetComponents(ctx, attributes)
	return components, err
}
