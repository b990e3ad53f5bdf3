module github.com/hashicorp/terraform/internal/backend/remote-state

go 1.26.0

exclude github.com/hashicorp/terraform/internal/backend/remote-state/azure v0.0.0-00010101000000-000000000000

exclude github.com/hashicorp/terraform/internal/backend/remote-state/consul v0.0.0-00010101000000-000000000000

exclude github.com/hashicorp/terraform/internal/backend/remote-state/cos v0.0.0-00010101000000-000000000000

exclude github.com/hashicorp/terraform/internal/backend/remote-state/gcs v0.0.0-00010101000000-000000000000

exclude github.com/hashicorp/terraform/internal/backend/remote-state/kubernetes v0.0.0-00010101000000-000000000000

exclude github.com/hashicorp/terraform/internal/backend/remote-state/oci v0.0.0-00010101000000-000000000000

exclude github.com/hashicorp/terraform/internal/backend/remote-state/oss v0.0.0-00010101000000-000000000000

exclude github.com/hashicorp/terraform/internal/backend/remote-state/pg v0.0.0-00010101000000-000000000000

exclude github.com/hashicorp/terraform/internal/backend/remote-state/s3 v0.0.0-00010101000000-000000000000

exclude github.com/hashicorp/terraform/internal/legacy v0.0.0-00010101000000-000000000000

require github.com/hashicorp/terraform v1.13.3

require (
	github.com/agext/levenshtein v1.2.3 // indirect
	github.com/apparentlymart/go-cidr v1.1.0 // indirect
	github.com/apparentlymart/go-textseg/v15 v15.0.0 // indirect
	github.com/apparentlymart/go-versions v1.0.2 // indirect
	github.com/bmatcuk/doublestar v1.1.5 // indirect
	github.com/davecgh/go-spew v1.1.2-0.20180830191138-d8f796af33cc // indirect
	github.com/google/go-cmp v0.7.0 // indirect
	github.com/google/uuid v1.6.0 // indirect
	github.com/hashicorp/go-slug v0.16.3 // indirect
	github.com/hashicorp/go-uuid v1.0.3 // indirect
	github.com/hashicorp/go-version v1.7.0 // indirect
	github.com/hashicorp/hcl/v2 v2.24.0 // indirect
	github.com/hashicorp/terraform-registry-address v0.3.0 // indirect
	github.com/hashicorp/terraform-svchost v0.1.1 // indirect
	github.com/mitchellh/go-homedir v1.1.0 // indirect
	github.com/mitchellh/go-wordwrap v1.0.1 // indirect
	github.com/spf13/afero v1.9.5 // indirect
	github.com/zclconf/go-cty v1.16.3 // indirect
	github.com/zclconf/go-cty-yaml v1.1.0 // indirect
	golang.org/x/crypto v0.39.0 // indirect
	golang.org/x/mod v0.25.0 // indirect
	golang.org/x/net v0.41.0 // indirect
	golang.org/x/sync v0.15.0 // indirect
	golang.org/x/sys v0.33.0 // indirect
	golang.org/x/text v0.26.0 // indirect
	golang.org/x/tools v0.33.0 // indirect
)
