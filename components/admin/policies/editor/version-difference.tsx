'use client';
import { unifiedMergeView } from '@codemirror/merge';
import { EditorState } from '@codemirror/state';
import { EditorView, lineNumbers } from '@codemirror/view';
import { useTranslations } from 'next-intl';
import { useEffect, useRef } from 'react';
import { EDITOR_LOOK } from './editor-look';

/** How one text of rules differs from the one before it. */
export function VersionDifference({ label, before, after }: { label: string; before: string; after: string }) {
  const t = useTranslations('policies.editor');
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (!place.current) return;
    const view = new EditorView({
      parent: place.current,
      state: EditorState.create({
        doc: after,
        extensions: [
          lineNumbers(),
          EDITOR_LOOK,
          EditorView.lineWrapping,
          EditorState.readOnly.of(true),
          EditorState.phrases.of({ '$ unchanged lines': t('unchanged') }),
          EditorView.contentAttributes.of({ 'aria-label': label, 'aria-readonly': 'true' }),
          unifiedMergeView({ original: before, mergeControls: false, collapseUnchanged: { margin: 2, minSize: 4 } }),
        ],
      }),
    });
    return () => view.destroy();
  }, [label, before, after, t]);
  return <div ref={place} className="w-full overflow-hidden rounded-lg border border-line bg-surface" />;
}
