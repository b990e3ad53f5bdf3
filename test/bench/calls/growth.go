// SPDX-FileCopyrightText: The Workload Interpreter Authors
// SPDX-License-Identifier: Apache-2.0

package calls

import (
	"fmt"
	"strings"
)

const head = `{"kind":"ResourceInterpreterContext","apiVersion":"config.karmada.io/v1alpha1","request":{"uid":"9c9b22ca-ce80-4da1-a768-3ff7eebf535a",` +
	`"kind":{"group":"workload.example.io","version":"v1alpha1","kind":"Workload"},"name":"nginx","namespace":"default","operation":%q,` +
	`"object":{"apiVersion":"workload.example.io/v1alpha1","kind":"Workload","metadata":{"name":"nginx","namespace":"default"},` +
	`"spec":{"replicas":3,"template":{"metadata":{"labels":{"app":"nginx"}},"spec":{"containers":[{"name":"nginx","image":"nginx:1.19.0","env":[%s]}]}}}},"replicas":2%s}}`

// Sized asks ReviseReplica with a body of about the given size in bytes: a pod template with many ordinary variables.
func Sized(size int) (Call, error) {
	const variable = `{"name":"SOME_SETTING_OF_THE_PROGRAM","value":"an ordinary value, neither long nor short"}`
	n := max(0, (size-len(head))/(len(variable)+1))
	variables := strings.TrimSuffix(strings.Repeat(variable+",", n), ",")
	return New(fmt.Sprintf("ReviseReplica of %d bytes", size), fmt.Appendf(nil, head, "ReviseReplica", variables, ""))
}

// Members asks AggregateStatus with the statuses of n member clusters.
func Members(n int) (Call, error) {
	var statuses []string
	for i := range n {
		statuses = append(statuses, fmt.Sprintf(`{"clusterName":"member%d","status":{"readyReplicas":%d},"applied":true,"health":"Healthy"}`, i+1, i%5))
	}
	return New(fmt.Sprintf("AggregateStatus of %d members", n),
		fmt.Appendf(nil, head, "AggregateStatus", "", `,"aggregatedStatus":[`+strings.Join(statuses, ",")+"]"))
}
