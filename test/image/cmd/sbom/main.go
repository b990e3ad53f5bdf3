// SPDX-FileCopyrightText: The Workload Interpreter Authors
// SPDX-License-Identifier: Apache-2.0

// Program sbom prints an SPDX document that lists the modules linked into a Go program, as its build information names them.
// The same program gets the same document: the time in it is the epoch, as in the SBOMs that ko makes.
package main

import (
	"crypto/sha256"
	"debug/buildinfo"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"runtime/debug"
	"strings"
)

type document struct {
	SPDXVersion       string         `json:"spdxVersion"`
	DataLicense       string         `json:"dataLicense"`
	SPDXID            string         `json:"SPDXID"`
	Name              string         `json:"name"`
	DocumentNamespace string         `json:"documentNamespace"`
	CreationInfo      creationInfo   `json:"creationInfo"`
	Packages          []component    `json:"packages"`
	Relationships     []relationship `json:"relationships"`
}

type creationInfo struct {
	Created  string   `json:"created"`
	Creators []string `json:"creators"`
}

type component struct {
	SPDXID           string        `json:"SPDXID"`
	Name             string        `json:"name"`
	VersionInfo      string        `json:"versionInfo"`
	DownloadLocation string        `json:"downloadLocation"`
	FilesAnalyzed    bool          `json:"filesAnalyzed"`
	Checksums        []checksum    `json:"checksums,omitempty"`
	ExternalRefs     []externalRef `json:"externalRefs"`
}

type checksum struct {
	Algorithm string `json:"algorithm"`
	Value     string `json:"checksumValue"`
}

type externalRef struct {
	Category string `json:"referenceCategory"`
	Type     string `json:"referenceType"`
	Locator  string `json:"referenceLocator"`
}

type relationship struct {
	Element string `json:"spdxElementId"`
	Type    string `json:"relationshipType"`
	Related string `json:"relatedSpdxElement"`
}

func main() {
	if len(os.Args) != 3 {
		fmt.Fprintln(os.Stderr, "usage: sbom VERSION PROGRAM")
		os.Exit(2)
	}
	if err := write(os.Args[1], os.Args[2]); err != nil {
		fmt.Fprintln(os.Stderr, "sbom:", err)
		os.Exit(1)
	}
}

func write(version, path string) error {
	info, err := buildinfo.ReadFile(path)
	if err != nil {
		return err
	}
	content, err := os.ReadFile(path)
	if err != nil {
		return err
	}
	encoder := json.NewEncoder(os.Stdout)
	encoder.SetIndent("", "  ")
	return encoder.Encode(describe(info, version, filepath.Base(path), fmt.Sprintf("%x", sha256.Sum256(content))))
}

func describe(info *debug.BuildInfo, version, name, hash string) document {
	main := module(info.Path, version)
	main.Checksums = []checksum{{"SHA256", hash}}
	result := document{
		SPDXVersion: "SPDX-2.3", DataLicense: "CC0-1.0", SPDXID: "SPDXRef-DOCUMENT", Name: name,
		DocumentNamespace: "https://" + info.Main.Path + "/sbom/" + name + "-" + hash,
		CreationInfo:      creationInfo{"1970-01-01T00:00:00Z", []string{"Tool: " + info.Main.Path + "/test/image/cmd/sbom"}},
		Packages:          []component{main},
		Relationships:     []relationship{{"SPDXRef-DOCUMENT", "DESCRIBES", main.SPDXID}},
	}
	parts := []component{module("stdlib", strings.TrimPrefix(info.GoVersion, "go"))}
	for _, dependency := range info.Deps {
		if dependency.Replace != nil {
			dependency = dependency.Replace
		}
		parts = append(parts, module(dependency.Path, dependency.Version))
	}
	for _, part := range parts {
		result.Packages = append(result.Packages, part)
		result.Relationships = append(result.Relationships, relationship{main.SPDXID, "DEPENDS_ON", part.SPDXID})
	}
	return result
}

// module describes a module or package. The characters that an identifier of SPDX may not have become dots.
func module(path, version string) component {
	id := strings.Map(func(r rune) rune {
		if r == '-' || r == '.' || '0' <= r && r <= '9' || 'A' <= r && r <= 'Z' || 'a' <= r && r <= 'z' {
			return r
		}
		return '.'
	}, path+"-"+version)
	return component{
		SPDXID: "SPDXRef-Package-" + id, Name: path, VersionInfo: version, DownloadLocation: "NOASSERTION",
		ExternalRefs: []externalRef{{"PACKAGE-MANAGER", "purl", "pkg:golang/" + path + "@" + strings.ReplaceAll(version, "+", "%2B")}},
	}
}
