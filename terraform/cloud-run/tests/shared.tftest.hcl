# SPDX-FileCopyrightText: The Workload Interpreter Authors
# SPDX-License-Identifier: Apache-2.0

# Wrong values of the variables in variables.shared.tf, each refused before anything is made. terraform/cloud-function
# has the same file, so this is the test of both.

mock_provider "google" {
  source = "./tests/mocks"
}

mock_provider "random" {
  source = "./tests/mocks"
}

run "project_number" {
  command = plan

  variables {
    project_id = "123456789012"
  }

  expect_failures = [var.project_id]
}

run "project_display_name" {
  command = plan

  variables {
    project_id = "My Project"
  }

  expect_failures = [var.project_id]
}

run "region_empty" {
  command = plan

  variables {
    region = ""
  }

  expect_failures = [var.region]
}

run "region_is_a_zone" {
  command = plan

  variables {
    region = "europe-west1-b"
  }

  expect_failures = [var.region]
}

run "name_with_upper_case" {
  command = plan

  variables {
    name = "Interpreter"
  }

  expect_failures = [var.name]
}

run "name_too_long_for_a_service_account" {
  command = plan

  variables {
    name = "workload-interpreter-for-the-whole-fleet"
  }

  expect_failures = [var.name]
}

run "label_key_with_upper_case" {
  command = plan

  variables {
    labels = { Team = "platform" }
  }

  expect_failures = [var.labels]
}

run "label_value_with_space" {
  command = plan

  variables {
    labels = { team = "the platform" }
  }

  expect_failures = [var.labels]
}

run "cpu_below_one" {
  command = plan

  variables {
    cpu = 0.5
  }

  expect_failures = [var.cpu]
}

run "memory_without_unit" {
  command = plan

  variables {
    memory = "256"
  }

  expect_failures = [var.memory]
}

run "memory_in_another_unit" {
  command = plan

  variables {
    memory = "256M"
  }

  expect_failures = [var.memory]
}

run "memory_too_small" {
  command = plan

  variables {
    memory = "64Mi"
  }

  expect_failures = [var.memory]
}

run "concurrency_zero" {
  command = plan

  variables {
    concurrency = 0
  }

  expect_failures = [var.concurrency]
}

run "concurrency_beyond_the_platform" {
  command = plan

  variables {
    concurrency = 1001
  }

  expect_failures = [var.concurrency]
}

run "min_instances_negative" {
  command = plan

  variables {
    min_instances = -1
  }

  expect_failures = [var.min_instances]
}

run "max_instances_zero" {
  command = plan

  variables {
    max_instances = 0
  }

  expect_failures = [var.max_instances]
}

run "max_instances_no_guard" {
  command = plan

  variables {
    max_instances = 1000
  }

  expect_failures = [var.max_instances]
}

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

run "webhook_timeout_fraction" {
  command = plan

  variables {
    webhook_timeout_seconds = 2.5
  }

  expect_failures = [var.webhook_timeout_seconds]
}

run "request_timeout_below_webhook_timeout" {
  command = plan

  variables {
    request_timeout_seconds = 5
  }

  expect_failures = [var.request_timeout_seconds]
}

run "request_timeout_too_long" {
  command = plan

  variables {
    request_timeout_seconds = 300
  }

  expect_failures = [var.request_timeout_seconds]
}

run "path_secret_too_short" {
  command = plan

  variables {
    path_secrets = ["letmein"]
  }

  expect_failures = [var.path_secrets]
}

run "path_secret_of_one_letter" {
  command = plan

  variables {
    path_secrets = ["aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa"]
  }

  expect_failures = [var.path_secrets]
}

run "path_secret_of_digits" {
  command = plan

  variables {
    path_secrets = ["01234567890123456789012345678901"]
  }

  expect_failures = [var.path_secrets]
}

run "path_secret_with_a_slash" {
  command = plan

  variables {
    path_secrets = ["0123456789abcdef/0123456789abcdef"]
  }

  expect_failures = [var.path_secrets]
}

run "path_secrets_none" {
  command = plan

  variables {
    path_secrets = []
  }

  expect_failures = [var.path_secrets]
}

run "path_secrets_three" {
  command = plan

  variables {
    path_secrets = ["0123456789abcdef0123456789abcdef", "1123456789abcdef0123456789abcdef", "2123456789abcdef0123456789abcdef"]
  }

  expect_failures = [var.path_secrets]
}

run "path_secrets_twice_the_same" {
  command = plan

  variables {
    path_secrets = ["0123456789abcdef0123456789abcdef", "0123456789abcdef0123456789abcdef"]
  }

  expect_failures = [var.path_secrets]
}

run "path_secret_generation_zero" {
  command = plan

  variables {
    path_secret_generation = 0
  }

  expect_failures = [var.path_secret_generation]
}

run "custom_domain_with_scheme" {
  command = plan

  variables {
    custom_domain = "https://interpreter.example.com"
  }

  expect_failures = [var.custom_domain]
}

run "custom_domain_with_path" {
  command = plan

  variables {
    custom_domain = "interpreter.example.com/v1"
  }

  expect_failures = [var.custom_domain]
}

run "notification_channel_is_an_address" {
  command = plan

  variables {
    notification_channels = ["ops@example.com"]
  }

  expect_failures = [var.notification_channels]
}

run "alert_threshold_zero" {
  command = plan

  variables {
    alert_failures_per_minute = 0
  }

  expect_failures = [var.alert_failures_per_minute]
}

run "karmada_context_with_a_command" {
  command = plan

  variables {
    karmada_context = "karmada; true"
  }

  expect_failures = [var.karmada_context]
}

run "log_level_of_another_logger" {
  command = plan

  variables {
    log_level = "verbose"
  }

  expect_failures = [var.log_level]
}

run "log_level_that_starves_the_metric" {
  command = plan

  variables {
    log_level  = "off"
    log_metric = true
  }

  expect_failures = [var.log_level]
}
