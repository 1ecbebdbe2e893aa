'use client';
import { X } from 'lucide-react';
import { useFormatter, useTranslations } from 'next-intl';
import { IconButton } from '@/components/ui/icon-button';
import type { SelectionContext } from './action';
import { partsOf, type Selection } from './selection';
import { SelectionActions } from './selection-actions';

/** As many are named; of more it is told how many they are. */
const NAMED = 4;

/** What is selected, and what can be done with it; at the foot of the picture, over whatever is there. */
export function SelectionBar({
  selection,
  context,
  onClear,
}: {
  selection: Selection;
  context: SelectionContext;
  onClear: () => void;
}) {
  const t = useTranslations('topology.selection');
  const format = useFormatter();
  const parts = partsOf(selection);
  const named = parts.slice(0, NAMED).map(({ title }) => title);
  const others = parts.length - named.length;
  return (
    <section
      aria-label={t('label')}
      className="sticky bottom-[calc(var(--dock-height,0px)+0.75rem)] z-20 flex flex-wrap items-center gap-2 rounded-xl border border-accent-line bg-overlay px-3 py-2 shadow-lift"
    >
      <p role="status" className="min-w-0 flex-1 basis-52 px-1">
        <span className="font-semibold">{t('count', { count: parts.length })}</span>{' '}
        <span className="break-words text-ink-muted">
          {format.list(others > 0 ? [...named, t('others', { count: others })] : named)}
        </span>
      </p>
      <SelectionActions selection={selection} context={context} onDone={onClear} />
      <IconButton label={t('clear')} size="sm" onClick={onClear}>
        <X aria-hidden />
      </IconButton>
    </section>
  );
}
