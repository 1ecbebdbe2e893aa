'use client';
import { useFormatter, useTranslations } from 'next-intl';
import { Badge } from '@/components/ui/badge';
import { Button } from '@/components/ui/button';
import { Card } from '@/components/ui/card';
import type { EnrolmentCode } from '@/lib/model/servers';

/** Codes that nobody has used yet: each lets one server in until it is too old. */
export function CodeList({
  codes,
  pending,
  onRevoke,
}: {
  codes: readonly EnrolmentCode[];
  pending: boolean;
  onRevoke: (id: string) => void;
}) {
  const t = useTranslations('admin.servers.codes');
  const format = useFormatter();
  return (
    <Card className="flex flex-col gap-3 p-4 sm:px-5">
      <h3 className="font-semibold text-[15px]">{t('title')}</h3>
      <ul aria-label={t('title')} className="flex flex-col gap-2">
        {codes.map(({ id, tags, expires }) => {
          const time = format.dateTime(new Date(expires), { timeStyle: 'short', dateStyle: 'short' });
          return (
            <li key={id} className="flex flex-wrap items-center gap-2">
              <span>{t('until', { time })}</span>
              {tags.map((tag) => (
                <Badge key={tag}>{tag}</Badge>
              ))}
              <Button size="sm" disabled={pending} onClick={() => onRevoke(id)} aria-label={t('revokeUntil', { time })}>
                {t('revoke')}
              </Button>
            </li>
          );
        })}
      </ul>
    </Card>
  );
}
