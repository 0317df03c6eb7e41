import { defaultKeymap, history, historyKeymap, indentWithTab } from "@codemirror/commands";
import { yaml } from "@codemirror/lang-yaml";
import { HighlightStyle, indentUnit, syntaxHighlighting } from "@codemirror/language";
import { type Diagnostic, lintGutter, setDiagnostics } from "@codemirror/lint";
import { EditorState } from "@codemirror/state";
import {
  drawSelection,
  EditorView,
  highlightActiveLine,
  keymap,
  lineNumbers,
} from "@codemirror/view";
import { tags } from "@lezer/highlight";
import type { CandidateFinding } from "#shared/contracts/console.ts";
import { locale } from "../../settings.ts";

const colours = HighlightStyle.define([
  { tag: [tags.propertyName, tags.definition(tags.propertyName)], color: "var(--accent)" },
  { tag: [tags.string, tags.content], color: "var(--ink)" },
  { tag: [tags.number, tags.bool, tags.null], color: "var(--warm)" },
  { tag: tags.comment, color: "var(--quiet)", fontStyle: "italic" },
]);

const look = EditorView.theme({
  "&": { color: "var(--ink)", backgroundColor: "var(--card)", fontSize: "13px", height: "100%" },
  "&.cm-focused": { outline: "2px solid var(--accent)" },
  ".cm-scroller": { fontFamily: "var(--mono)", lineHeight: "1.5" },
  ".cm-gutters": { backgroundColor: "var(--sunk)", color: "var(--quiet)", border: "none" },
  ".cm-activeLine": { backgroundColor: "color-mix(in oklab, var(--accent) 8%, transparent)" },
  ".cm-cursor": { borderLeftColor: "var(--ink)" },
  ".cm-selectionBackground, &.cm-focused .cm-selectionBackground": {
    backgroundColor: "color-mix(in oklab, var(--accent) 24%, transparent) !important",
  },
  ".cm-tooltip": {
    backgroundColor: "var(--card)",
    color: "var(--ink)",
    border: "1px solid var(--line-strong)",
  },
});

export type Editor = {
  text(): string;
  replace(text: string): void;
  /** What is wrong, at its lines, with its way out. */
  show(findings: readonly CandidateFinding[]): void;
  goTo(line: number): void;
  close(): void;
};

/**
 * An editor for a manifest. It stands in a shadow root, where its styles are sheets and no elements, which the page's
 * policy would refuse.
 */
export function openEditor(host: HTMLElement, label: string, onChange: () => void): Editor {
  const root = host.shadowRoot ?? host.attachShadow({ mode: "open" });
  const view = new EditorView({
    root,
    parent: root,
    state: EditorState.create({
      extensions: [
        lineNumbers(),
        lintGutter(),
        history(),
        drawSelection(),
        highlightActiveLine(),
        indentUnit.of("  "),
        yaml(),
        syntaxHighlighting(colours),
        look,
        EditorView.updateListener.of(({ docChanged }) => {
          if (docChanged) onChange();
        }),
        EditorView.lineWrapping,
        EditorView.contentAttributes.of({ "aria-label": label, tabindex: "0" }),
        // Escape, then Tab, leaves the editor by the keyboard.
        keymap.of([...defaultKeymap, ...historyKeymap, indentWithTab]),
      ],
    }),
  });
  return {
    text: () => view.state.doc.toString(),
    replace(next) {
      view.dispatch({ changes: { from: 0, to: view.state.doc.length, insert: next } });
    },
    show(findings) {
      const found = findings.flatMap((finding): Diagnostic[] => {
        if (finding.line === null || finding.line > view.state.doc.lines) return [];
        const { from, to } = view.state.doc.line(Math.max(1, finding.line));
        const message = `${finding.message[locale.value]}\n${finding.way_out[locale.value]}`;
        return [{ from, to, severity: finding.level, message, source: finding.rule }];
      });
      view.dispatch(setDiagnostics(view.state, found));
    },
    goTo(line) {
      const { from } = view.state.doc.line(Math.min(Math.max(1, line), view.state.doc.lines));
      view.dispatch({
        selection: { anchor: from },
        effects: EditorView.scrollIntoView(from, { y: "center" }),
      });
      view.focus();
    },
    close: () => view.destroy(),
  };
}
