// SPDX-FileCopyrightText: The Workload Interpreter Authors
// SPDX-License-Identifier: Apache-2.0

// Package node runs a Kubernetes cluster of one node, with containerd and real pods, that leaves nothing behind.
//
// Everything lives in new mount, network, pid, uts and ipc namespaces below one process, which is process 1 there: when it
// ends, in whatever way, the kernel ends every container and removes every mount, bridge, link and rule with it. Only the
// control groups outlive it; the guard that waits for it outside removes those, and Sweep does it again.
//
// The node has no default route, so nothing inside reaches outside. Its network plugin does not enforce NetworkPolicy; one of
// package partners does. Root and Linux only, see Preflight. It runs with control groups of version 1; with version 2 only its
// making of the groups was tried.
package node

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"os"
	"os/exec"
	"runtime"
	"strconv"
	"strings"
	"syscall"
	"time"

	"workload.example.io/interpreter/test/knative/internal/apiserver"
)

const (
	// HostIP and IP are the two ends of the link between the machine and the node.
	HostIP = "10.213.97.1"
	// IP is the address of the node.
	IP = "10.213.97.2"

	// hostLink is the machine's end. The other one is called eth0.
	hostLink = "knative-test"

	// controlGroup is the folder below which kubelet and containerd put theirs.
	controlGroup = "workload-interpreter-knative"

	namespaces = syscall.CLONE_NEWNS | syscall.CLONE_NEWNET | syscall.CLONE_NEWPID | syscall.CLONE_NEWUTS | syscall.CLONE_NEWIPC
)

// lock makes sure that one node at a time runs on the machine: addresses and names are fixed. It ends with the process.
func lock() (io.Closer, error) {
	held, err := net.Listen("unix", "@"+controlGroup)
	if err != nil {
		return nil, errors.New("another node runs on this machine\nnext: make -C test knative-down in the checkout that it was started from")
	}
	return held, nil
}

// Guard runs argv as process 1 of new namespaces with a link to the machine, waits until it ends or ctx does, and removes
// the control groups.
func Guard(ctx context.Context, argv []string) error {
	held, err := lock()
	if err != nil {
		return err
	}
	defer held.Close()
	if err := errors.Join(sweep(), makeControlGroups()); err != nil {
		return err
	}
	defer func() { _ = sweep() }()
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	// The guard's own death, by any signal, ends process 1 and with it everything inside. The kernel looks at the thread.
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	cmd := exec.CommandContext(ctx, argv[0], argv[1:]...)
	cmd.Stdout, cmd.Stderr = os.Stdout, os.Stderr
	cmd.SysProcAttr = &syscall.SysProcAttr{Cloneflags: namespaces, Pdeathsig: syscall.SIGKILL}
	if err := cmd.Start(); err != nil {
		return fmt.Errorf("cannot make namespaces (this needs root): %w", err)
	}
	if err := link(cmd.Process.Pid); err != nil {
		cancel()
		return errors.Join(err, cmd.Wait())
	}
	return cmd.Wait()
}

// link connects the machine with the network namespace of pid.
func link(pid int) error {
	for _, command := range []string{
		"ip link add " + hostLink + " type veth peer name eth0 netns " + strconv.Itoa(pid),
		"ip address add " + HostIP + "/30 dev " + hostLink,
		"ip link set " + hostLink + " up",
	} {
		if err := run(command); err != nil {
			return err
		}
	}
	return nil
}

// Enter is called first by process 1: it covers the machine's folders that containers write to and waits for its network.
func Enter(ctx context.Context) error {
	mounts := []struct {
		source, target, kind string
		flags                uintptr
	}{
		{"none", "/", "", syscall.MS_REC | syscall.MS_PRIVATE},
		{"proc", "/proc", "proc", 0},
	}
	for _, m := range mounts {
		if err := syscall.Mount(m.source, m.target, m.kind, m.flags, ""); err != nil {
			return fmt.Errorf("cannot mount %s: %w", m.target, err)
		}
	}
	for folder, but := range covered {
		if err := cover(folder, but); err != nil {
			return err
		}
	}
	if err := syscall.Sethostname([]byte(Name)); err != nil {
		return err
	}
	for run("ip link show eth0") != nil {
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-time.After(20 * time.Millisecond):
		}
	}
	for _, command := range []string{"ip link set lo up", "ip address add " + IP + "/30 dev eth0", "ip link set eth0 up",
		// The API server and the ingress call services from the node itself: the kernel wants a route before it looks at
		// the rules of kube-proxy. It is not used, as those give every such packet another destination.
		"ip route add " + apiserver.ServiceNetwork + " dev eth0",
		"ip route add unreachable default metric 4096"} {
		if err := run(command); err != nil {
			return err
		}
	}
	return os.WriteFile("/proc/sys/net/ipv4/ip_forward", []byte("1"), 0)
}

func run(command string) error {
	argv := strings.Fields(command)
	out, err := exec.Command(argv[0], argv[1:]...).CombinedOutput()
	if err != nil {
		return fmt.Errorf("cannot run %s: %w: %s", command, err, strings.TrimSpace(string(out)))
	}
	return nil
}
