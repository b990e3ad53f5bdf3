# SPDX-FileCopyrightText: The Workload Interpreter Authors
# SPDX-License-Identifier: Apache-2.0

# What Karmada must be told. webhook.yaml comes from the kinds that are written in Go (scripts/generate.sh); a kind that is
# described in YAML (docs/kinds.md) brings a webhook of its own, and takes the place of one in Go.

locals {
  generated = yamldecode(file("${path.module}/webhook.yaml"))

  # Which operation each field of a description answers, in the order of interpret config.
  operations = [
    { field = "replicaResource", operation = "InterpretReplica" },
    { field = "componentResource", operation = "InterpretComponent" },
    { field = "replicaRevision", operation = "ReviseReplica" },
    { field = "retention", operation = "Retain" },
    { field = "statusAggregation", operation = "AggregateStatus" },
    { field = "statusReflection", operation = "InterpretStatus" },
    { field = "healthInterpretation", operation = "InterpretHealth" },
    { field = "dependencyInterpretation", operation = "InterpretDependency" },
  ]

  targets = [for kind in var.kinds : {
    group   = length(split("/", kind.spec.target.apiVersion)) == 2 ? split("/", kind.spec.target.apiVersion)[0] : ""
    version = element(split("/", kind.spec.target.apiVersion), -1)
    kind    = kind.spec.target.kind
    # Beside ReviseReplica, InterpretComponent is left out: with both, Karmada v1.18 revises every member to 0 replicas.
    operations = [for o in local.operations : o.operation if contains(keys(kind.spec), o.field)
    && !(o.field == "componentResource" && contains(keys(kind.spec), "replicaRevision"))]
  }]

  described = [for target in local.targets : {
    name  = "${lower(target.kind)}.${target.group == "" ? "core" : target.group}"
    rules = [{ apiGroups = [target.group], apiVersions = [target.version], kinds = [target.kind], operations = target.operations }]

    interpreterContextVersions = ["v1alpha1"]
  }]

  webhooks = concat(
    [for w in local.generated.webhooks : merge(concat([w], [for d in local.described : d if d.name == w.name])...)],
    [for d in local.described : d if !contains(local.generated.webhooks[*].name, d.name)],
  )

  webhook_configuration = merge(local.generated, {
    metadata = { name = var.name }
    webhooks = [for webhook in local.webhooks : merge(webhook, {
      clientConfig   = { url = local.webhook_url }
      timeoutSeconds = var.webhook_timeout_seconds
    })]
  })
}
