'use client';
import { usePathname } from 'next/navigation';
import { useTranslations } from 'next-intl';
import { cn } from '@/components/ui/class-names';
import { NextLink } from '@/components/ui/next-link';
import { useMe } from './me-context';
import { isCurrent, navItemsFor } from './nav-items';
import { WaitingRequests } from './waiting-requests';

/** The places of the product. */
export function MainNav({ onNavigate }: { onNavigate?: () => void }) {
  const path = usePathname();
  const items = navItemsFor(useMe());
  const t = useTranslations('shell.nav');
  return (
    <nav aria-label={t('label')}>
      <ul className="flex flex-col gap-0.5">
        {items.map(({ href, key, icon: Icon, only }) => {
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
                {only && <WaitingRequests className="ml-auto" />}
              </NextLink>
            </li>
          );
        })}
      </ul>
    </nav>
  );
}
