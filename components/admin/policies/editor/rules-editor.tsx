'use client';
import { autocompletion, closeBrackets, closeBracketsKeymap, completionKeymap } from '@codemirror/autocomplete';
import { defaultKeymap, history, historyKeymap } from '@codemirror/commands';
import { bracketMatching, HighlightStyle, StreamLanguage, syntaxHighlighting } from '@codemirror/language';
import { type Diagnostic, linter, lintGutter, lintKeymap } from '@codemirror/lint';
import { Compartment, EditorState, type Text } from '@codemirror/state';
import { drawSelection, EditorView, keymap, lineNumbers } from '@codemirror/view';
import { tags } from '@lezer/highlight';
import { useTranslations } from 'next-intl';
import { useEffect, useRef } from 'react';
import { checkRules, usePolicyVocabulary } from '@/lib/client/policies';
import type { PolicyTextProblemView } from '@/lib/model/policies/policy-view';
import { completionsOf } from './completions';
import { datalog } from './datalog';
import { EDITOR_LOOK } from './editor-look';

/** How long nobody types before rules are checked, in milliseconds. */
const PAUSE_MS = 400;

const COLOURS = HighlightStyle.define([
  { tag: tags.heading, color: 'var(--status-failed-text)', fontWeight: '600' },
  { tag: tags.typeName, color: 'var(--accent-ink)' },
  { tag: tags.keyword, color: 'var(--status-draft-text)', fontWeight: '600' },
  { tag: tags.operator, color: 'var(--status-draft-text)' },
  { tag: tags.string, color: 'var(--status-ready-text)' },
  { tag: tags.number, color: 'var(--status-attention-text)' },
  { tag: tags.comment, color: 'var(--ink-muted)', fontStyle: 'oblique' },
]);

/** The text of a policy: coloured, completed and checked as it is typed. */
export function RulesEditor({
  label,
  value,
  readOnly = false,
  onChange,
  onProblems,
}: {
  label: string;
  value: string;
  readOnly?: boolean;
  onChange: (text: string) => void;
  /** what is wrong with the text, each time it was checked */
  onProblems: (problems: readonly PolicyTextProblemView[]) => void;
}) {
  const t = useTranslations('policies.editor');
  const place = useRef<HTMLDivElement>(null);
  const view = useRef<EditorView | null>(null);
  const completes = useRef(new Compartment());
  const called = useRef({ onChange, onProblems });
  useEffect(() => {
    called.current = { onChange, onProblems };
  });
  const vocabulary = usePolicyVocabulary().data;

  // biome-ignore lint/correctness/useExhaustiveDependencies: what is typed is the editor's own; others come below
  useEffect(() => {
    if (!place.current) return;
    const editor = new EditorView({
      parent: place.current,
      state: EditorState.create({
        doc: value,
        extensions: [
          lineNumbers(),
          history(),
          drawSelection(),
          bracketMatching(),
          closeBrackets(),
          StreamLanguage.define(datalog),
          syntaxHighlighting(COLOURS),
          EDITOR_LOOK,
          EditorView.lineWrapping,
          completes.current.of([]),
          lintGutter(),
          linter(({ state }) => check(state.doc, called.current.onProblems), { delay: PAUSE_MS }),
          keymap.of([...closeBracketsKeymap, ...defaultKeymap, ...historyKeymap, ...completionKeymap, ...lintKeymap]),
          EditorView.contentAttributes.of({ 'aria-label': label, spellcheck: 'false', 'aria-readonly': `${readOnly}` }),
          EditorState.readOnly.of(readOnly),
          EditorState.phrases.of({ 'No diagnostics': t('noProblems'), Diagnostics: t('problems') }),
          EditorView.updateListener.of((update) => {
            if (update.docChanged) called.current.onChange(update.state.doc.toString());
          }),
        ],
      }),
    });
    view.current = editor;
    return () => editor.destroy();
  }, [label, readOnly]);

  useEffect(() => {
    if (!vocabulary || readOnly) return;
    const completion = autocompletion({ override: [completionsOf(vocabulary)] });
    view.current?.dispatch({ effects: completes.current.reconfigure(completion) });
  }, [vocabulary, readOnly]);

  // another text than the one that was typed: an example, an earlier version
  useEffect(() => {
    const editor = view.current;
    const shown = editor?.state.doc.toString();
    if (!editor || shown === value) return;
    editor.dispatch({ changes: { from: 0, to: editor.state.doc.length, insert: value } });
  }, [value]);

  return <div ref={place} className="w-full overflow-hidden rounded-lg border border-line-strong bg-surface" />;
}

async function check(
  text: Text,
  onProblems: (problems: readonly PolicyTextProblemView[]) => void,
): Promise<Diagnostic[]> {
  // a check that fails says nothing of the rules: saving them asks again
  const found = await checkRules(text.toString()).catch(() => null);
  if (found === null) return [];
  onProblems(found.problems);
  const marked = (severity: Diagnostic['severity']) => (problem: PolicyTextProblemView) =>
    mark(text, problem, severity);
  return [...found.problems.map(marked('error')), ...found.warnings.map(marked('warning'))];
}

function mark(
  text: Text,
  { line, column, sentence }: PolicyTextProblemView,
  severity: Diagnostic['severity'],
): Diagnostic {
  const at = text.line(Math.min(Math.max(line ?? 1, 1), text.lines));
  const from = Math.min(at.from + Math.max((column ?? 1) - 1, 0), at.to);
  const word = /^[\w:.]+/.exec(text.sliceString(from, at.to))?.[0].length ?? 1;
  return { from, to: Math.min(from + word, at.to), severity, message: sentence };
}
