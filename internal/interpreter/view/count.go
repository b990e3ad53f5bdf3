// SPDX-FileCopyrightText: The Workload Interpreter Authors
// SPDX-License-Identifier: Apache-2.0

package view

// CountRange is what a number of replicas has to be, as errors say it.
const CountRange = "integer from 0 to 2147483647"

// Count returns a number of replicas as it stands in an object, or what it means to be absent. A negative number is an
// error that names the path.
func Count(value *int32, absent int32, path string) (int32, error) {
	if value == nil {
		return absent, nil
	}
	if *value < 0 {
		return 0, &Error{Path: path, Want: CountRange, Got: "negative number"}
	}
	return *value, nil
}
