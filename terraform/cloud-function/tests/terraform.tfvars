# SPDX-FileCopyrightText: The Workload Interpreter Authors
# SPDX-License-Identifier: Apache-2.0

project_id = "my-project"
region     = "europe-west1"

# A small source; the upload's own test takes the real one.
source_root = "./tests/source"
