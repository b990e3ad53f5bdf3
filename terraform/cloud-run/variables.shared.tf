# SPDX-FileCopyrightText: The Workload Interpreter Authors
# SPDX-License-Identifier: Apache-2.0

# What the two endpoints have in common: in terraform/cloud-function this file is a link.

variable "project_id" {
  type        = string
  description = "Project that pays for and owns everything here."
  nullable    = false

  validation {
    condition     = can(regex("^[a-z][a-z0-9-]{4,28}[a-z0-9]$", var.project_id))
    error_message = "project_id: want the project's ID (6 to 30 lower-case letters, digits and hyphens), not its name or number, like \"my-project\"."
  }
}

variable "region" {
  type        = string
  description = "Region of the endpoint, like `europe-west1`. The nearer to Karmada's control plane the better: Karmada waits for every call."
  nullable    = false

  validation {
    condition     = can(regex("^[a-z]+-[a-z]+[0-9]+$", var.region))
    error_message = "region: want a region, like \"europe-west1\"; a zone (\"europe-west1-b\") or nothing will not do."
  }
}

variable "name" {
  type        = string
  description = "Name of the endpoint and of everything that belongs to it. It is also the service account's, hence the limits."
  default     = "workload-interpreter"
  nullable    = false

  validation {
    condition     = can(regex("^[a-z][a-z0-9-]{4,28}[a-z0-9]$", var.name))
    error_message = "name: want 6 to 30 lower-case letters, digits and hyphens that start with a letter, like \"workload-interpreter\"."
  }
}

variable "labels" {
  type        = map(string)
  description = "Labels for everything that can carry them."
  default     = {}
  nullable    = false

  validation {
    condition     = alltrue([for k, v in var.labels : can(regex("^[a-z][a-z0-9_-]{0,62}$", k)) && can(regex("^[a-z0-9_-]{0,63}$", v))])
    error_message = "labels: want keys and values of at most 63 lower-case letters, digits, underscores and hyphens; a key starts with a letter."
  }
}

variable "enable_apis" {
  type        = bool
  description = "Enable the APIs that the endpoint needs. They stay enabled when the endpoint is destroyed. Turn this off where another team does it."
  default     = true
  nullable    = false
}

variable "propagation_wait" {
  type        = string
  description = "How long to wait after enabling APIs, after a grant and after making a metric, until Google knows of it everywhere: only when one of them is new. `0s` where all is there already."
  default     = "60s"
  nullable    = false

  validation {
    condition     = can(regex("^[0-9]+(s|m)$", var.propagation_wait))
    error_message = "propagation_wait: want a number of seconds or minutes, like \"60s\"."
  }
}

variable "deletion_protection" {
  type        = bool
  description = "Refuse to destroy the endpoint or anything that belongs to it. Karmada never bypasses a webhook, so without the endpoint no Workload is scheduled."
  default     = true
  nullable    = false
}

variable "service_account" {
  type        = string
  description = "E-mail address of an account of your own to run as. Left out, one is made. Either way it needs no role: it gets access to its path secret."
  default     = null

  validation {
    condition     = var.service_account == null ? true : can(regex("^[a-z0-9-]+@[a-z0-9.-]+[.]iam[.]gserviceaccount[.]com$", var.service_account))
    error_message = "service_account: want an e-mail address, like \"interpreter@my-project.iam.gserviceaccount.com\"."
  }
}

variable "kms_key" {
  type        = string
  description = "Key of your own for what is stored, like `projects/my-project/locations/europe-west1/keyRings/ring/cryptoKeys/key`, in the endpoint's region. The README lists who must be allowed to use it. Left out, Google's own."
  default     = null

  validation {
    condition     = var.kms_key == null ? true : can(regex("^projects/[^/]+/locations/[^/]+/keyRings/[^/]+/cryptoKeys/[^/]+$", var.kms_key))
    error_message = "kms_key: want the full name of a key, without a version, like \"projects/my-project/locations/europe-west1/keyRings/ring/cryptoKeys/key\"."
  }
}

variable "ingress" {
  type        = string
  description = "From where calls come in: `all`, `internal` (VPC networks of the project), or `internal-and-cloud-load-balancing`. Karmada's control plane and the agent of each pull-mode member call."
  default     = "all"
  nullable    = false

  validation {
    condition     = contains(["all", "internal", "internal-and-cloud-load-balancing"], var.ingress)
    error_message = "ingress: want all, internal or internal-and-cloud-load-balancing."
  }

  validation {
    condition     = var.ingress != "internal-and-cloud-load-balancing" || (var.custom_domain != null && !var.create_domain_mapping)
    error_message = "ingress: behind a load balancer, want its host name as custom_domain and create_domain_mapping = false; the service's own URL is closed then."
  }
}

