'use client';
import { useFormatter, useTranslations } from 'next-intl';
import { useState } from 'react';
import { Badge } from '@/components/ui/badge';
import { Button } from '@/components/ui/button';
import { Confirm } from '@/components/ui/confirm';
import { Link } from '@/components/ui/link';
import { Notice } from '@/components/ui/notice';
import { RelativeTime } from '@/components/ui/relative-time';
import { useToast } from '@/components/ui/toast';
import { sentenceOf } from '@/lib/client/api-problem';
import { onSuccess } from '@/lib/client/on-success';
import { useDeleteSchedule, useSwitchSchedule } from '@/lib/client/schedules';
import type { ScheduleView } from '@/lib/model/schedules/schedule-view';
import type { ServiceView } from '@/lib/model/views';
import { useTimesInWords, useWorkflowWords } from './schedule-words';

/** One schedule: what it does and when, when next, what came of it last. */
export function ScheduleRow({
  schedule,
  services,
  reason,
  onEdit,
}: {
  schedule: ScheduleView;
  services: readonly ServiceView[];
  /** why nothing can be changed; null when something can */
  reason: string | null;
  onEdit: () => void;
}) {
  const t = useTranslations('schedules');
  const toast = useToast();
  const inWords = useTimesInWords();
  const workflow = useWorkflowWords();
  const [deleting, setDeleting] = useState(false);
  const turn = useSwitchSchedule(schedule.environment_id);
  const remove = useDeleteSchedule(schedule.environment_id);
  const { name, enabled, problem, next, retry } = schedule;
  const service = services.find(({ id }) => id === schedule.service_id)?.name ?? t('serviceGone');
  const what = schedule.unit_ids
    ? t('machines', { count: schedule.unit_ids.length })
    : schedule.service_id
      ? service
      : t('all');
  return (
    <li className="flex flex-col gap-2 py-4">
      <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2">
        <div className="min-w-0 flex-1 basis-72">
          <div className="flex flex-wrap items-center gap-2">
            <h3 className="break-words font-medium">{name}</h3>
            {!enabled && <Badge>{t('off')}</Badge>}
          </div>
          <p>
            {inWords(schedule.cron)} <span className="text-ink-muted">{t('zoneOf', { zone: schedule.time_zone })}</span>
          </p>
          <p className="text-ink-muted">
            {t('does', { workflow: schedule.operation_title ?? workflow(schedule.workflow), what })}
          </p>
          {next && <NextTime at={next} />}
          <LastTime schedule={schedule} />
          <p className="text-[13px] text-ink-muted">
            {schedule.user_name ? t('byWhom', { name: schedule.user_name }) : t('byNobody')}
          </p>
        </div>
        <div className="flex flex-wrap gap-2">
          <Button
            size="sm"
            disabledReason={reason}
            pending={turn.isPending}
            onClick={() =>
              onSuccess(turn.mutateAsync({ id: schedule.id, enabled: !enabled }), () =>
                toast.success(t(enabled ? 'switchedOff' : 'switchedOn', { name })),
              )
            }
          >
            {t(enabled ? 'switchOff' : 'switchOn')}
          </Button>
          <Button size="sm" disabledReason={reason} onClick={onEdit}>
            {t('edit')}
          </Button>
          <Button size="sm" disabledReason={reason} onClick={() => setDeleting(true)}>
            {t('delete')}
          </Button>
        </div>
      </div>
      {problem && (
        <Notice tone="attention" title={t('stopped')}>
          {problem.sentence}
        </Notice>
      )}
      {retry && (
        <p className="text-attention-text">{t.rich('retryAt', { relative: () => <RelativeTime at={retry} /> })}</p>
      )}
      {turn.error && <Notice tone="failed">{sentenceOf(turn.error)}</Notice>}
      <Confirm
        open={deleting}
        onOpenChange={(open) => {
          remove.reset();
          setDeleting(open);
        }}
        title={t('deleteTitle', { name })}
        confirmLabel={t('deleteConfirm')}
        pending={remove.isPending}
        error={sentenceOf(remove.error)}
        onConfirm={() => onSuccess(remove.mutateAsync(schedule.id), () => toast.success(t('deleted', { name })))}
      >
        <p>{t('deleteText')}</p>
      </Confirm>
    </li>
  );
}

function NextTime({ at }: { at: string }) {
  const t = useTranslations('schedules');
  const format = useFormatter();
  return (
    <p className="mt-1">
      {t('next', { date: format.dateTime(new Date(at), { dateStyle: 'full', timeStyle: 'short' }) })}{' '}
      <span className="text-ink-muted">
        (<RelativeTime at={at} />)
      </span>
    </p>
  );
}

/** What came of the last occurrence, with the way to its run. */
function LastTime({ schedule }: { schedule: ScheduleView }) {
  const t = useTranslations('schedules.last');
  const [last] = schedule.recent;
  if (!last) return <p className="text-ink-muted">{t('never')}</p>;
  const { outcome, run_id: runId, sentence } = last;
  return (
    <p className={outcome === 'started' ? 'text-ink-muted' : 'text-attention-text'}>
      {t.rich(outcome, { relative: () => <RelativeTime at={last.at} />, sentence: sentence ?? '' })}{' '}
      {runId && <Link href={`/environments/${schedule.environment_id}/deployments/${runId}`}>{t('see')}</Link>}
    </p>
  );
}
