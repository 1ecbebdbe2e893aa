'use client';
import { useFormatter, useTranslations } from 'next-intl';
import { useId } from 'react';
import { ActionField } from '@/components/shell/workflows/action-field';
import { Button } from '@/components/ui/button';
import { Dialog } from '@/components/ui/dialog';
import { Field } from '@/components/ui/field';
import { Input } from '@/components/ui/input';
import { Notice } from '@/components/ui/notice';
import { Select } from '@/components/ui/select';
import { sentenceOf } from '@/lib/client/api-problem';
import { useNextTimes } from '@/lib/client/schedules';
import { type ScheduleInput, type ScheduleView, WHEN_MISSED } from '@/lib/model/schedules/schedule-view';
import type { ServiceView } from '@/lib/model/views';
import { targetOptions } from './schedule-target';
import { TimePicker } from './time-picker';
import { useScheduleForm } from './use-schedule-form';

/** Writes a schedule, new or changed: what is done with what, and when. */
export function ScheduleDialog({
  environmentId,
  services,
  schedule,
  onClose,
}: {
  environmentId: string;
  services: readonly ServiceView[];
  /** null: a new one */
  schedule: ScheduleView | null;
  onClose: () => void;
}) {
  const t = useTranslations('schedules.dialog');
  const formId = useId();
  const form = useScheduleForm(environmentId, schedule, onClose);
  const { work, target, zone, missed, cron, showsMissing, fieldProblem } = form;
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={schedule ? t('change', { name: schedule.name }) : t('new')}
      description={t('inYourName')}
      footer={
        <>
          <Button onClick={onClose}>{t('cancel')}</Button>
          <Button type="submit" form={formId} variant="primary" pending={form.pending}>
            {t(schedule ? 'save' : 'create')}
          </Button>
        </>
      }
    >
      <form id={formId} onSubmit={form.submit} noValidate className="flex flex-col gap-5">
        <Field
          label={t('name')}
          error={(showsMissing && form.name.trim() === '' ? t('nameMissing') : null) ?? fieldProblem('name')}
        >
          <Input
            value={form.name}
            onValueChange={form.setName}
            maxLength={100}
            autoComplete="off"
            placeholder={t('namePlaceholder')}
          />
        </Field>
        <div className="grid gap-5 sm:grid-cols-2">
          <Field
            label={t('workflow')}
            control="parts"
            error={fieldProblem('workflow') ?? fieldProblem('operation')}
            help={work.operation?.summary}
          >
            <Select value={work.value} onValueChange={work.choose} options={work.options} />
          </Field>
          <Field label={t('target')} control="parts" error={fieldProblem('service_id') ?? fieldProblem('unit_ids')}>
            <Select
              value={target}
              onValueChange={form.setTarget}
              options={targetOptions(target, services.filter(work.isFor), {
                whole: t('whole'),
                chosen: t('chosen'),
              })}
            />
          </Field>
        </div>
        {work.operation?.parameters.map((parameter) => (
          <ActionField
            key={`${work.value} ${parameter.name}`}
            argument={parameter}
            value={work.entered[parameter.name] ?? ''}
            error={fieldProblem(`parameters.${parameter.name}`)}
            onChange={(value) => work.enter(parameter.name, value)}
          />
        ))}
        <TimePicker times={form.times} onChange={form.setTimes} asked={showsMissing} problem={fieldProblem('cron')} />
        <ZoneField zone={zone} onChange={form.setZone} error={fieldProblem('time_zone')} />
        {cron !== null && isTimeZone(zone.trim()) && (
          <NextTimes environmentId={environmentId} times={{ cron, time_zone: zone.trim() }} />
        )}
        <Field label={t('missed')} control="parts">
          <Select
            value={missed}
            onValueChange={(value) => form.setMissed(WHEN_MISSED.find((one) => one === value) ?? missed)}
            options={WHEN_MISSED.map((value) => ({ value, label: t(value) }))}
          />
        </Field>
        {form.error && <Notice tone="failed">{sentenceOf(form.error)}</Notice>}
      </form>
    </Dialog>
  );
}

function ZoneField({
  zone,
  onChange,
  error,
}: {
  zone: string;
  onChange: (zone: string) => void;
  error: string | null;
}) {
  const t = useTranslations('schedules.dialog');
  const listId = useId();
  return (
    <>
      <Field label={t('zone')} help={t('zoneHelp')} error={error}>
        <Input value={zone} onValueChange={onChange} list={listId} autoComplete="off" spellCheck={false} />
      </Field>
      <datalist id={listId}>
        {Intl.supportedValuesOf('timeZone').map((one) => (
          <option key={one} value={one} />
        ))}
      </datalist>
    </>
  );
}

/** The next occurrences, or why there are none. */
function NextTimes({
  environmentId,
  times,
}: {
  environmentId: string;
  times: Pick<ScheduleInput, 'cron' | 'time_zone'>;
}) {
  const t = useTranslations('schedules.dialog');
  const format = useFormatter();
  const next = useNextTimes(environmentId, times);
  const at = { dateStyle: 'full', timeStyle: 'short', timeZone: times.time_zone } as const;
  return (
    <div aria-live="polite" className="rounded-lg border border-line px-4 py-3">
      <h3 className="font-medium">{t('preview')}</h3>
      {next.error ? (
        <p className="text-failed-text">{sentenceOf(next.error)}</p>
      ) : next.data ? (
        <ul className="text-ink-muted">
          {next.data.map((occurrence) => (
            <li key={occurrence}>
              {format.dateTime(new Date(occurrence), next.isPlaceholderData ? { ...at, timeZone: 'UTC' } : at)}
            </li>
          ))}
        </ul>
      ) : (
        <p className="text-ink-muted">{t('previewLoading')}</p>
      )}
    </div>
  );
}

/** Whether a name is that of a zone, not the half of one that is still being typed. */
function isTimeZone(name: string): boolean {
  try {
    return name !== '' && Boolean(new Intl.DateTimeFormat('en', { timeZone: name }));
  } catch {
    return false;
  }
}
