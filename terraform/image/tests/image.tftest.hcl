# SPDX-FileCopyrightText: The Workload Interpreter Authors
# SPDX-License-Identifier: Apache-2.0

mock_provider "google" {}

mock_provider "time" {}

mock_provider "ko" {
  mock_resource "ko_build" {
    defaults = {
      image_ref = "europe-west1-docker.pkg.dev/my-project/workload-interpreter/knative@sha256:0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef"
    }
  }
}

variables {
  project_id = "my-project"
  region     = "europe-west1"
}

run "image" {
  assert {
    condition     = output.image == ko_build.this.image_ref
    error_message = "the image is not the one that was built"
  }

  assert {
    condition     = ko_build.this.repo == "europe-west1-docker.pkg.dev/my-project/workload-interpreter/knative"
    error_message = "the image is pushed elsewhere"
  }

  assert {
    condition     = ko_build.this.importpath == "workload.example.io/interpreter/knative" && fileexists("${ko_build.this.working_dir}/knative/main.go")
    error_message = "something else than the container's main is built"
  }

  assert {
    condition     = ko_build.this.platforms == tolist(["linux/amd64"])
    error_message = "Cloud Run runs linux/amd64"
  }
}

run "source_root_without_go_mod" {
  command = plan

  variables {
    source_root = "./tests"
  }

  expect_failures = [var.source_root]
}

run "base_image_with_scheme" {
  command = plan

  variables {
    base_image = "https://cgr.dev/chainguard/static"
  }

  expect_failures = [var.base_image]
}
