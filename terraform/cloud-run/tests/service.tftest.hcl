# SPDX-FileCopyrightText: The Workload Interpreter Authors
# SPDX-License-Identifier: Apache-2.0

# The service itself.

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

run "defaults" {
  assert {
    condition     = google_cloud_run_v2_service.this.invoker_iam_disabled
    error_message = "Karmada can send no credential, so the invoker must not be checked"
  }

  assert {
    condition     = google_cloud_run_v2_service.this.ingress == "INGRESS_TRAFFIC_ALL"
    error_message = "Karmada and the agents of pull-mode members call from anywhere"
  }

  assert {
    condition     = google_cloud_run_v2_service.this.template[0].service_account == "workload-interpreter@my-project.iam.gserviceaccount.com"
    error_message = "the service does not run as its own service account"
  }

  assert {
    condition = (
      google_cloud_run_v2_service.this.template[0].scaling[0].min_instance_count == 0
      && google_cloud_run_v2_service.this.template[0].scaling[0].max_instance_count == 3
    )
    error_message = "want a scale from zero to three"
  }

  assert {
    condition = (
      google_cloud_run_v2_service.this.template[0].max_instance_request_concurrency == 80
      && google_cloud_run_v2_service.this.template[0].timeout == "30s"
      && google_cloud_run_v2_service.this.template[0].execution_environment == "EXECUTION_ENVIRONMENT_GEN1"
    )
    error_message = "concurrency, timeout or execution environment differ"
  }

  assert {
    condition = (
      google_cloud_run_v2_service.this.template[0].containers[0].resources[0].cpu_idle
      && google_cloud_run_v2_service.this.template[0].containers[0].resources[0].startup_cpu_boost
      && google_cloud_run_v2_service.this.template[0].containers[0].resources[0].limits == tomap({ cpu = "1", memory = "256Mi" })
    )
    error_message = "want 1 vCPU and 256Mi, billed by request, with a boost at the start"
  }

  assert {
    condition     = length(google_cloud_run_v2_service.this.template[0].vpc_access) == 0
    error_message = "a VPC network is asked for that nobody named"
  }

  assert {
    condition = (
      google_cloud_run_v2_service.this.template[0].containers[0].startup_probe[0].period_seconds == 1
      && google_cloud_run_v2_service.this.template[0].containers[0].startup_probe[0].timeout_seconds == 1
      && google_cloud_run_v2_service.this.template[0].containers[0].startup_probe[0].failure_threshold >= 10
    )
    error_message = "an instance that starts is asked too rarely, or given up before ten seconds"
  }

  assert {
    condition     = google_cloud_run_v2_service.this.template[0].containers[0].startup_probe[0].http_get[0].path == "/readyz"
    error_message = "the probe asks another path than the container answers"
  }

  assert {
    condition = [for e in google_cloud_run_v2_service.this.template[0].containers[0].env : join(" ", [
      e.name, e.value_source[0].secret_key_ref[0].secret, e.value_source[0].secret_key_ref[0].version
    ]) if length(e.value_source) == 1] == ["INTERPRETER_PATH_SECRETS workload-interpreter-path 7"]
    error_message = "want the path secrets from Secret Manager, pinned to a version so that a rotation is a new revision"
  }

  assert {
    condition = { for e in google_cloud_run_v2_service.this.template[0].containers[0].env : e.name => e.value if length(e.value_source) == 0 } == {
      LOG_LEVEL                   = "info"
      GOOGLE_CLOUD_PROJECT        = "my-project"
      INTERPRETER_SECRET_REQUIRED = "true"
    }
    error_message = "want the log level, the project and the demand for a secret in the environment"
  }

  assert {
    condition     = google_cloud_run_v2_service.this.template[0].containers[0].ports[0].container_port == 8080 && google_cloud_run_v2_service.this.template[0].containers[0].ports[0].name != "h2c"
    error_message = "want HTTP/1.1 on port 8080"
  }
}

run "protected_by_default" {
  command = plan

  variables {
    deletion_protection = true
  }

  assert {
    condition     = google_cloud_run_v2_service.this.deletion_protection
    error_message = "deletion_protection does not reach the service"
  }
}

run "sizes" {
  command = plan

  variables {
    cpu                     = 2
    memory                  = "1Gi"
    concurrency             = 20
    min_instances           = 1
    max_instances           = 10
    request_timeout_seconds = 15
    labels                  = { team = "platform" }
  }

  assert {
    condition     = google_cloud_run_v2_service.this.template[0].containers[0].resources[0].limits == tomap({ cpu = "2", memory = "1Gi" })
    error_message = "cpu or memory are not the ones given"
  }

  assert {
    condition = (
      google_cloud_run_v2_service.this.template[0].scaling[0].min_instance_count == 1
      && google_cloud_run_v2_service.this.template[0].scaling[0].max_instance_count == 10
      && google_cloud_run_v2_service.this.template[0].max_instance_request_concurrency == 20
      && google_cloud_run_v2_service.this.template[0].timeout == "15s"
    )
    error_message = "instances, concurrency or timeout are not the ones given"
  }

  assert {
    condition     = google_cloud_run_v2_service.this.labels.team == "platform" && google_cloud_run_v2_service.this.template[0].labels.team == "platform"
    error_message = "the labels do not reach the service"
  }
}

run "stricter_houses" {
  command = plan

  variables {
    ingress           = "internal"
    kms_key           = "projects/my-project/locations/europe-west1/keyRings/ring/cryptoKeys/key"
    egress_subnetwork = "projects/my-project/regions/europe-west1/subnetworks/closed"
    kinds             = ["{spec: {target: {apiVersion: a/v1, kind: A}}}", "{spec: {target: {apiVersion: b/v1, kind: B}}}"]
  }

  assert {
    condition     = google_cloud_run_v2_service.this.ingress == "INGRESS_TRAFFIC_INTERNAL_ONLY"
    error_message = "strangers on the internet are let in"
  }

  assert {
    condition     = google_cloud_run_v2_service.this.template[0].encryption_key == var.kms_key
    error_message = "the image is not encrypted with the key given"
  }

  assert {
    condition = (
      google_cloud_run_v2_service.this.template[0].vpc_access[0].egress == "ALL_TRAFFIC"
      && google_cloud_run_v2_service.this.template[0].vpc_access[0].network_interfaces[0].subnetwork == var.egress_subnetwork
    )
    error_message = "traffic goes out elsewhere"
  }

  assert {
    condition     = [for e in google_cloud_run_v2_service.this.template[0].containers[0].env : e.value if e.name == "INTERPRETER_KINDS"] == [join("\n---\n", var.kinds)]
    error_message = "want the descriptions as YAML documents in the environment"
  }
}

run "behind_a_load_balancer" {
  command = plan

  variables {
    ingress               = "internal-and-cloud-load-balancing"
    custom_domain         = "interpreter.example.com"
    create_domain_mapping = false
  }

  assert {
    condition     = google_cloud_run_v2_service.this.ingress == "INGRESS_TRAFFIC_INTERNAL_LOAD_BALANCER"
    error_message = "the service can be called around the load balancer"
  }
}
