'use client';
import { useTranslations } from 'next-intl';
import { ServiceLogo } from '@/components/shell/service-logo';
import { EmptyState } from '@/components/ui/empty-state';
import { NextLink } from '@/components/ui/next-link';
import { Skeleton } from '@/components/ui/skeleton';
import { useCatalogWords } from '@/lib/client/server-words/use-catalog-words';
import type { ServiceType } from '@/lib/model/service-type';

/** The service types as tiles, each a link to where it is set up. */
export function ServiceTiles({
  types,
  hrefOf,
}: {
  types: readonly ServiceType[];
  hrefOf: (type: ServiceType) => string;
}) {
  const t = useTranslations('catalog');
  const inWords = useCatalogWords();
  if (types.length === 0) {
    return <EmptyState title={t('empty')}>{t('emptyHint')}</EmptyState>;
  }
  return (
    <ul className="grid gap-4 sm:grid-cols-2 xl:grid-cols-3">
      {types.map((type) => (
        <li key={type.type} className="flex">
          <NextLink
            href={hrefOf(type)}
            className="group flex w-full flex-col gap-3 rounded-xl border border-line bg-surface p-5 transition-colors hover:border-accent-line hover:bg-hover"
          >
            <span className="flex items-center gap-3">
              <ServiceLogo type={type.type} className="size-10" />
              <span className="font-semibold text-base group-hover:text-accent-ink">{type.title}</span>
            </span>
            <span className="text-ink-muted">{type.summary}</span>
            <span className="mt-auto flex flex-wrap gap-1.5 pt-1">
              {type.categories.map((category) => (
                <span key={category} className="rounded-full border border-line px-2 py-0.5 text-ink-muted text-xs">
                  {inWords(category)}
                </span>
              ))}
            </span>
          </NextLink>
        </li>
      ))}
    </ul>
  );
}

/** The same places, while the tiles load. */
export function ServiceTilesSkeleton() {
  return (
    <div className="grid gap-4 sm:grid-cols-2 xl:grid-cols-3">
      <Skeleton className="h-40" />
      <Skeleton className="h-40" />
    </div>
  );
}
