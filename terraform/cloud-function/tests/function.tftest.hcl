# SPDX-FileCopyrightText: The Workload Interpreter Authors
# SPDX-License-Identifier: Apache-2.0

# The function itself. The archive is really written.

mock_provider "google" {
  source = "./tests/mocks"
}

mock_provider "random" {
  source = "./tests/mocks"
}

mock_provider "time" {}

override_resource {
  target = google_service_account.build
  values = {
    email = "workload-interpreter-build@my-project.iam.gserviceaccount.com"
    name  = "projects/my-project/serviceAccounts/workload-interpreter-build@my-project.iam.gserviceaccount.com"
  }
}

variables {
  deletion_protection = false
}

run "defaults" {
  assert {
    condition     = google_cloudfunctions2_function.this.build_config[0].runtime == "go127"
    error_message = "the runtime is not the newest that Google ships"
  }

  assert {
    condition     = google_cloudfunctions2_function.this.build_config[0].entry_point == "InterpretWorkload"
    error_message = "the entry point is not the function's registered name"
  }

  assert {
    condition = (
      google_cloudfunctions2_function.this.service_config[0].available_cpu == "1"
      && google_cloudfunctions2_function.this.service_config[0].available_memory == "256Mi"
      && google_cloudfunctions2_function.this.service_config[0].max_instance_request_concurrency == 80
      && google_cloudfunctions2_function.this.service_config[0].timeout_seconds == 30
      && google_cloudfunctions2_function.this.service_config[0].ingress_settings == "ALLOW_ALL"
    )
    error_message = "want 1 vCPU, 256Mi, concurrency 80, 30 seconds and ingress from everywhere"
  }

  assert {
    condition = (
      google_cloudfunctions2_function.this.service_config[0].min_instance_count == 0
      && google_cloudfunctions2_function.this.service_config[0].max_instance_count == 3
    )
    error_message = "want a scale from zero to three"
  }

  assert {
    condition     = google_cloudfunctions2_function.this.service_config[0].service_account_email == "workload-interpreter@my-project.iam.gserviceaccount.com"
    error_message = "the function does not run as its own service account"
  }

  assert {
    condition = [for e in google_cloudfunctions2_function.this.service_config[0].secret_environment_variables :
      join(" ", [e.key, e.project_id, e.secret, e.version])
    ] == ["INTERPRETER_PATH_SECRETS my-project workload-interpreter-path 7"]
    error_message = "want the path secrets as environment, pinned to a version so that a rotation is a new revision"
  }

  assert {
    condition     = google_cloudfunctions2_function.this.service_config[0].environment_variables == tomap({ LOG_LEVEL = "info", INTERPRETER_SECRET_REQUIRED = "true" })
    error_message = "want the log level and the demand for a secret in the environment, and nothing that a plan may not know"
  }

  assert {
    condition = (
      google_cloud_run_v2_service_iam_member.public[0].member == "allUsers"
      && google_cloud_run_v2_service_iam_member.public[0].role == "roles/run.invoker"
      && google_cloud_run_v2_service_iam_member.public[0].name == "workload-interpreter"
    )
    error_message = "Karmada can send no credential, so everybody must be allowed to invoke"
  }

  assert {
    condition = (
      google_storage_bucket.source.public_access_prevention == "enforced"
      && google_storage_bucket.source.uniform_bucket_level_access
      && google_storage_bucket.source.force_destroy
      && can(regex("^workload-interpreter-source-[0-9a-f]{10}$", google_storage_bucket.source.name))
    )
    error_message = "the bucket of the source is public, outlives its endpoint or has another name"
  }

  assert {
    condition = (
      google_cloudfunctions2_function.this.build_config[0].service_account == "projects/my-project/serviceAccounts/workload-interpreter-build@my-project.iam.gserviceaccount.com"
      && google_service_account.build[0].account_id == "workload-interpreter-build"
      && google_cloudfunctions2_function.this.build_config[0].docker_repository == module.repository.id
    )
    error_message = "the build does not run as its own account, or keeps its images elsewhere"
  }

  assert {
    condition = (
      google_project_iam_member.build_logs[0].role == "roles/logging.logWriter"
      && google_project_iam_member.build_source[0].role == "roles/storage.objectViewer"
      && google_artifact_registry_repository_iam_member.build_image.role == "roles/artifactregistry.writer"
      && google_project_iam_member.build_source[0].condition[0].expression == "resource.name.startsWith(\"projects/_/buckets/gcf-v2-sources-\")"
      && google_artifact_registry_repository_iam_member.build_image.repository == module.repository.id
    )
    error_message = "want the three roles that Google names, and each no wider than needed"
  }

  assert {
    condition     = toset([for m in [google_project_iam_member.build_logs[0].member, google_project_iam_member.build_source[0].member, google_artifact_registry_repository_iam_member.build_image.member] : m]) == toset(["serviceAccount:workload-interpreter-build@my-project.iam.gserviceaccount.com"])
    error_message = "a role for building goes to another account"
  }

  assert {
    condition     = google_storage_bucket_object.source.name == "workload-interpreter-${local.upload_hash}.zip"
    error_message = "the object is not named after its contents, so a changed source would not be built"
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
    build_service_account   = "projects/my-project/serviceAccounts/build@my-project.iam.gserviceaccount.com"
  }

  assert {
    condition = (
      google_cloudfunctions2_function.this.service_config[0].available_cpu == "2"
      && google_cloudfunctions2_function.this.service_config[0].available_memory == "1Gi"
      && google_cloudfunctions2_function.this.service_config[0].max_instance_request_concurrency == 20
      && google_cloudfunctions2_function.this.service_config[0].min_instance_count == 1
      && google_cloudfunctions2_function.this.service_config[0].max_instance_count == 10
      && google_cloudfunctions2_function.this.service_config[0].timeout_seconds == 15
    )
    error_message = "sizes are not the ones given"
  }

  assert {
    condition     = google_cloudfunctions2_function.this.labels.team == "platform" && google_storage_bucket.source.labels.team == "platform"
    error_message = "the labels do not reach function and bucket"
  }

  assert {
    condition     = google_cloudfunctions2_function.this.build_config[0].service_account == var.build_service_account
    error_message = "the build does not run as the account given"
  }

  assert {
    condition     = length(google_service_account.build) + length(google_project_iam_member.build_logs) + length(google_project_iam_member.build_source) == 0
    error_message = "an account of the user's gets roles on the project"
  }

  assert {
    condition     = google_artifact_registry_repository_iam_member.build_image.member == "serviceAccount:build@my-project.iam.gserviceaccount.com"
    error_message = "the account given may not write the image"
  }
}

