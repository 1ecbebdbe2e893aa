'use client';
import { ChevronDown, ChevronUp, Search } from 'lucide-react';
import { useTranslations } from 'next-intl';
import { useId } from 'react';
import { IconButton } from '@/components/ui/icon-button';
import { Input } from '@/components/ui/input';

/** Finds machines as one types; Enter goes from match to match. */
export function SearchBox({
  typed,
  onTyped,
  found,
  at,
  onStep,
}: {
  typed: string;
  onTyped: (typed: string) => void;
  /** how many match; null when nothing is looked for */
  found: number | null;
  /** the place of the match that is shown, from 1; 0: none yet */
  at: number;
  onStep: (step: 1 | -1) => void;
}) {
  const t = useTranslations('topology.search');
  const id = useId();
  return (
    <div className="flex min-w-48 flex-1 items-center gap-1 sm:max-w-96">
      <div className="relative min-w-0 flex-1">
        <Search
          aria-hidden
          className="pointer-events-none absolute top-1/2 left-2.5 size-4 -translate-y-1/2 text-ink-muted"
        />
        <label htmlFor={id} className="sr-only">
          {t('label')}
        </label>
        <Input
          id={id}
          type="search"
          value={typed}
          onValueChange={onTyped}
          placeholder={t('label')}
          aria-describedby={`${id}-hint`}
          className="pl-8"
          onKeyDown={(event) => {
            if (event.key !== 'Enter') return;
            event.preventDefault();
            onStep(event.shiftKey ? -1 : 1);
          }}
        />
        <span id={`${id}-hint`} className="sr-only">
          {t('hint')}
        </span>
      </div>
      {found !== null && found > 0 && (
        <>
          {at > 0 && (
            <span role="status" className="shrink-0 px-1 text-ink-muted tabular-nums">
              {t('at', { at, found })}
            </span>
          )}
          <IconButton label={t('previous')} size="sm" onClick={() => onStep(-1)}>
            <ChevronUp aria-hidden />
          </IconButton>
          <IconButton label={t('next')} size="sm" onClick={() => onStep(1)}>
            <ChevronDown aria-hidden />
          </IconButton>
        </>
      )}
    </div>
  );
}
