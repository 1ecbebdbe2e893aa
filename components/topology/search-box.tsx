'use client';
import { ChevronDown, ChevronUp } from 'lucide-react';
import { useTranslations } from 'next-intl';
import { useId } from 'react';
import { IconButton } from '@/components/ui/icon-button';
import { SearchInput, stepByEnter } from '@/components/ui/search-input';

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
      <SearchInput
        label={t('label')}
        value={typed}
        onValueChange={onTyped}
        aria-describedby={`${id}-hint`}
        onKeyDown={stepByEnter(onStep)}
      >
        <span id={`${id}-hint`} className="sr-only">
          {t('hint')}
        </span>
      </SearchInput>
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
