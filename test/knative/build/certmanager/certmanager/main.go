// SPDX-FileCopyrightText: The Workload Interpreter Authors
// SPDX-License-Identifier: Apache-2.0

// Command certmanager runs the controllers of cert-manager that issue certificates: cert-manager's own program is in a module
// that the module proxy does not serve, its controllers are in one that it does. Gateways, ingresses and Kubernetes' signing
// requests are left out, and so are the admission webhooks.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"net"
	"os"
	"os/signal"
	"syscall"
	"time"

	"github.com/cert-manager/cert-manager/pkg/controller"
	"github.com/cert-manager/cert-manager/pkg/controller/acmechallenges"
	"github.com/cert-manager/cert-manager/pkg/controller/acmeorders"
	"github.com/cert-manager/cert-manager/pkg/controller/certificaterequests/acme"
	"github.com/cert-manager/cert-manager/pkg/controller/certificaterequests/approver"
	"github.com/cert-manager/cert-manager/pkg/controller/certificaterequests/ca"
	"github.com/cert-manager/cert-manager/pkg/controller/certificaterequests/selfsigned"
	"github.com/cert-manager/cert-manager/pkg/controller/certificates/issuing"
	"github.com/cert-manager/cert-manager/pkg/controller/certificates/keymanager"
	"github.com/cert-manager/cert-manager/pkg/controller/certificates/metrics"
	"github.com/cert-manager/cert-manager/pkg/controller/certificates/readiness"
	"github.com/cert-manager/cert-manager/pkg/controller/certificates/requestmanager"
	"github.com/cert-manager/cert-manager/pkg/controller/certificates/revisionmanager"
	"github.com/cert-manager/cert-manager/pkg/controller/certificates/trigger"
	"github.com/cert-manager/cert-manager/pkg/controller/clusterissuers"
	"github.com/cert-manager/cert-manager/pkg/controller/issuers"
	_ "github.com/cert-manager/cert-manager/pkg/issuer/acme"
	_ "github.com/cert-manager/cert-manager/pkg/issuer/ca"
	_ "github.com/cert-manager/cert-manager/pkg/issuer/selfsigned"
)

var wanted = []string{
	acmechallenges.ControllerName, acmeorders.ControllerName, acme.CRControllerName, approver.ControllerName, ca.CRControllerName,
	selfsigned.CRControllerName, issuing.ControllerName, keymanager.ControllerName, metrics.ControllerName, readiness.ControllerName,
	requestmanager.ControllerName, revisionmanager.ControllerName, trigger.ControllerName, clusterissuers.ControllerName, issuers.ControllerName,
}

func main() {
	nameserver := flag.String("nameserver", "", "address of the name server that knows the challenges")
	address := flag.String("metrics", ":9402", "address of the metrics")
	flag.Parse()
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	if err := run(ctx, *nameserver, *address); err != nil {
		fmt.Fprintf(os.Stderr, "certmanager: %v\n", err)
		os.Exit(1)
	}
}

func run(ctx context.Context, nameserver, address string) error {
	factory, err := controller.NewContextFactory(ctx, controller.ContextOptions{
		KubernetesAPIQPS: 50, KubernetesAPIBurst: 100,
		IssuerOptions: controller.IssuerOptions{ClusterResourceNamespace: "cert-manager"},
		ACMEOptions: controller.ACMEOptions{DNS01Nameservers: []string{nameserver}, HTTP01SolverNameservers: []string{nameserver},
			DNS01CheckRetryPeriod: time.Second},
		SchedulerOptions: controller.SchedulerOptions{MaxConcurrentChallenges: 10},
		CertificateOptions: controller.CertificateOptions{CertificateRequestMinimumBackoffDuration: time.Second,
			CertificateRequestMaximumBackoffDuration: time.Minute},
	})
	if err != nil {
		return err
	}
	shared, err := factory.Build()
	if err != nil {
		return err
	}
	listener, err := net.Listen("tcp", address)
	if err != nil {
		return err
	}
	failed := make(chan error, len(wanted)+1)
	shared.Metrics.SetupCertificateCollector(shared.SharedInformerFactory.Certmanager().V1().Certificates().Lister())
	server := shared.Metrics.NewServer(listener)
	go func() { failed <- server.Serve(listener) }()
	for _, name := range wanted {
		start, ok := controller.Known()[name]
		if !ok {
			return fmt.Errorf("cannot find the controller %s", name)
		}
		one, err := start(factory)
		if err != nil {
			return fmt.Errorf("cannot make the controller %s: %w", name, err)
		}
		go func() { failed <- errors.Join(one.Run(2, ctx), ctx.Err()) }()
	}
	shared.SharedInformerFactory.Start(ctx.Done())
	shared.KubeSharedInformerFactory.Start(ctx.Done())
	shared.HTTP01ResourceMetadataInformersFactory.Start(ctx.Done())
	return <-failed
}