variable "cpu" {
  type        = number
  description = "vCPUs of an instance. A call takes tens of microseconds, so one is plenty; below one the platform forces concurrency to 1."
  default     = 1
  nullable    = false

  validation {
    condition     = contains([1, 2], var.cpu)
    error_message = "cpu: want 1 or 2. Below 1 the platform sends an instance one call at a time."
  }
}

variable "memory" {
  type        = string
  description = "Memory of an instance. The process rests at about 20 MB; the remainder is for concurrent calls of several MiB each."
  default     = "256Mi"
  nullable    = false

  validation {
    condition     = can(regex("^(12[89]|1[3-9][0-9]|[2-9][0-9]{2}|[1-9][0-9]{3})Mi$|^[1-8]Gi$", var.memory))
    error_message = "memory: want a number and its unit, Mi or Gi, from 128Mi to 8Gi, like \"256Mi\"."
  }

  validation {
    condition     = var.cpu >= 2 || try(tonumber(replace(var.memory, "/[MG]i$/", "")) * (endswith(var.memory, "Gi") ? 1024 : 1) <= 4096, true)
    error_message = "memory: want at most 4Gi with one cpu; the platform asks two for more."
  }
}

variable "concurrency" {
  type        = number
  description = "Calls that one instance answers at a time. Karmada makes few in parallel; 80 is the platform's default and lets one instance serve a fleet."
  default     = 80
  nullable    = false

  validation {
    condition     = var.concurrency >= 1 && var.concurrency <= 1000 && floor(var.concurrency) == var.concurrency
    error_message = "concurrency: want a whole number from 1 to 1000."
  }
}

variable "min_instances" {
  type        = number
  description = "Instances kept warm. 0 costs nothing while Karmada is quiet and makes the first call wait for a cold start; 1 is right for production."
  default     = 0
  nullable    = false

  validation {
    condition     = var.min_instances >= 0 && floor(var.min_instances) == var.min_instances
    error_message = "min_instances: want 0 or a whole number above."
  }
}

variable "max_instances" {
  type        = number
  description = "Guard of the budget: the endpoint is public, and this bounds the CPU and memory that a flood can take; requests, egress, and logs come on top. See docs/cost.md for the bound in money."
  default     = 3
  nullable    = false

  validation {
    condition     = var.max_instances >= 1 && var.max_instances <= 100 && floor(var.max_instances) == var.max_instances
    error_message = "max_instances: want a whole number from 1 to 100."
  }

  validation {
    condition     = var.max_instances >= var.min_instances
    error_message = "max_instances: want at least min_instances, or the instances kept warm could not run."
  }
}

variable "webhook_timeout_seconds" {
  type        = number
  description = "How long Karmada waits for an answer (timeoutSeconds). A cold start takes well under a second, a slow one a few: 10 covers a scale from zero and still fails before Karmada's default of 30."
  default     = 10
  nullable    = false

  validation {
    condition     = var.webhook_timeout_seconds >= 1 && var.webhook_timeout_seconds <= 30 && floor(var.webhook_timeout_seconds) == var.webhook_timeout_seconds
    error_message = "webhook_timeout_seconds: want a whole number from 1 to 30."
  }
}

variable "request_timeout_seconds" {
  type        = number
  description = "When the platform gives a request up. It must not be shorter than Karmada waits; longer only keeps an instance billed for a caller that has gone."
  default     = 30
  nullable    = false

  validation {
    condition     = var.request_timeout_seconds <= 60 && floor(var.request_timeout_seconds) == var.request_timeout_seconds
    error_message = "request_timeout_seconds: want a whole number of at most 60."
  }

  validation {
    condition     = var.request_timeout_seconds >= var.webhook_timeout_seconds
    error_message = "request_timeout_seconds: want at least webhook_timeout_seconds, or the platform cuts off calls that Karmada still waits for."
  }
}

variable "path_secrets" {
  type        = list(string)
  description = "Path secrets of your own, the current one first, then the previous one if it is still accepted. Leave it out to have them generated."
  default     = null
  sensitive   = true

  validation {
    condition     = var.path_secrets == null ? true : contains([1, 2], length(var.path_secrets))
    error_message = "path_secrets: want one secret, or two during a rotation, the current one first."
  }

  validation {
    condition = var.path_secrets == null ? true : alltrue([for s in var.path_secrets :
      can(regex("^[A-Za-z0-9_-]{32,128}$", s)) && !can(regex("^[0-9]*$", s)) && length(distinct(split("", s))) >= 8
    ])
    error_message = "path_secrets: want 32 to 128 letters, digits, hyphens and underscores each, drawn by chance (at least 128 bits), like the output of `openssl rand -hex 32`."
  }

  validation {
    condition     = var.path_secrets == null ? true : length(distinct(var.path_secrets)) == length(var.path_secrets)
    error_message = "path_secrets: want two different secrets, or only one."
  }
}

