# SPDX-FileCopyrightText: The Workload Interpreter Authors
# SPDX-License-Identifier: Apache-2.0

# The function itself. The archive is really written.

mock_provider "google" {
  source = "./tests/mocks"
}

mock_provider "random" {
  source = "./tests/mocks"
}

variables {
  deletion_protection = false
}

run "defaults" {
  assert {
    condition     = google_cloudfunctions2_function.this.build_config[0].runtime == "go126"
    error_message = "the runtime is not the one that go.mod asks for"
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
    condition     = google_cloudfunctions2_function.this.service_config[0].environment_variables == tomap({ LOG_LEVEL = "info", GOOGLE_CLOUD_PROJECT = "my-project" })
    error_message = "want the log level and the project in the environment"
  }

  assert {
    condition = (
      google_cloud_run_v2_service_iam_member.public.member == "allUsers"
      && google_cloud_run_v2_service_iam_member.public.role == "roles/run.invoker"
      && google_cloud_run_v2_service_iam_member.public.name == "workload-interpreter"
    )
    error_message = "Karmada can send no credential, so everybody must be allowed to invoke"
  }

  assert {
    condition     = google_storage_bucket.source.public_access_prevention == "enforced" && google_storage_bucket.source.name == "my-project-workload-interpreter-source"
    error_message = "the bucket of the source is public or has another name"
  }

  assert {
    condition     = google_storage_bucket_object.source.name == "workload-interpreter-${local.upload_hash}.zip"
    error_message = "the object is not named after its contents, so a changed source would not be built"
  }
}

run "protected_by_default" {
  command = plan

  variables {
    deletion_protection = true
  }

  assert {
    condition     = terraform_data.deletion_protection.input
    error_message = "deletion_protection does not reach the guard"
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
}

run "longest_names" {
  command = plan

  variables {
    project_id = "project-of-thirty-characters-x"
    name       = "interpreter-of-thirty-letters-x"
  }

  expect_failures = [var.name]
}

run "bucket_of_the_longest_names" {
  command = plan

  variables {
    project_id = "project-of-thirty-characters-x"
    name       = "interpreter-of-thirty-letter-x"
  }

  assert {
    condition     = length(google_storage_bucket.source.name) <= 63
    error_message = "the bucket's name is too long"
  }
}
