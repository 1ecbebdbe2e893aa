import { useTranslations } from 'next-intl';
import type { ReactNode } from 'react';
import { Button } from '@/components/ui/button';

/** What a list is filtered by, in a row, with the way back to everything while something is chosen. */
export function FilterRow({
  label,
  filtered,
  onClear,
  children,
}: {
  label: string;
  filtered: boolean;
  onClear: () => void;
  children: ReactNode;
}) {
  const t = useTranslations('history.filters');
  return (
    <section aria-label={label} className="flex flex-wrap items-center gap-2">
      {children}
      {filtered && (
        <Button variant="ghost" onClick={onClear}>
          {t('clear')}
        </Button>
      )}
    </section>
  );
}
