'use client';
import { useTranslations } from 'next-intl';
import { ErrorLine } from '@/components/status/error-line';
import { QueryResult } from '@/components/status/query-result';
import { Button } from '@/components/ui/button';
import { Card, CardBody, CardHeader } from '@/components/ui/card';
import { useEndFault, useFaults } from '@/lib/client/faults';

/** The faults that strike or last now, each with what ends it. */
export function FaultList() {
  const t = useTranslations('admin.faults');
  const faults = useFaults();
  const end = useEndFault();
  return (
    <Card>
      <CardHeader level={3} title={t('active')} />
      <CardBody>
        <QueryResult of={faults}>
          {(list) =>
            list.length === 0 ? (
              <p className="text-ink-muted">{t('none')}</p>
            ) : (
              <ul aria-label={t('active')} className="divide-y divide-line">
                {list.map(({ id, kind, environment_id, environment_name, target, message, amount, remaining }) => (
                  <li key={id} className="flex items-start justify-between gap-3 py-2.5">
                    <div className="min-w-0">
                      <p className="font-medium">
                        {t(`kinds.${kind}`)}
                        {amount !== null && ` (${t('amountOf', { kind, amount })})`}
                      </p>
                      <p className="break-words text-[13px] text-ink-muted">
                        {[
                          target === '' ? t('everything') : target,
                          environment_id === null ? t('everywhere') : (environment_name ?? environment_id.slice(0, 8)),
                          remaining === null ? t('untilEnded') : t('remaining', { count: remaining }),
                          message,
                        ]
                          .filter((part) => part !== '')
                          .join(' · ')}
                      </p>
                    </div>
                    <Button
                      size="sm"
                      aria-label={t('endOf', { fault: t(`kinds.${kind}`), target })}
                      pending={end.isPending && end.variables === id}
                      onClick={() => end.mutate(id)}
                    >
                      {t('end')}
                    </Button>
                  </li>
                ))}
              </ul>
            )
          }
        </QueryResult>
        <ErrorLine error={end.error} />
      </CardBody>
    </Card>
  );
}
