'use client';
import { CircleAlert, Info, TriangleAlert } from 'lucide-react';
import { useTranslations } from 'next-intl';
import { useSentenceWords } from '@/components/status/sentence-words';
import { Card, CardBody, CardHeader } from '@/components/ui/card';
import { cn } from '@/components/ui/class-names';
import { LinkButton } from '@/components/ui/link';
import { RelativeTime } from '@/components/ui/relative-time';
import { sentenceOf } from '@/lib/client/api-problem';
import { useRecentReports } from '@/lib/client/history';
import type { Level } from '@/lib/model/levels';
import type { ServiceView } from '@/lib/model/views';

const MAX_LINES = 10;

const FACES: Record<Level, { icon: typeof Info; colour: string }> = {
  debug: { icon: Info, colour: 'text-ink-faint' },
  info: { icon: Info, colour: 'text-ink-muted' },
  warning: { icon: TriangleAlert, colour: 'text-attention-text' },
  error: { icon: CircleAlert, colour: 'text-failed-text' },
};

/** What was said last about a service and its machines, live. */
export function LogCard({
  environmentId,
  service,
  titleOf,
}: {
  environmentId: string;
  service: ServiceView;
  titleOf: (unitId: string) => string;
}) {
  const t = useTranslations('services.log');
  const inWords = useSentenceWords();
  const asked = useRecentReports(environmentId, service.id, MAX_LINES);
  const reports = asked.data ?? [];
  const base = `/environments/${environmentId}/deployments`;
  return (
    <Card>
      <CardHeader
        title={t('title')}
        actions={
          <LinkButton size="sm" variant="ghost" href={`${base}?service=${service.id}`}>
            {t('history')}
          </LinkButton>
        }
      />
      {reports.length === 0 ? (
        <CardBody className="text-ink-muted">
          {asked.isError ? sentenceOf(asked.error) : asked.data ? t('nothing') : t('loading')}
        </CardBody>
      ) : (
        <ol className="mt-3 divide-y divide-line border-line border-t">
          {reports.map((report) => {
            const { icon: Icon, colour } = FACES[report.level];
            return (
              <li key={report.id} className="flex items-start gap-3 px-4 py-2.5 sm:px-5">
                <Icon aria-hidden className={cn('mt-0.5 size-4 shrink-0', colour)} />
                <div className="min-w-0 flex-1">
                  <p className="break-words">
                    <span className="sr-only">{t(`levels.${report.level}`)}: </span>
                    {inWords(report.text)}
                  </p>
                  {report.entity === 'unit' && (
                    <p className="break-all text-[13px] text-ink-muted">{titleOf(report.entity_id)}</p>
                  )}
                </div>
                <RelativeTime at={report.created} className="shrink-0 text-[13px] text-ink-muted leading-5" />
              </li>
            );
          })}
        </ol>
      )}
    </Card>
  );
}
