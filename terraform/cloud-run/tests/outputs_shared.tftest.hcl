# SPDX-FileCopyrightText: The Workload Interpreter Authors
# SPDX-License-Identifier: Apache-2.0

# Every output of both modules.

mock_provider "google" {
  source = "./tests/mocks"
}

mock_provider "random" {
  source = "./tests/mocks"
}

mock_provider "time" {}

variables {
  deletion_protection = false
}

run "outputs" {
  assert {
    condition     = output.url == "https://workload-interpreter-abc123-ew.a.run.app"
    error_message = "url is not the service's own"
  }

  assert {
    condition     = output.webhook_url == "${output.url}/00112233445566778899aabbccddeeff00112233445566778899aabbccddeeff"
    error_message = "webhook_url is not the URL and the path secret"
  }

  assert {
    condition     = yamldecode(output.webhook_configuration).kind == "ResourceInterpreterWebhookConfiguration"
    error_message = "webhook_configuration is of another kind"
  }

  assert {
    condition     = yamldecode(output.webhook_configuration).webhooks[0].clientConfig == { url = output.webhook_url }
    error_message = "webhook_configuration does not hold exactly the URL: a caBundle would replace the public roots"
  }

  assert {
    condition     = yamldecode(output.webhook_configuration).webhooks[0].timeoutSeconds == 10
    error_message = "webhook_configuration does not wait for a start from zero"
  }

  assert {
    condition     = length(yamldecode(output.webhook_configuration).webhooks[0].rules[0].operations) == 7
    error_message = "webhook_configuration does not register the seven operations"
  }

  assert {
    condition     = issensitive(output.webhook_configuration) && issensitive(output.webhook_url)
    error_message = "an output with the path secret is not sensitive"
  }

  assert {
    condition     = !issensitive(output.url) && !strcontains(output.url, "00112233")
    error_message = "url tells the path secret"
  }

  assert {
    condition     = output.apply_command == "terraform output -raw webhook_configuration | kubectl --context karmada-apiserver apply -f -"
    error_message = "apply_command is not the command for Karmada's API server"
  }

  assert {
    condition     = output.service_account == "workload-interpreter@my-project.iam.gserviceaccount.com"
    error_message = "service_account is not the account's address"
  }

  assert {
    condition     = length(output.dns_records) == 0
    error_message = "there are DNS records without a custom domain"
  }

  assert {
    condition     = output.service_name == "workload-interpreter" && output.region == "europe-west1" && output.project_id == "my-project"
    error_message = "a load balancer cannot be led to the service"
  }

  assert {
    condition     = output.secret_id == "workload-interpreter-path"
    error_message = "secret_id is not the secret's name"
  }
}

run "choices_that_outputs_show" {
  variables {
    name                    = "second-endpoint"
    custom_domain           = "interpreter.example.com"
    webhook_timeout_seconds = 5
    karmada_context         = "fleet"
  }

  assert {
    condition     = output.url == "https://interpreter.example.com"
    error_message = "url is not at the custom domain"
  }

  assert {
    condition     = startswith(yamldecode(output.webhook_configuration).webhooks[0].clientConfig.url, "https://interpreter.example.com/0011")
    error_message = "Karmada would not call the custom domain"
  }

  assert {
    condition     = yamldecode(output.webhook_configuration).metadata.name == "second-endpoint"
    error_message = "the configuration has another name than the endpoint"
  }

  assert {
    condition     = yamldecode(output.webhook_configuration).webhooks[0].timeoutSeconds == 5
    error_message = "timeoutSeconds is not the one given"
  }

  assert {
    condition     = strcontains(output.apply_command, "--context fleet ")
    error_message = "apply_command has another context than the one given"
  }
}

run "behind_a_load_balancer" {
  variables {
    custom_domain         = "interpreter.example.com"
    create_domain_mapping = false
    ingress               = "internal-and-cloud-load-balancing"
  }

  assert {
    condition     = output.url == "https://interpreter.example.com" && length(output.dns_records) == 0
    error_message = "Karmada would not call the load balancer, or its name is mapped to the service as well"
  }
}

run "an_account_of_ones_own" {
  variables {
    service_account = "interpreter@other-project.iam.gserviceaccount.com"
  }

  assert {
    condition     = output.service_account == "interpreter@other-project.iam.gserviceaccount.com"
    error_message = "the account is not the one given"
  }
}

run "described_kinds" {
  variables {
    kinds = [
      "{spec: {target: {apiVersion: argoproj.io/v1alpha1, kind: Rollout}, replicaResource: {}, healthInterpretation: {}}}",
      "{spec: {target: {apiVersion: workload.example.io/v1alpha1, kind: Workload}, retention: {}}}",
    ]
  }

  assert {
    condition = [for w in yamldecode(output.webhook_configuration).webhooks : [w.name, w.clientConfig.url == output.webhook_url, join(" ", w.rules[0].operations)]] == [
      ["workload.workload.example.io", true, "Retain"],
      ["rollout.argoproj.io", true, "InterpretReplica InterpretHealth"],
    ]
    error_message = "Karmada is not told of the described kinds, or of the one in Go that a description replaces"
  }
}

run "secrets_of_ones_own" {
  variables {
    path_secrets = ["fedcba9876543210fedcba9876543210", "0123456789abcdef0123456789abcdef"]
  }

  assert {
    condition     = endswith(output.webhook_url, "/fedcba9876543210fedcba9876543210")
    error_message = "the current secret is not the first one given"
  }
}
