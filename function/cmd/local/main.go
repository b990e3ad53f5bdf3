// SPDX-FileCopyrightText: The Workload Interpreter Authors
// SPDX-License-Identifier: Apache-2.0

// Command local serves the function through the Functions Framework until it is interrupted.
//
// PORT is the port, 8080 if unset. The loopback interface is served unless LOCAL_ONLY=false. FUNCTION_TARGET needs no
// value: every path is answered. For the public internet use the server in knative/, which has limits and timeouts.
package main

import (
	"cmp"
	"fmt"
	"net"
	"os"

	"github.com/GoogleCloudPlatform/functions-framework-go/funcframework"

	"workload.example.io/interpreter/function"
)

func main() {
	host := "127.0.0.1"
	if os.Getenv("LOCAL_ONLY") == "false" {
		host = ""
	}
	port := cmp.Or(os.Getenv("PORT"), "8080")
	err := os.Setenv("FUNCTION_TARGET", cmp.Or(os.Getenv("FUNCTION_TARGET"), function.Name))
	if err == nil {
		fmt.Printf("serving %s on http://%s, interrupt to stop\n", function.Name, net.JoinHostPort(cmp.Or(host, "0.0.0.0"), port))
		err = funcframework.StartHostPort(host, port)
	}
	fmt.Fprintf(os.Stderr, "local: cannot serve: %v\n", err)
	os.Exit(1)
}
