// SPDX-FileCopyrightText: The Workload Interpreter Authors
// SPDX-License-Identifier: Apache-2.0

// An editor for YAML: CodeMirror with the page's colors, problems at their places and completion from a schema. The Tab
// key leaves the editor, so that nobody who uses the keyboard is caught in it.

import { autocompletion, closeBrackets, closeBracketsKeymap, completionKeymap, type CompletionSource } from "@codemirror/autocomplete";
import { defaultKeymap, history, historyKeymap } from "@codemirror/commands";
import { yaml } from "@codemirror/lang-yaml";
import { bracketMatching, indentOnInput, indentUnit, syntaxHighlighting } from "@codemirror/language";
import { lintGutter, lintKeymap, setDiagnostics, type Diagnostic } from "@codemirror/lint";
import { Annotation, Compartment, EditorState, type Extension } from "@codemirror/state";
import { drawSelection, EditorView, highlightActiveLine, highlightActiveLineGutter, keymap, lineNumbers } from "@codemirror/view";
import { classHighlighter } from "@lezer/highlight";
import type { Place, Problem } from "./types";

/** Marks changes that the page made itself. */
const own = Annotation.define<boolean>();

const nonce = document.querySelector("script")?.nonce ?? "";

export interface Options {
  label: string;
  small?: boolean;
  /** Breaks long lines, as expressions often are. */
  wrap?: boolean;
  completion?: CompletionSource;
  changed: (text: string) => void;
}

export class Editor {
  readonly view: EditorView;
  private readonly label = new Compartment();

  constructor(parent: Element, options: Options) {
    const large: Extension = options.small ? [] : [lineNumbers(), highlightActiveLineGutter(), highlightActiveLine()];
    this.view = new EditorView({
      parent,
      extensions: [
        EditorView.cspNonce.of(nonce),
        large, options.wrap ? EditorView.lineWrapping : [], lintGutter(), history(), drawSelection(), indentOnInput(), bracketMatching(), closeBrackets(),
        indentUnit.of("  "), EditorState.tabSize.of(2),
        yaml(), syntaxHighlighting(classHighlighter),
        autocompletion({ override: options.completion ? [options.completion] : [], icons: false }),
        keymap.of([...closeBracketsKeymap, ...defaultKeymap, ...historyKeymap, ...completionKeymap, ...lintKeymap]),
        this.label.of(EditorView.contentAttributes.of({ "aria-label": options.label, tabindex: "0" })),
        EditorView.updateListener.of((update) => {
          if (update.docChanged && !update.transactions.some((t) => t.annotation(own))) options.changed(update.state.doc.toString());
        }),
      ],
    });
  }

  get text(): string {
    return this.view.state.doc.toString();
  }

  set text(text: string) {
    if (text === this.text) return;
    this.view.dispatch({ changes: { from: 0, to: this.view.state.doc.length, insert: text }, annotations: own.of(true) });
  }

  /** Names the editor for screen readers. */
  rename(label: string): void {
    this.view.dispatch({ effects: this.label.reconfigure(EditorView.contentAttributes.of({ "aria-label": label, tabindex: "0" })) });
  }

  /** Marks the problems, each from its column to the end of the line. */
  mark(problems: Problem[]): void {
    const diagnostics = problems.map((problem): Diagnostic => {
      const line = this.line(problem.line);
      const from = Math.min(line.from + problem.column - 1, line.to);
      return { from, to: Math.max(from, line.to), severity: "error", message: problem.message };
    });
    this.view.dispatch(setDiagnostics(this.view.state, diagnostics));
  }

  /** Puts the cursor at the place and shows it. */
  show(place: Place): void {
    const line = this.line(place.line);
    const anchor = Math.min(line.from + place.column - 1, line.to);
    this.view.dispatch({ selection: { anchor, head: line.to }, effects: EditorView.scrollIntoView(anchor, { y: "center" }) });
    this.view.focus();
  }

  private line(number: number) {
    const doc = this.view.state.doc;
    return doc.line(Math.max(1, Math.min(number, doc.lines)));
  }
}
