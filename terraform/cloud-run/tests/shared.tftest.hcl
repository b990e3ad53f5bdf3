# SPDX-FileCopyrightText: The Workload Interpreter Authors
# SPDX-License-Identifier: Apache-2.0

# Wrong values of the variables in variables.shared.tf, each refused before anything is made. A run makes one mistake with
# each of many variables, since Terraform tells all that it refuses; but not of a variable that looks at one which it
# refuses. terraform/cloud-function has the same file, so this is the test of both.

mock_provider "google" {
  source = "./tests/mocks"
}

mock_provider "random" {
  source = "./tests/mocks"
}

mock_provider "time" {}

run "max_instances_below_min" {
  command = plan

  variables {
    min_instances = 4
    max_instances = 2
  }

  expect_failures = [var.max_instances]
}

run "webhook_timeout_beyond_karmada" {
  command = plan

  variables {
    webhook_timeout_seconds = 31
    request_timeout_seconds = 60
  }

  expect_failures = [var.webhook_timeout_seconds]
}

run "log_level_that_starves_the_metric" {
  command = plan

  variables {
    log_level  = "off"
    log_metric = true
  }

  expect_failures = [var.log_level]
}

run "load_balancer_and_a_domain_mapping" {
  command = plan

  variables {
    ingress       = "internal-and-cloud-load-balancing"
    custom_domain = "interpreter.example.com"
  }

  expect_failures = [var.ingress]
}

run "mistakes_1" {
  command = plan

  variables {
    # project number
    project_id = "123456789012"
    # region empty
    region = ""
    # name with upper case
    name = "Interpreter"
    # label key with upper case
    labels = { Team = "platform" }
    # cpu below one
    cpu = 0.5
    # concurrency zero
    concurrency = 0
    # min instances negative
    min_instances = -1
    # webhook timeout fraction
    webhook_timeout_seconds = 2.5
    # path secret too short
    path_secrets = ["letmein"]
    # path secret generations none
    path_secret_generations = []
    # custom domain with scheme
    custom_domain = "https://interpreter.example.com"
    # notification channel is an address
    notification_channels = ["ops@example.com"]
    # alert threshold zero
    alert_failures_per_minute = 0
    # karmada context with a command
    karmada_context = "karmada; true"
    # propagation wait without unit
    propagation_wait = "60"
    # service account by name
    service_account = "interpreter"
    # kms key with a version
    kms_key = "projects/my-project/locations/europe-west1/keyRings/ring/cryptoKeys/key/cryptoKeyVersions/1"
    # kinds by path
    kinds = ["rollout.yaml"]
  }

  expect_failures = [
    var.project_id, var.region, var.name, var.labels, var.cpu, var.concurrency, var.min_instances,
    var.webhook_timeout_seconds, var.path_secrets, var.path_secret_generations, var.custom_domain,
    var.notification_channels, var.alert_failures_per_minute, var.karmada_context, var.propagation_wait,
    var.service_account, var.kms_key, var.kinds,
  ]
}

run "mistakes_2" {
  command = plan

  variables {
    # project display name
    project_id = "My Project"
    # region is a zone
    region = "europe-west1-b"
    # name too long for a service account
    name = "workload-interpreter-for-the-whole-fleet"
    # label value with space
    labels = { team = "the platform" }
    # concurrency beyond the platform
    concurrency = 1001
    # path secret of one letter
    path_secrets = ["aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa"]
    # path secret generation zero
    path_secret_generations = [0]
    # custom domain with path
    custom_domain = "interpreter.example.com/v1"
    # alert threshold fraction
    alert_failures_per_minute = 1.5
    # kinds without a target
    kinds = ["{spec: {replicaResource: {path: spec.replicas}}}"]
  }

  expect_failures = [
    var.project_id, var.region, var.name, var.labels, var.concurrency, var.path_secrets,
    var.path_secret_generations, var.custom_domain, var.alert_failures_per_minute, var.kinds,
  ]
}

run "mistakes_3" {
  command = plan

  variables {
    # path secret of digits
    path_secrets = ["01234567890123456789012345678901"]
    # path secret generation twice
    path_secret_generations = [2, 2]
    # kinds twice
    kinds = ["{spec: {target: {apiVersion: a/v1, kind: K}}}", "{spec: {target: {apiVersion: a/v2, kind: K}}}"]
  }

  expect_failures = [
    var.path_secrets, var.path_secret_generations, var.kinds,
  ]
}

run "mistakes_4" {
  command = plan

  variables {
    # path secret with a slash
    path_secrets = ["0123456789abcdef/0123456789abcdef"]
    # kinds too long
    kinds = ["{spec: {target: {apiVersion: a/v1, kind: K}}} # ${join("", [for i in range(1024) : "33 characters, so that 1024 do it"])}"]
  }

  expect_failures = [
    var.path_secrets, var.kinds,
  ]
}

run "mistakes_5" {
  command = plan

  variables {
    # path secrets none
    path_secrets = []
  }

  expect_failures = [
    var.path_secrets,
  ]
}

run "mistakes_6" {
  command = plan

  variables {
    # path secrets three
    path_secrets = ["0123456789abcdef0123456789abcdef", "1123456789abcdef0123456789abcdef", "2123456789abcdef0123456789abcdef"]
  }

  expect_failures = [
    var.path_secrets,
  ]
}

run "mistakes_7" {
  command = plan

  variables {
    # path secrets twice the same
    path_secrets = ["0123456789abcdef0123456789abcdef", "0123456789abcdef0123456789abcdef"]
  }

  expect_failures = [
    var.path_secrets,
  ]
}

run "mistakes_that_look_at_others_1" {
  command = plan

  variables {
    # memory without unit
    memory = "256"
    # max instances zero
    max_instances = 0
    # request timeout below webhook timeout
    request_timeout_seconds = 5
    # log level of another logger
    log_level = "verbose"
    # ingress of the api
    ingress = "INGRESS_TRAFFIC_ALL"
  }

  expect_failures = [
    var.memory, var.max_instances, var.request_timeout_seconds, var.log_level, var.ingress,
  ]
}

run "mistakes_that_look_at_others_2" {
  command = plan

  variables {
    # memory in another unit
    memory = "256M"
    # max instances no guard
    max_instances = 1000
    # request timeout too long
    request_timeout_seconds = 300
    # load balancer without its name
    ingress = "internal-and-cloud-load-balancing"
  }

  expect_failures = [
    var.memory, var.max_instances, var.request_timeout_seconds, var.ingress,
  ]
}

run "mistakes_that_look_at_others_3" {
  command = plan

  variables {
    # memory for more cpus
    memory = "8Gi"
  }

  expect_failures = [
    var.memory,
  ]
}

run "mistakes_that_look_at_others_4" {
  command = plan

  variables {
    # memory too small
    memory = "64Mi"
  }

  expect_failures = [
    var.memory,
  ]
}
