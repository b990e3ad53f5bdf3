// SPDX-FileCopyrightText: The Workload Interpreter Authors
// SPDX-License-Identifier: Apache-2.0

//go:build karmada1_13

package contract

import (
	"context"
	"errors"

	"github.com/karmada-io/karmada/pkg/resourceinterpreter/customized/webhook"
	"github.com/karmada-io/karmada/pkg/resourceinterpreter/customized/webhook/request"
	"github.com/karmada-io/karmada/pkg/util/fedinformer/genericmanager"
	"k8s.io/client-go/dynamic"
)

func informers(ctx context.Context, client dynamic.Interface) genericmanager.SingleClusterInformerManager {
	return genericmanager.NewSingleClusterInformerManager(client, 0, ctx.Done())
}

// hasComponents reports whether the release knows InterpretComponent.
const hasComponents = false

func components(context.Context, *webhook.CustomizedInterpreter, *request.Attributes) (any, error) {
	return nil, errors.New("this Karmada release does not know InterpretComponent")
}
