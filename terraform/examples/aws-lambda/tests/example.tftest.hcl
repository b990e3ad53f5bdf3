# SPDX-FileCopyrightText: The Workload Interpreter Authors
# SPDX-License-Identifier: Apache-2.0

mock_provider "aws" {
  mock_resource "aws_lambda_function_url" {
    defaults = { function_url = "https://abc123.lambda-url.eu-central-1.on.aws/" }
  }

  mock_resource "aws_iam_role" {
    defaults = { arn = "arn:aws:iam::123456789012:role/workload-interpreter" }
  }
}

mock_provider "random" {
  mock_resource "random_bytes" {
    defaults = { hex = "00112233445566778899aabbccddeeff00112233445566778899aabbccddeeff" }
  }
}

variables {
  image = "123456789012.dkr.ecr.eu-central-1.amazonaws.com/interpreter@sha256:0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef"
}

run "outputs" {
  assert {
    condition     = output.webhook_url == "https://abc123.lambda-url.eu-central-1.on.aws/00112233445566778899aabbccddeeff00112233445566778899aabbccddeeff"
    error_message = "webhook_url is not the function's URL and the path secret"
  }

  assert {
    condition     = issensitive(output.webhook_url)
    error_message = "an output with the path secret is not sensitive"
  }

  assert {
    condition     = aws_lambda_function.this.timeout >= 30 && aws_lambda_function.this.environment[0].variables.AWS_LWA_READINESS_CHECK_PATH == "/readyz"
    error_message = "the function gives up before Karmada does, or the adapter asks another path than the container answers"
  }

  assert {
    condition = (
      aws_lambda_function_url.this.authorization_type == "NONE"
      && aws_lambda_permission.url.action == "lambda:InvokeFunctionUrl" && aws_lambda_permission.url.function_url_auth_type == "NONE"
      && aws_lambda_permission.invoke.action == "lambda:InvokeFunction" && aws_lambda_permission.invoke.invoked_via_function_url
    )
    error_message = "want both permissions that a public function URL needs"
  }
}

run "image_of_another_registry" {
  command = plan

  variables {
    image = "registry.example.com/interpreter@sha256:0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef"
  }

  expect_failures = [var.image]
}
