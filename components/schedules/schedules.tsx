'use client';
import { Plus } from 'lucide-react';
import { useTranslations } from 'next-intl';
import { type ComponentProps, useState } from 'react';
import { useRoleReason } from '@/components/shell/me-context';
import { Button } from '@/components/ui/button';
import { Card, CardBody, CardHeader } from '@/components/ui/card';
import { Notice } from '@/components/ui/notice';
import { onDemand } from '@/components/ui/on-demand';
import { sentenceOf } from '@/lib/client/api-problem';
import { useEnvironment } from '@/lib/client/environments';
import { useSchedules } from '@/lib/client/schedules';
import type { ScheduleView } from '@/lib/model/schedules/schedule-view';
import { ScheduleRow } from './schedule-row';

const ScheduleDialog = onDemand<ComponentProps<typeof import('./schedule-dialog').ScheduleDialog>>(
  async () => (await import('./schedule-dialog')).ScheduleDialog,
);

/** What begins by itself in an environment: when next, and what came of it last. */
export function Schedules({ environmentId }: { environmentId: string }) {
  const t = useTranslations('schedules');
  const schedules = useSchedules(environmentId);
  const environment = useEnvironment(environmentId);
  const reason = useRoleReason();
  const [written, setWritten] = useState<ScheduleView | 'new' | null>(null);
  const add = (
    <Button disabledReason={reason} onClick={() => setWritten('new')}>
      <Plus aria-hidden />
      {t('add')}
    </Button>
  );
  return (
    <>
      {schedules.isError && (
        <Notice
          tone="failed"
          title={t('failed')}
          actions={<Button onClick={() => void schedules.refetch()}>{t('retry')}</Button>}
        >
          {sentenceOf(schedules.error)}
        </Notice>
      )}
      {schedules.data && (
        <Card id="schedules" className="scroll-mt-24">
          <CardHeader
            title={t('title')}
            description={t(schedules.data.length === 0 ? 'empty.text' : 'description')}
            actions={add}
          />
          <CardBody className={schedules.data.length === 0 ? 'pt-0' : undefined}>
            {schedules.data.length > 0 && (
              <ul className="-my-3 divide-y divide-line">
                {schedules.data.map((schedule) => (
                  <ScheduleRow
                    key={schedule.id}
                    schedule={schedule}
                    services={environment.data?.services ?? []}
                    reason={reason}
                    onEdit={() => setWritten(schedule)}
                  />
                ))}
              </ul>
            )}
          </CardBody>
        </Card>
      )}
      {written && (
        <ScheduleDialog
          environmentId={environmentId}
          services={environment.data?.services ?? []}
          schedule={written === 'new' ? null : written}
          onClose={() => setWritten(null)}
        />
      )}
    </>
  );
}