variable "path_secret_generations" {
  type        = list(number)
  description = "Generations of the generated path secret that are accepted, the current one first. A number always stands for the same secret for as long as it is listed: `[1]`, then `[2, 1]` to rotate, then `[2]` to end that."
  default     = [1]
  nullable    = false

  validation {
    condition     = contains([1, 2], length(var.path_secret_generations)) && length(distinct(var.path_secret_generations)) == length(var.path_secret_generations)
    error_message = "path_secret_generations: want one generation, or two different ones during a rotation, the current one first, like [2, 1]."
  }

  validation {
    condition     = alltrue([for g in var.path_secret_generations : g >= 1 && floor(g) == g])
    error_message = "path_secret_generations: want whole numbers from 1 up."
  }
}

variable "custom_domain" {
  type        = string
  description = "Host name of your own for the endpoint, like `interpreter.example.com`: mapped to the service, or that of your load balancer."
  default     = null

  validation {
    condition     = var.custom_domain == null ? true : can(regex("^([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\\.)+[a-z]{2,63}$", var.custom_domain))
    error_message = "custom_domain: want a host name without scheme and path, like \"interpreter.example.com\"."
  }
}

variable "create_domain_mapping" {
  type        = bool
  description = "Map `custom_domain` to the service, which takes a domain that you have verified with Google and a region that maps domains. Turn it off behind a load balancer."
  default     = true
  nullable    = false
}

variable "kinds" {
  type        = list(string)
  description = "Descriptions of kinds to serve beside those written in Go, each a YAML document, like `[file(\"rollout.yaml\")]`: see docs/kinds.md. They are added to `webhook_configuration`. 32 KiB in all, which is what the platform takes."
  default     = []
  nullable    = false

  validation {
    condition     = alltrue([for k in var.kinds : can(regex("^([^/]+/)?[^/]+$", yamldecode(k).spec.target.apiVersion)) && can(regex("^[A-Za-z0-9]+$", yamldecode(k).spec.target.kind))])
    error_message = "kinds: want YAML documents of a KindDescription, one a string, each with spec.target.apiVersion and spec.target.kind."
  }

  validation {
    condition     = length(distinct([for k in var.kinds : try(lower("${yamldecode(k).spec.target.kind}.${split("/", yamldecode(k).spec.target.apiVersion)[0]}"), k)])) == length(var.kinds)
    error_message = "kinds: want one description of a kind, got two."
  }

  validation {
    condition     = length(base64encode(join("\n---\n", var.kinds))) <= 43692
    error_message = "kinds: want 32 KiB at most in all, the longest environment variable of Cloud Run. Leave out comments, or serve some kinds from a second endpoint."
  }
}

variable "log_level" {
  type        = string
  description = "What is logged: `info` for one line per call, `warn` for failed calls and strangers only. The metrics need one of these. The platform logs each request besides."
  default     = "info"
  nullable    = false

  validation {
    condition     = contains(["debug", "info", "warn", "error", "off"], var.log_level)
    error_message = "log_level: want debug, info, warn, error or off."
  }

  validation {
    condition     = contains(["debug", "info", "warn"], var.log_level) || !(var.log_metric || length(var.notification_channels) > 0)
    error_message = "log_level: want debug, info or warn, since a metric and alerts count the lines of failed calls."
  }
}

variable "log_metric" {
  type        = bool
  description = "Count failed calls, by operation, outcome and object, and refused ones, by status, in log-based metrics. They are made in any case when there are notification channels."
  default     = false
  nullable    = false
}

variable "keep_stranger_logs" {
  type        = bool
  description = "Keep the log entries of requests without the path secret. Without them a flood of strangers costs less; metrics count them all the same."
  default     = true
  nullable    = false
}

variable "notification_channels" {
  type        = list(string)
  description = "Where alerts go. None, no alert."
  default     = []
  nullable    = false

  validation {
    condition     = alltrue([for c in var.notification_channels : can(regex("^projects/[^/]+/notificationChannels/[0-9]+$", c))])
    error_message = "notification_channels: want resource names, like \"projects/my-project/notificationChannels/1234567890\"."
  }
}

variable "alert_failures_per_minute" {
  type        = number
  description = "Failed or refused calls in each of five minutes that raise an alert. A single object that always fails raises one in any case."
  default     = 1
  nullable    = false

  validation {
    condition     = var.alert_failures_per_minute >= 1 && floor(var.alert_failures_per_minute) == var.alert_failures_per_minute
    error_message = "alert_failures_per_minute: want a whole number from 1 up."
  }
}

variable "karmada_context" {
  type        = string
  description = "kubeconfig context of Karmada's API server, for the command in the output `apply_command`."
  default     = "karmada-apiserver"
  nullable    = false

  validation {
    condition     = can(regex("^[A-Za-z0-9_.:@/-]+$", var.karmada_context))
    error_message = "karmada_context: want the name of a kubeconfig context, like \"karmada-apiserver\"."
  }
}
