# SPDX-FileCopyrightText: The Workload Interpreter Authors
# SPDX-License-Identifier: Apache-2.0

# The contents of the upload.

mock_provider "google" {
  source = "./tests/mocks"
}

mock_provider "random" {
  source = "./tests/mocks"
}

mock_provider "time" {}

variables {
  source_root         = null
  deletion_protection = false
}

run "contents" {
  assert {
    condition     = alltrue([for f in ["go.mod", "go.sum", "upload.go", "function/function.go"] : contains(keys(local.upload), f)])
    error_message = "go.mod, go.sum, the root file or the function is missing"
  }

  assert {
    condition     = join(" ", [for f in keys(local.upload) : f if !strcontains(f, "/") && endswith(f, ".go")]) == "upload.go"
    error_message = "the buildpack demands exactly one package in the root"
  }

  assert {
    condition     = length([for f in keys(local.upload) : f if endswith(f, "_test.go") || strcontains(f, "testdata") || startswith(f, "internal/cli/") || can(regex("^function/.*/", f))]) == 0
    error_message = "tests, their data or what the command line is made of are in the upload"
  }

  assert {
    condition     = strcontains(local.upload["upload.go"], "_ \"workload.example.io/interpreter/function\"")
    error_message = "the root file does not import the function"
  }

  assert {
    condition     = strcontains(local.upload["upload.go"], "_ \"github.com/GoogleCloudPlatform/functions-framework-go/functions\"")
    error_message = "without this import the buildpack looks for a Go function of the entry point's name"
  }

  assert {
    condition     = toset([for s in archive_file.source.source : s.filename]) == toset(keys(local.upload))
    error_message = "the archive holds other files than the upload"
  }

  assert {
    condition     = length(regexall("(?m)^go 1\\.26\\.[0-7]$", local.upload["go.mod"])) == 1 && length(regexall("(?m)^toolchain", local.upload["go.mod"])) == 0
    error_message = "go.mod asks for a newer Go than the runtime ships"
  }
}
