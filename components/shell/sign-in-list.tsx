'use client';
import { useTranslations } from 'next-intl';
import { Badge } from '@/components/ui/badge';
import { Button } from '@/components/ui/button';
import { RelativeTime } from '@/components/ui/relative-time';
import type { SignInsView } from '@/lib/model/me';

/** Sign-ins of one person: browser, address, since when, used last, and the way out of each but the one that looks. */
export function SignInList({
  signIns,
  ending,
  onEnd,
}: {
  signIns: SignInsView['sign_ins'];
  /** id of the one that is being ended */
  ending: string | null;
  onEnd: (id: string) => void;
}) {
  const t = useTranslations('account.signIns');
  return (
    <ul className="divide-y divide-line">
      {signIns.map(({ id, browser, address, current, created_at, used_at }) => {
        const name = browser === '' ? t('unknown') : browser;
        return (
          <li key={id} className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 py-3 first:pt-0">
            <div className="min-w-0">
              <p className="flex flex-wrap items-center gap-2 font-medium">
                {name}
                {address !== '' && <span className="break-all font-normal text-ink-muted">{address}</span>}
                {current && <Badge tone="neutral">{t('current')}</Badge>}
              </p>
              <p className="text-ink-muted">
                {t.rich('signedIn', {
                  when: () => <RelativeTime at={created_at} />,
                  used: () => <RelativeTime at={used_at} />,
                })}
              </p>
            </div>
            {!current && (
              <Button
                size="sm"
                aria-label={t('endOf', { browser: name })}
                pending={ending === id}
                onClick={() => onEnd(id)}
              >
                {t('end')}
              </Button>
            )}
          </li>
        );
      })}
    </ul>
  );
}
