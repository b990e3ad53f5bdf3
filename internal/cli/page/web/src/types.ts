// SPDX-FileCopyrightText: The Workload Interpreter Authors
// SPDX-License-Identifier: Apache-2.0

// The types of the server's answers: see answers.go, answer.go, rollout.go and page.go.

export interface Member { name: string; weight: number; status: string }

export interface Contents { description: string; object: string; member: string; replicas: number; members: Member[] }

export interface Example { name: string; group: string }

export interface Schema {
  type?: string;
  description?: string;
  enum?: unknown[];
  properties?: Record<string, Schema>;
  items?: Schema;
  anyOf?: Schema[];
  additionalProperties?: Schema | boolean;
}

export interface Start { examples: Example[]; contents: Contents; operations: string[]; description: Schema; schemas: Record<string, Schema> }

export interface Place { line: number; column: number }

export interface Problem extends Place { editor: string; message: string }

export interface Change { op: string; path: string; value?: unknown; place: Place }

export interface Requirements { [name: string]: unknown }

export interface Component { name: string; replicas: number; replicaRequirements?: Requirements }

export interface Dependency { apiVersion: string; kind: string; namespace?: string; name?: string; labelSelector?: unknown }

export interface Values {
  replica?: number;
  requires?: Requirements | null;
  components?: Component[] | null;
  dependencies?: Dependency[] | null;
  healthy?: boolean;
  [name: string]: unknown;
}

/** A path or an expression of the description, and what it gave. */
export interface Step {
  field: string;
  gives?: string;
  variable?: string;
  line: number;
  column: number;
  path?: string;
  expression?: string;
  value?: string;
  cost?: number;
  error?: string;
}

export interface Answer {
  operation: string;
  state: "answered" | "refused" | "unsupported" | "unasked";
  message?: string;
  values?: Values;
  text?: string;
  diff?: string;
  patch?: Change[];
  warnings?: string[];
  behind?: Step[];
  microseconds?: number;
}

export interface MemberRollout {
  name: string;
  weight: number;
  replicas: number;
  receives: boolean;
  revised: Answer;
  status: Answer;
  healthAnswer: Answer;
  health: string;
  collected: string;
}

export interface Rollout { divided: boolean; replicas: number; members: MemberRollout[] | null; status: string }

export interface Answers { kind: string; apiVersion: string; problems: Problem[]; costLimit: number; answers: Answer[]; rollout: Rollout }
