#!/usr/bin/env bash
# SPDX-FileCopyrightText: The Workload Interpreter Authors
# SPDX-License-Identifier: Apache-2.0
#
# Installs what make -C test knative-up and make -C test e2e-knative take from Debian or Ubuntu: a container runtime and network tools. As root.
set -euo pipefail

packages=(conntrack containerd containernetworking-plugins iproute2 ipset iptables runc)
if ! dpkg --status "${packages[@]}" >/dev/null 2>&1; then
  apt-get update
  DEBIAN_FRONTEND=noninteractive apt-get install --yes --no-install-recommends "${packages[@]}"
fi
