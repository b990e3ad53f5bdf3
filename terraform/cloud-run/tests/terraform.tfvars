# SPDX-FileCopyrightText: The Workload Interpreter Authors
# SPDX-License-Identifier: Apache-2.0

project_id = "my-project"
region     = "europe-west1"
image      = "europe-west1-docker.pkg.dev/my-project/interpreter/knative@sha256:0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef"
