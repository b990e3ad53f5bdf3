# SPDX-FileCopyrightText: The Workload Interpreter Authors
# SPDX-License-Identifier: Apache-2.0

# The container image on AWS Lambda, behind the Lambda Web Adapter and a function URL: docs/platforms/aws-lambda.md.

provider "aws" {
  region = var.region
}

resource "random_bytes" "path" {
  length = 32
}

resource "aws_iam_role" "this" {
  name = var.name

  assume_role_policy = jsonencode({
    Version = "2012-10-17"
    Statement = [{
      Effect    = "Allow"
      Action    = "sts:AssumeRole"
      Principal = { Service = "lambda.amazonaws.com" }
    }]
  })
}

# The function calls no service of AWS: its role may write its log and nothing else.
resource "aws_iam_role_policy_attachment" "log" {
  role       = aws_iam_role.this.name
  policy_arn = "arn:aws:iam::aws:policy/service-role/AWSLambdaBasicExecutionRole"
}

resource "aws_cloudwatch_log_group" "this" {
  name              = "/aws/lambda/${var.name}"
  retention_in_days = 30
}

resource "aws_lambda_function" "this" {
  function_name = var.name
  role          = aws_iam_role.this.arn
  package_type  = "Image"
  image_uri     = var.image
  architectures = ["x86_64"]
  timeout       = 30
  memory_size   = 512

  # The guard of the budget: an instance answers one call at a time, so this many run at most.
  reserved_concurrent_executions = var.max_instances

  environment {
    variables = {
      INTERPRETER_PATH_SECRETS    = random_bytes.path.hex
      INTERPRETER_SECRET_REQUIRED = "true"
      PORT                        = "8080"
      # Of the adapter: where it forwards calls, and when the server is ready for them.
      AWS_LWA_PORT                 = "8080"
      AWS_LWA_READINESS_CHECK_PATH = "/readyz"
    }
  }

  depends_on = [aws_cloudwatch_log_group.this, aws_iam_role_policy_attachment.log]
}

# Karmada can send no credential; the path secret stands in for one.
resource "aws_lambda_function_url" "this" {
  function_name      = aws_lambda_function.this.function_name
  authorization_type = "NONE"
}

# Function URLs made since October 2025 need both permissions.
resource "aws_lambda_permission" "url" {
  statement_id           = "FunctionURLAllowPublicAccess"
  action                 = "lambda:InvokeFunctionUrl"
  function_name          = aws_lambda_function.this.function_name
  principal              = "*"
  function_url_auth_type = "NONE"
}

resource "aws_lambda_permission" "invoke" {
  statement_id             = "FunctionURLAllowInvokeAction"
  action                   = "lambda:InvokeFunction"
  function_name            = aws_lambda_function.this.function_name
  principal                = "*"
  invoked_via_function_url = true
}
