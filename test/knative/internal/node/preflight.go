// SPDX-FileCopyrightText: The Workload Interpreter Authors
// SPDX-License-Identifier: Apache-2.0

package node

import (
	"errors"
	"fmt"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"syscall"
)

// programs come from the distribution.
var programs = []string{"containerd", "ctr", "runc", "iptables", "conntrack", "ip"}

// cniFolders are where distributions and others put the network plugins.
var cniFolders = []string{"/usr/lib/cni", "/opt/cni/bin", "/usr/libexec/cni"}

// controllers are those without which the kubelet does not start.
var controllers = []string{"cpu", "cpuset", "memory", "pids"}

const (
	diskBytes   = 8 << 30
	memoryBytes = 3 << 30
)

// Preflight says everything at once that a machine lacks to run a node whose files are in dir, with programs that are wanted
// beyond those of a node.
func Preflight(dir string, more ...string) error {
	var lacks []error
	lack := func(format string, args ...any) { lacks = append(lacks, fmt.Errorf("  "+format, args...)) }
	if runtime.GOOS != "linux" || os.Geteuid() != 0 {
		lack("root on Linux, because containers need namespaces and mounts")
	}
	missing := slices.DeleteFunc(slices.Concat(programs, more), func(name string) bool { _, err := exec.LookPath(name); return err == nil })
	if len(missing) > 0 {
		lack("the programs %s: scripts/knative-packages.sh installs them on Debian and Ubuntu", strings.Join(missing, ", "))
	}
	if cniFolder() == "" {
		lack("the network plugins ptp and host-local in one of %s", strings.Join(cniFolders, ", "))
	}
	for _, controller := range controllers {
		if !hasController(controller) {
			lack("the controller %s of control groups, of version 1 or 2", controller)
		}
	}
	if content, err := os.ReadFile("/proc/filesystems"); err != nil || !strings.Contains(string(content), "overlay") {
		lack("the file system overlay in the kernel")
	}
	if !slices.Contains(missing, "iptables") {
		if err := iptablesWorks(); err != nil {
			lack("iptables with nat and comments: %v", err)
		}
	}
	if free, err := freeBytes(dir); err == nil && free < diskBytes {
		lack("%d GiB of disk at %s, there are %d", diskBytes>>30, dir, free>>30)
	}
	var memory syscall.Sysinfo_t
	if err := syscall.Sysinfo(&memory); err == nil && memory.Totalram*uint64(memory.Unit) < memoryBytes {
		lack("%d GiB of memory", memoryBytes>>30)
	}
	if err := addressFree(); err != nil {
		lack("%v", err)
	}
	if len(lacks) == 0 {
		return nil
	}
	return fmt.Errorf("this machine lacks:\n%w", errors.Join(lacks...))
}

// cniFolder is the folder with the network plugins, empty if there is none.
func cniFolder() string {
	for _, folder := range cniFolders {
		_, err1 := exec.LookPath(filepath.Join(folder, "ptp"))
		_, err2 := exec.LookPath(filepath.Join(folder, "host-local"))
		if errors.Join(err1, err2) == nil {
			return folder
		}
	}
	return ""
}

// hasController reports whether a hierarchy has the controller.
func hasController(name string) bool {
	if content, err := os.ReadFile(filepath.Join(cgroupRoot, "cgroup.controllers")); err == nil {
		return slices.Contains(strings.Fields(string(content)), name)
	}
	_, err := os.Stat(filepath.Join(cgroupRoot, name))
	return err == nil
}

// iptablesWorks makes a rule such as kube-proxy does in a network namespace of its own.
func iptablesWorks() error {
	for _, rule := range []string{"--table nat --append POSTROUTING --match comment --comment x --jump MASQUERADE",
		"--append FORWARD --match conntrack --ctstate INVALID --jump DROP", "--append FORWARD --match statistic --mode random --probability 0.5 --jump ACCEPT"} {
		cmd := exec.Command("iptables", strings.Fields(rule)...)
		cmd.SysProcAttr = &syscall.SysProcAttr{Cloneflags: syscall.CLONE_NEWNET}
		if out, err := cmd.CombinedOutput(); err != nil {
			return fmt.Errorf("%w: %s", err, strings.TrimSpace(string(out)))
		}
	}
	return nil
}

// freeBytes is the room at the nearest folder that there is.
func freeBytes(dir string) (uint64, error) {
	var fs syscall.Statfs_t
	for {
		err := syscall.Statfs(dir, &fs)
		if err == nil || dir == filepath.Dir(dir) {
			return fs.Bavail * uint64(fs.Bsize), err
		}
		dir = filepath.Dir(dir)
	}
}

// addressFree wants nobody else to have the addresses of the link.
func addressFree() error {
	_, ours, err := net.ParseCIDR(HostIP + "/24")
	if err != nil {
		return err
	}
	interfaces, err := net.Interfaces()
	if err != nil {
		return err
	}
	for _, one := range interfaces {
		addresses, err := one.Addrs()
		if err != nil || one.Name == hostLink {
			continue
		}
		for _, address := range addresses {
			if network, ok := address.(*net.IPNet); ok && (ours.Contains(network.IP) || network.Contains(ours.IP)) {
				return fmt.Errorf("the addresses %s, which %s has", ours, one.Name)
			}
		}
	}
	return nil
}

// snapshotter is how containerd keeps images in dir: overlayfs cannot lie on overlayfs, as in a container.
func snapshotter(dir string) string {
	const overlay = 0x794c7630
	var fs syscall.Statfs_t
	if err := syscall.Statfs(dir, &fs); err == nil && fs.Type == overlay {
		return "native"
	}
	return "overlayfs"
}
