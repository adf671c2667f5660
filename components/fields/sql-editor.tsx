"use client";

import { autocompletion, closeBrackets, closeCompletion, completionKeymap } from "@codemirror/autocomplete";
import { defaultKeymap, history, historyKeymap } from "@codemirror/commands";
import { PostgreSQL, sql } from "@codemirror/lang-sql";
import { bracketMatching, HighlightStyle, syntaxHighlighting } from "@codemirror/language";
import { Compartment, EditorState } from "@codemirror/state";
import {
  drawSelection,
  EditorView,
  highlightActiveLine,
  keymap,
  lineNumbers,
  placeholder,
} from "@codemirror/view";
import { tags } from "@lezer/highlight";
import { useEffect, useRef } from "react";

/** The columns of each table or view by schema, for completion. */
export type SqlNames = Record<string, Record<string, string[]>>;

export type SqlEditorProps = {
  value: string;
  onChange: (value: string) => void;
  /** Ctrl or ⌘ with Enter. */
  onRun: () => void;
  names: SqlNames;
  /** Names that are complete without a schema. */
  defaultSchema: string;
  label: string;
  hint: string;
};

const colors = HighlightStyle.define([
  { tag: tags.keyword, color: "var(--accent)", fontWeight: "500" },
  { tag: [tags.string, tags.special(tags.string)], color: "var(--success)" },
  { tag: [tags.number, tags.bool, tags.null], color: "var(--warning)" },
  { tag: tags.comment, color: "var(--faint)", fontStyle: "italic" },
  { tag: [tags.typeName, tags.standard(tags.name)], color: "var(--accent-strong)" },
]);

const theme = EditorView.theme({
  "&": { backgroundColor: "transparent", color: "var(--ink)", fontSize: "0.8125rem" },
  "&.cm-focused": { outline: "none" },
  ".cm-scroller": {
    fontFamily: "var(--font-mono)",
    lineHeight: "1.3rem",
    minHeight: "11rem",
    maxHeight: "26rem",
  },
  ".cm-content": { caretColor: "var(--ink)", padding: "0.5rem 0" },
  ".cm-cursor": { borderLeftColor: "var(--ink)" },
  ".cm-gutters": { backgroundColor: "transparent", color: "var(--faint)", border: "none" },
  ".cm-activeLine": { backgroundColor: "var(--hover)" },
  ".cm-activeLineGutter": { backgroundColor: "transparent", color: "var(--ink)" },
  "&.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground, .cm-selectionBackground": {
    backgroundColor: "var(--accent-soft)",
  },
  ".cm-matchingBracket": { backgroundColor: "var(--pressed) !important", outline: "none" },
  ".cm-placeholder": { color: "var(--faint)" },
  ".cm-tooltip": {
    backgroundColor: "var(--floating)",
    border: "1px solid var(--line-strong)",
    borderRadius: "0.5rem",
    overflow: "hidden",
  },
  ".cm-tooltip-autocomplete > ul": { fontFamily: "var(--font-mono)", fontSize: "0.75rem" },
  ".cm-tooltip-autocomplete > ul > li": { padding: "0.2rem 0.5rem" },
  ".cm-tooltip-autocomplete > ul > li[aria-selected]": {
    backgroundColor: "var(--accent-soft)",
    color: "var(--ink)",
  },
});

/** An editor for SQL with completion. Tab leaves it, as it leaves every other field. */
export function SqlEditor({ value, onChange, onRun, names, defaultSchema, label, hint }: SqlEditorProps) {
  const host = useRef<HTMLDivElement>(null);
  const view = useRef<EditorView | null>(null);
  const latest = useRef({ onChange, onRun });
  latest.current = { onChange, onRun };
  const completion = useRef(new Compartment());
  const initial = useRef({ value, label, hint });

  useEffect(() => {
    const { value: doc, label: name, hint: text } = initial.current;
    const runLatest = (view: EditorView) => {
      closeCompletion(view);
      latest.current.onRun();
      return true;
    };
    const editor = new EditorView({
      parent: host.current!,
      state: EditorState.create({
        doc,
        extensions: [
          keymap.of([{ key: "Mod-Enter", run: runLatest, preventDefault: true }]),
          lineNumbers(),
          history(),
          drawSelection(),
          bracketMatching(),
          closeBrackets(),
          autocompletion(),
          highlightActiveLine(),
          EditorView.lineWrapping,
          placeholder(text),
          keymap.of([...completionKeymap, ...historyKeymap, ...defaultKeymap]),
          syntaxHighlighting(colors),
          theme,
          completion.current.of(sql({ dialect: PostgreSQL })),
          EditorView.contentAttributes.of({ "aria-label": name, tabindex: "0" }),
          EditorView.updateListener.of(({ docChanged, state }) => {
            if (docChanged) latest.current.onChange(state.doc.toString());
          }),
        ],
      }),
    });
    view.current = editor;
    return () => editor.destroy();
  }, []);

  useEffect(() => {
    view.current?.dispatch({
      effects: completion.current.reconfigure(sql({ dialect: PostgreSQL, schema: names, defaultSchema })),
    });
  }, [names, defaultSchema]);

  // Another query was opened; what was typed is already in the editor.
  useEffect(() => {
    const editor = view.current;
    if (!editor || editor.state.doc.toString() === value) return;
    editor.dispatch({ changes: { from: 0, to: editor.state.doc.length, insert: value } });
  }, [value]);

  return (
    <div
      ref={host}
      className="control overflow-hidden p-0 focus-within:outline-2 focus-within:outline-ring"
    />
  );
}
