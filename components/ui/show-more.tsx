'use client';
import { useTranslations } from 'next-intl';
import { Button } from './button';

/** A list that is told in pages, as far as this needs to know it. */
interface Paged {
  hasNextPage: boolean;
  isFetchingNextPage: boolean;
  fetchNextPage: () => unknown;
}

/**
 * The way to the rest of a list, below it: how many are shown, where somebody counted, and more of them. Nothing when all
 * are shown.
 */
export function ShowMore({
  of,
  shown,
  all,
  label,
}: {
  of: Paged;
  shown?: number;
  all?: number;
  /** what the button says; left out: "Show more" */
  label?: string;
}) {
  const t = useTranslations('ui');
  if (!of.hasNextPage) return null;
  return (
    <div className="flex flex-wrap items-center justify-center gap-3">
      {shown !== undefined && all !== undefined && (
        <p role="status" className="text-ink-muted">
          {t('shownOf', { shown, all })}
        </p>
      )}
      <Button pending={of.isFetchingNextPage} onClick={() => void of.fetchNextPage()}>
        {label ?? t('showMore')}
      </Button>
    </div>
  );
}
