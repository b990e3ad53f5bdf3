// SPDX-FileCopyrightText: The Workload Interpreter Authors
// SPDX-License-Identifier: Apache-2.0

// Where everything stands in the picture of a rollout, beside each other or, where it is narrow, below each other.

export interface Box { x: number; y: number; width: number; height: number }

export interface Layout { width: number; height: number; narrow: boolean; template: Box; members: Box[]; status: Box }

const gap = 18;
const member = 128;

/** Lays out the picture for a width in pixels, so many members, and so many lines of status. */
export function layout(width: number, members: number, lines: number): Layout {
  const status = 52 + Math.max(1, lines) * 17;
  return width < 720 ? below(width, members, status) : beside(width, members, status);
}

function beside(width: number, count: number, status: number): Layout {
  const side = Math.min(230, width * 0.21);
  const middle = Math.min(440, width * 0.36);
  const height = Math.max(count * member + (count - 1) * gap, status, 150);
  const x = (width - middle) / 2;
  const first = (height - (count * member + (count - 1) * gap)) / 2;
  return {
    width, height, narrow: false,
    template: { x: 1, y: (height - 118) / 2, width: side, height: 118 },
    members: Array.from({ length: count }, (_, i) => ({ x, y: first + i * (member + gap), width: middle, height: member })),
    status: { x: width - side - 1, y: (height - status) / 2, width: side, height: status },
  };
}

function below(width: number, count: number, status: number): Layout {
  const gutter = 34;
  const top = 118 + 30;
  const bottom = top + count * (member + gap) + 12;
  return {
    width, height: bottom + status + 1, narrow: true,
    template: { x: 1, y: 1, width: width - 2, height: 112 },
    members: Array.from({ length: count }, (_, i) => ({ x: gutter, y: top + i * (member + gap), width: width - 2 * gutter, height: member })),
    status: { x: 1, y: bottom, width: width - 2, height: status },
  };
}

/** The way from the template to a member. */
export function out(l: Layout, i: number): string {
  const to = l.members[i] as Box;
  const y = to.y + to.height / 2;
  if (l.narrow) return `M 17 ${l.template.y + l.template.height} V ${y - 10} Q 17 ${y} 27 ${y} H ${to.x}`;
  const from = l.template.x + l.template.width;
  return curve(from, l.template.y + l.template.height / 2, to.x, y);
}

/** The way back from a member to the sum. */
export function back(l: Layout, i: number): string {
  const from = l.members[i] as Box;
  const y = from.y + from.height / 2;
  if (l.narrow) return `M ${from.x + from.width} ${y} H ${l.width - 27} Q ${l.width - 17} ${y} ${l.width - 17} ${y + 10} V ${l.status.y}`;
  return curve(from.x + from.width, y, l.status.x, l.status.y + l.status.height / 2);
}

function curve(x1: number, y1: number, x2: number, y2: number): string {
  const middle = (x1 + x2) / 2;
  return `M ${x1} ${y1} C ${middle} ${y1} ${middle} ${y2} ${x2} ${y2}`;
}

/** Where the number on the way to a member stands. */
export function midway(l: Layout, i: number): { x: number; y: number } {
  const to = l.members[i] as Box;
  const y = to.y + to.height / 2;
  if (l.narrow) return { x: 17, y };
  return { x: (l.template.x + l.template.width + to.x) / 2, y: (l.template.y + l.template.height / 2 + y) / 2 };
}
