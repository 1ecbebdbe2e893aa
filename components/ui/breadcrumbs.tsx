import { ChevronRight } from 'lucide-react';
import { useTranslations } from 'next-intl';
import { NextLink } from './next-link';

export interface Crumb {
  label: string;
  /** none for the page one is on */
  href?: string;
}

/** The way from the top to here. */
export function Breadcrumbs({ items, label }: { items: Crumb[]; label?: string }) {
  const t = useTranslations('ui');
  return (
    <nav aria-label={label ?? t('breadcrumbs')}>
      <ol className="flex min-w-0 flex-wrap items-center gap-1 text-[13px] text-ink-muted">
        {items.map((item, index) => (
          <li key={`${item.href ?? ''}${item.label}`} className="flex min-w-0 items-center gap-1">
            {index > 0 && <ChevronRight aria-hidden className="size-3.5 shrink-0" />}
            {item.href ? (
              <NextLink href={item.href} className="truncate rounded-sm hover:text-ink hover:underline">
                {item.label}
              </NextLink>
            ) : (
              <span aria-current="page" className="truncate text-ink">
                {item.label}
              </span>
            )}
          </li>
        ))}
      </ol>
    </nav>
  );
}
