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

mock_provider "time" {}

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
  project_id              = "my-project"
  region                  = "europe-west1"
  name                    = "workload-interpreter"
  labels                  = { team = "platform" }
  enable_apis             = true
  apis                    = ["run.googleapis.com", "secretmanager.googleapis.com"]
  propagation_wait        = "90s"
  service_account         = null
  kms_key                 = null
  deletion_protection     = false
  path_secrets            = null
  path_secret_generations = [1]
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
    condition     = google_service_account.this[0].account_id == "workload-interpreter"
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
    condition     = output.apis == "run.googleapis.com secretmanager.googleapis.com"
    error_message = "other APIs are enabled than asked for"
  }

  assert {
    condition     = time_sleep.grant.create_duration == "90s"
    error_message = "nothing waits until the grant is known everywhere"
  }

  assert {
    condition     = length(google_secret_manager_secret.path.replication[0].user_managed[0].replicas[0].customer_managed_encryption) == 0
    error_message = "a key is used that nobody named"
  }

  assert {
    condition     = google_secret_manager_secret.path.labels.team == "platform"
    error_message = "the labels do not reach the secret"
  }
}

run "rotation_keeps_the_one_before" {
  variables {
    path_secret_generations = [2, 1]
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

run "a_number_left_out_changes_nothing" {
  variables {
    path_secret_generations = [3, 1]
  }

  assert {
    condition     = nonsensitive(google_secret_manager_secret_version.path.secret_data) == "${random_bytes.path["3"].hex},${random_bytes.path["1"].hex}"
    error_message = "want the third and the first, which is in use"
  }
}

run "end_of_a_rotation" {
  variables {
    path_secret_generations = [3]
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
    condition     = output.apis == ""
    error_message = "APIs are enabled against the choice"
  }
}

run "an_account_and_a_key_of_ones_own" {
  command = plan

  variables {
    service_account = "interpreter@other-project.iam.gserviceaccount.com"
    kms_key         = "projects/my-project/locations/europe-west1/keyRings/ring/cryptoKeys/key"
  }

  assert {
    condition     = length(google_service_account.this) == 0 && google_secret_manager_secret_iam_member.path.member == "serviceAccount:interpreter@other-project.iam.gserviceaccount.com"
    error_message = "the account given may not read the secret, or another one is made"
  }

  assert {
    condition     = google_secret_manager_secret.path.replication[0].user_managed[0].replicas[0].customer_managed_encryption[0].kms_key_name == var.kms_key
    error_message = "the secret is not encrypted with the key given"
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
