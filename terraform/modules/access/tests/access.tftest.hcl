# SPDX-FileCopyrightText: The Workload Interpreter Authors
# SPDX-License-Identifier: Apache-2.0

# The service account, the path secret and its rotation.

mock_provider "google" {
  mock_resource "google_service_account" {
    defaults = {
      email = "workload-interpreter@my-project.iam.gserviceaccount.com"
    }
  }
}

mock_provider "random" {}

override_resource {
  target = random_bytes.path["1"]
  values = { hex = "1111111111111111111111111111111111111111111111111111111111111111" }
}

override_resource {
  target = random_bytes.path["2"]
  values = { hex = "2222222222222222222222222222222222222222222222222222222222222222" }
}

override_resource {
  target = random_bytes.path["3"]
  values = { hex = "3333333333333333333333333333333333333333333333333333333333333333" }
}

variables {
  project_id                  = "my-project"
  region                      = "europe-west1"
  name                        = "workload-interpreter"
  labels                      = { team = "platform" }
  enable_apis                 = true
  apis                        = ["run.googleapis.com", "secretmanager.googleapis.com"]
  deletion_protection         = false
  path_secrets                = null
  path_secret_generation      = 1
  accept_previous_path_secret = true
}

run "first_generation" {
  assert {
    condition     = nonsensitive(google_secret_manager_secret_version.path.secret_data) == random_bytes.path["1"].hex
    error_message = "the secret is not the generated one alone"
  }

  assert {
    condition     = random_bytes.path["1"].length * 8 >= 128
    error_message = "the generated secret has less than 128 bits"
  }

  assert {
    condition     = output.service_account == "workload-interpreter@my-project.iam.gserviceaccount.com"
    error_message = "the account's address is not in the outputs"
  }

  assert {
    condition     = output.secret.id == "workload-interpreter-path" && output.secret.version == google_secret_manager_secret_version.path.version
    error_message = "secret and version are not in the outputs"
  }

  assert {
    condition     = google_service_account.this.account_id == "workload-interpreter"
    error_message = "the service account has another name"
  }

  assert {
    condition = (
      google_secret_manager_secret_iam_member.path.role == "roles/secretmanager.secretAccessor"
      && google_secret_manager_secret_iam_member.path.secret_id == "workload-interpreter-path"
      && google_secret_manager_secret_iam_member.path.member == "serviceAccount:workload-interpreter@my-project.iam.gserviceaccount.com"
    )
    error_message = "the service account may do other things than read the one secret"
  }

  assert {
    condition     = google_secret_manager_secret.path.replication[0].user_managed[0].replicas[0].location == "europe-west1"
    error_message = "the secret is kept outside the region"
  }

  assert {
    condition     = keys(google_project_service.this) == ["run.googleapis.com", "secretmanager.googleapis.com"] && !google_project_service.this["run.googleapis.com"].disable_on_destroy
    error_message = "the APIs are not enabled, or would be disabled under others"
  }

  assert {
    condition     = google_secret_manager_secret.path.labels.team == "platform"
    error_message = "the labels do not reach the secret"
  }
}

run "rotation_keeps_the_one_before" {
  variables {
    path_secret_generation = 2
  }

  assert {
    condition     = nonsensitive(google_secret_manager_secret_version.path.secret_data) == "${random_bytes.path["2"].hex},${random_bytes.path["1"].hex}"
    error_message = "want the new secret first and the one before it as well"
  }

  assert {
    condition     = nonsensitive(output.path_secret) == random_bytes.path["2"].hex
    error_message = "the current secret is not the new one"
  }

  assert {
    condition     = random_bytes.path["1"].hex == run.first_generation.path_secret
    error_message = "the secret before was made anew, so Karmada's URL stopped working"
  }
}

run "a_second_rotation_drops_the_first" {
  variables {
    path_secret_generation = 3
  }

  assert {
    condition     = nonsensitive(google_secret_manager_secret_version.path.secret_data) == "${random_bytes.path["3"].hex},${random_bytes.path["2"].hex}"
    error_message = "want the third and the second"
  }
}

run "end_of_a_rotation" {
  variables {
    path_secret_generation      = 3
    accept_previous_path_secret = false
  }

  assert {
    condition     = nonsensitive(google_secret_manager_secret_version.path.secret_data) == random_bytes.path["3"].hex
    error_message = "the secret before is still accepted"
  }
}

run "secrets_of_ones_own" {
  variables {
    path_secrets = ["ffffffffffffffffffffffffffffffff", "eeeeeeeeeeeeeeeeeeeeeeeeeeeeeeee"]
  }

  assert {
    condition     = nonsensitive(google_secret_manager_secret_version.path.secret_data) == "ffffffffffffffffffffffffffffffff,eeeeeeeeeeeeeeeeeeeeeeeeeeeeeeee"
    error_message = "the secrets are not the ones given"
  }

  assert {
    condition     = length(random_bytes.path) == 0
    error_message = "secrets were generated although there are some"
  }
}

run "apis_left_alone" {
  command = plan

  variables {
    enable_apis = false
  }

  assert {
    condition     = length(google_project_service.this) == 0
    error_message = "APIs are enabled against the choice"
  }
}

run "protected" {
  command = plan

  variables {
    deletion_protection = true
  }

  assert {
    condition     = google_secret_manager_secret.path.deletion_protection
    error_message = "deletion_protection does not reach the secret"
  }
}

run "api_by_short_name" {
  command = plan

  variables {
    apis = ["run"]
  }

  expect_failures = [var.apis]
}
