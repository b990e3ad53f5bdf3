// SPDX-FileCopyrightText: The Workload Interpreter Authors
// SPDX-License-Identifier: Apache-2.0

package differential

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/karmada-io/karmada/pkg/util/helper"
	"k8s.io/apimachinery/pkg/types"

	"workload.example.io/interpreter/internal/cli/page"
)

// TestDivide divides replicas on the page of interpret try and with the function of Karmada's scheduler.
func TestDivide(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	for range 20_000 {
		members := make([]page.Share, 1+random.IntN(8))
		for i := range members {
			members[i] = page.Share{Name: fmt.Sprintf("member%d", random.IntN(4)*10+i), Weight: random.Int64N(1 + random.Int64N(12))}
		}
		replicas, uid := random.Int32N(60), []string{"", "a", "b", fmt.Sprint(random.Uint32())}[random.IntN(4)]
		got := map[string]int32{}
		for _, share := range page.Divide(replicas, members, uid) {
			if share.Replicas > 0 {
				got[share.Name] = share.Replicas
			}
		}
		if diff := cmp.Diff(karmadaDivides(replicas, members, uid), got); diff != "" {
			t.Fatalf("%d replicas for %v, uid %q (-Karmada +page)\n%s", replicas, members, uid, diff)
		}
	}
}

// karmadaDivides does what assignByStaticWeightStrategy of the scheduler does, which is not exported: weights above 0, or 1
// for each member if there are none, go to the Dispenser; members with 0 replicas are taken out of its result.
func karmadaDivides(replicas int32, members []page.Share, uid string) map[string]int32 {
	var weights helper.ClusterWeightInfoList
	for _, member := range members {
		if member.Weight > 0 {
			weights = append(weights, helper.ClusterWeightInfo{ClusterName: member.Name, Weight: member.Weight})
		}
	}
	if len(weights) == 0 {
		for _, member := range members {
			weights = append(weights, helper.ClusterWeightInfo{ClusterName: member.Name, Weight: 1})
		}
	}
	dispenser := helper.NewDispenser(replicas, nil, types.UID(uid))
	dispenser.AllocateByWeight(weights)
	result := map[string]int32{}
	for _, target := range dispenser.Result {
		if target.Replicas > 0 {
			result[target.Name] = target.Replicas
		}
	}
	return result
}
