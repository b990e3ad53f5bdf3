// SPDX-FileCopyrightText: The Workload Interpreter Authors
// SPDX-License-Identifier: Apache-2.0

package function_test

import (
	"bytes"
	"encoding/json"
	"flag"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"
	"time"
)

var seed = flag.Uint64("seed", uint64(time.Now().UnixNano()), "seed of the random objects")

const randomObjects = 2000

// TestRandomObjects checks every promise on random objects: unknown fields anywhere, owned fields present, absent, null
// or equal, in any combination.
func TestRandomObjects(t *testing.T) {
	t.Logf("seed %d (-seed repeats it)", *seed)
	random := rand.New(rand.NewPCG(*seed, 0))
	for range randomObjects {
		object, observed := randomObject(random), randomObject(random)
		statuses := randomStatuses(random)
		for _, operation := range []string{"InterpretReplica", "InterpretComponent", "ReviseReplica", "Retain", "AggregateStatus",
			"InterpretStatus", "InterpretHealth", "InterpretDependency"} {
			checkInvariants(t, operationBody(operation, object, observed, marshal(t, statuses), random.Int32N(3)))
		}
		checkOrder(t, random, object, statuses)
	}
}

// checkOrder shuffles the members: the answer stays the same to the byte.
func checkOrder(t *testing.T, random *rand.Rand, object []byte, statuses []any) {
	t.Helper()
	before := post(operationBody("AggregateStatus", object, []byte("null"), marshal(t, statuses), 0))
	random.Shuffle(len(statuses), func(i, j int) { statuses[i], statuses[j] = statuses[j], statuses[i] })
	after := post(operationBody("AggregateStatus", object, []byte("null"), marshal(t, statuses), 0))
	if !bytes.Equal(before.Body.Bytes(), after.Body.Bytes()) || fmt.Sprint(before.Header()) != fmt.Sprint(after.Header()) {
		t.Fatalf("the answer depends on the order of members:\n%v %s\n%v %s", before.Header(), before.Body, after.Header(), after.Body)
	}
}

func marshal(t *testing.T, value any) []byte {
	t.Helper()
	raw, err := json.Marshal(value)
	if err != nil {
		t.Fatal(err)
	}
	return raw
}

func randomObject(random *rand.Rand) []byte {
	var members []string
	if random.IntN(2) == 0 {
		members = append(members, `"metadata":{"name":"nginx","labels":{"resourcetemplate.karmada.io/retain-replicas":`+pick(random, `"true"`, `"false"`, `"True"`, `""`)+`}}`)
	}
	members = append(members, parent(random, "spec", map[string][]string{
		"replicas": {"0", "1", "2", "null", "2147483647"}, "paused": {"true", "false", "null"},
		"template": {"{}", "null", `{"spec":{"containers":[{"name":"a","future":1e400}]}}`},
	})...)
	members = append(members, parent(random, "status", map[string][]string{
		"readyReplicas": {"0", "1", "2", "null"}, "conditions": {"[]", "null"},
	})...)
	members = append(members, unknown(random)...)
	random.Shuffle(len(members), func(i, j int) { members[i], members[j] = members[j], members[i] })
	return []byte("{" + strings.Join(members, pick(random, ",", " ,\n")) + "}")
}

// parent is the member name of an object, absent, null or with some of its members and fields that nobody knows.
func parent(random *rand.Rand, name string, choices map[string][]string) []string {
	switch random.IntN(6) {
	case 0:
		return nil
	case 1:
		return []string{`"` + name + `":null`}
	}
	var members []string
	for _, member := range []string{"replicas", "paused", "template", "readyReplicas", "conditions"} {
		if values := choices[member]; values != nil && random.IntN(3) > 0 {
			members = append(members, `"`+member+`":`+pick(random, values...))
		}
	}
	members = append(members, unknown(random)...)
	random.Shuffle(len(members), func(i, j int) { members[i], members[j] = members[j], members[i] })
	return []string{`"` + name + `":{` + strings.Join(members, ",") + `}`}
}

// unknown are members whose value must survive in exactly its form.
func unknown(random *rand.Rand) []string {
	var members []string
	for i := range random.IntN(3) {
		members = append(members, fmt.Sprintf(`"unknown%d":%s`, i, pick(random,
			`1.50`, `-0`, `1e2`, `1e400`, `123456789012345678901234567890`, `"é\u00e9<&>"`, `{"Replicas":1,"a~b/c":[null,{}]}`, `[]`, `null`, `""`)))
	}
	return members
}

func randomStatuses(random *rand.Rand) []any {
	statuses := []any{}
	for i := range random.IntN(5) {
		status := pick(random, `{"readyReplicas":1}`, `{"readyReplicas":2,"other":1}`, `{}`, `null`, `{"readyReplicas":"x"}`, `{"readyReplicas":-1}`, `[]`, `{"readyReplicas":null}`)
		statuses = append(statuses, map[string]any{"clusterName": fmt.Sprintf("member%d", i), "status": json.RawMessage(status)})
	}
	return statuses
}

func pick(random *rand.Rand, choices ...string) string {
	return choices[random.IntN(len(choices))]
}