run "stricter_houses" {
  command = plan

  variables {
    ingress = "internal"
    public  = false
    kms_key = "projects/my-project/locations/europe-west1/keyRings/ring/cryptoKeys/key"
    kinds   = ["{spec: {target: {apiVersion: a/v1, kind: A}}}", "{spec: {target: {apiVersion: b/v1, kind: B}}}"]
  }

  assert {
    condition     = google_cloudfunctions2_function.this.service_config[0].ingress_settings == "ALLOW_INTERNAL_ONLY"
    error_message = "strangers on the internet are let in"
  }

  assert {
    condition     = length(google_cloud_run_v2_service_iam_member.public) == 0
    error_message = "allUsers is granted what a policy refuses"
  }

  assert {
    condition     = google_cloudfunctions2_function.this.kms_key_name == var.kms_key && google_storage_bucket.source.encryption[0].default_kms_key_name == var.kms_key
    error_message = "function or source are not encrypted with the key given"
  }

  assert {
    condition     = google_cloudfunctions2_function.this.service_config[0].environment_variables["INTERPRETER_KINDS"] == join("\n---\n", var.kinds)
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
    condition     = google_cloudfunctions2_function.this.service_config[0].ingress_settings == "ALLOW_INTERNAL_AND_GCLB"
    error_message = "the function can be called around the load balancer"
  }
}

run "longest_names" {
  command = plan

  variables {
    project_id = "project-of-thirty-characters-x"
    name       = "interpreter-of-thirty-letters-x"
  }

  expect_failures = [var.name]
}

run "longest_names_that_fit" {
  command = plan

  variables {
    project_id = "project-of-thirty-characters-x"
    name       = "interpreter-of-thirty-letter-x"
  }

  assert {
    condition     = length(google_storage_bucket.source.name) <= 63 && length(google_service_account.build[0].account_id) <= 30
    error_message = "the name of the bucket or of the build account is too long"
  }
}
