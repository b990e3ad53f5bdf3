#!/usr/bin/env bash
# SPDX-FileCopyrightText: The Workload Interpreter Authors
# SPDX-License-Identifier: Apache-2.0
#
# Sends all calls to a former revision, which Knative still has, until make deploy-knative TRAFFIC=latest.
#
#   CONTEXT   kubectl context of the cluster with the function; the current one if unset
#   REVISION  name of the revision; unset means the newest ready one before the one that gets the calls now
#   TIMEOUT   how long to wait (120s)
set -euo pipefail
cd "$(dirname "$0")/.."
# shellcheck source=scripts/knative-lib.sh
. scripts/knative-lib.sh

use_host
revisions=$(here get revisions.serving.knative.dev -l serving.knative.dev/service=interpreter \
  -o 'jsonpath={range .items[*]}{.metadata.labels.serving\.knative\.dev/configurationGeneration}{" "}{.metadata.name}{" "}{.status.conditions[?(@.type=="Ready")].status}{"\n"}{end}' | sort -rn)
now=$(service '{range .status.traffic[*]}{.percent}{" "}{.revisionName}{"\n"}{end}' | sort -rn | awk 'NR == 1 {print $2}')
to=${REVISION:-$(awk -v now="$now" '$2 == now {seen = 1; next} seen && $3 == "True" {print $2; exit}' <<<"$revisions")}
[[ -n $to ]] || die "there is no ready revision before $now" "next: make deploy-knative with the former image"
grep -q " $to True\$" <<<"$revisions" || die "there is no ready revision $to; there are:" "$revisions"

# The former revision has the path secrets of its time. Karmada's URL holds the first of the present ones.
secrets() { path_secrets "$(here get revisions.serving.knative.dev "$1" -o "jsonpath={.spec.containers[0].$env_of}")"; }
present=$(first "$(secrets "$now")")
if [[ -n $present && " $(secrets "$to" | tr ',\n' '  ') " != *" $present "* ]]; then
  die "$to knows only former path secrets, so it would refuse Karmada; nothing is changed" \
    "next: deploy the former image instead, which keeps the secret: make deploy-knative IMAGE=$(here get revisions.serving.knative.dev "$to" -o 'jsonpath={.spec.containers[0].image}')"
fi

here patch services.serving.knative.dev interpreter --type merge -p "{\"spec\": {\"traffic\": [{\"revisionName\": \"$to\", \"percent\": 100}]}}" >/dev/null
# Ready in general may fail because of the newest revision, which is why one rolls back.
here wait services.serving.knative.dev/interpreter --for=condition=RoutesReady --timeout="${TIMEOUT:-120s}" >/dev/null || {
  troubles services.serving.knative.dev interpreter >&2
  die "the calls do not go to $to yet" "next: see above"
}
echo "calls go to: $(service '{range .status.traffic[*]}{.percent}{" % "}{.revisionName}{" "}{end}')"
echo "next: make deploy-knative CONTEXT=$context TRAFFIC=latest ..., when it is repaired"
