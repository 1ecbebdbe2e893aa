'use client';
import NextLink from 'next/link';
import { usePathname } from 'next/navigation';
import { useTranslations } from 'next-intl';
import { Badge } from '@/components/ui/badge';
import { cn } from '@/components/ui/class-names';
import { useRequestsToDecide } from '@/lib/client/exception-requests';
import { useMe } from './me-context';
import { isCurrent, navItemsFor } from './nav-items';

/** The places of the product. */
export function MainNav({ onNavigate }: { onNavigate?: () => void }) {
  const path = usePathname();
  const items = navItemsFor(useMe());
  const decides = items.find(({ only }) => only !== undefined);
  const waiting = useRequestsToDecide(decides !== undefined).data?.length ?? 0;
  const t = useTranslations('shell.nav');
  return (
    <nav aria-label={t('label')}>
      <ul className="flex flex-col gap-0.5">
        {items.map(({ href, key, icon: Icon }) => {
          const current = isCurrent(href, path);
          return (
            <li key={href}>
              <NextLink
                href={href}
                aria-current={current ? 'page' : undefined}
                onClick={onNavigate}
                className={cn(
                  'flex h-9 items-center gap-2.5 rounded-md px-2.5 font-medium transition-colors pointer-coarse:h-11',
                  current ? 'bg-accent-soft text-accent-ink' : 'text-ink-muted hover:bg-hover hover:text-ink',
                )}
              >
                <Icon aria-hidden className="size-4 shrink-0" />
                {t(key)}
                {waiting > 0 && key === decides?.key && (
                  <Badge tone="attention" className="ml-auto">
                    <span aria-hidden>{waiting}</span>
                    <span className="sr-only">{t('requests', { count: waiting })}</span>
                  </Badge>
                )}
              </NextLink>
            </li>
          );
        })}
      </ul>
    </nav>
  );
}
