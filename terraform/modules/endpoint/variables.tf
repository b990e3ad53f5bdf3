# SPDX-FileCopyrightText: The Workload Interpreter Authors
# SPDX-License-Identifier: Apache-2.0

# Checked where they are set: in terraform/cloud-run and terraform/cloud-function.

variable "project_id" {
  type        = string
  description = "Project of the endpoint."
}

variable "region" {
  type        = string
  description = "Region of the endpoint."
}

variable "name" {
  type        = string
  description = "Name of the endpoint, of Karmada's configuration for it, and of the metrics."
}

variable "labels" {
  type        = map(string)
  description = "Labels for the domain mapping and the alert policies."
}

variable "service_id" {
  type        = string
  description = "Full name of the service or function. Another one is another endpoint."
}

variable "service_name" {
  type        = string
  description = "Name of the Cloud Run service."
}

variable "service_url" {
  type        = string
  description = "URL of the Cloud Run service, without a path."

  validation {
    condition     = startswith(var.service_url, "https://") && !endswith(var.service_url, "/")
    error_message = "service_url: want https:// and a host, without a slash at the end."
  }
}

variable "path_secret" {
  type        = string
  description = "The current path secret."
  sensitive   = true
}

variable "webhook_timeout_seconds" {
  type        = number
  description = "How long Karmada waits for an answer."
}

variable "custom_domain" {
  type        = string
  description = "Host name for the endpoint, or null for the service's own."
}

variable "create_domain_mapping" {
  type        = bool
  description = "Map the custom domain, or leave that to a load balancer."
}

variable "kinds" {
  type        = any
  description = "The decoded descriptions of kinds that are served beside those in Go."
}

variable "keep_stranger_logs" {
  type        = bool
  description = "Keep the log entries of requests without the path secret."
}

variable "deletion_protection" {
  type        = bool
  description = "Refuse to destroy the endpoint and all around it."
}

variable "propagation_wait" {
  type        = string
  description = "How long to wait until a new metric is known everywhere."
}

variable "log_metric" {
  type        = bool
  description = "Count failed and refused calls in log-based metrics."
}

variable "notification_channels" {
  type        = list(string)
  description = "Where an alert goes. None, no alert."
}

variable "alert_failures_per_minute" {
  type        = number
  description = "Failed calls per minute that raise the alert."
}

variable "karmada_context" {
  type        = string
  description = "kubeconfig context of Karmada's API server."
}
