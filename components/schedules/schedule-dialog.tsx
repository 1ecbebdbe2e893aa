'use client';
import { useFormatter, useTranslations } from 'next-intl';
import { type FormEvent, useId, useState } from 'react';
import { ActionField } from '@/components/shell/workflows/action-field';
import { Button } from '@/components/ui/button';
import { Dialog } from '@/components/ui/dialog';
import { Field } from '@/components/ui/field';
import { Input } from '@/components/ui/input';
import { Notice } from '@/components/ui/notice';
import { Select } from '@/components/ui/select';
import { useToast } from '@/components/ui/toast';
import { isApiProblem, sentenceOf } from '@/lib/client/api-problem';
import { onSuccess } from '@/lib/client/on-success';
import { useNextTimes, useStoreSchedule } from '@/lib/client/schedules';
import { textAt } from '@/lib/model/installed';
import { type ScheduleInput, type ScheduleView, WHEN_MISSED } from '@/lib/model/schedules/schedule-view';
import type { ServiceView } from '@/lib/model/views';
import { cronOfTimes, type PickedTimes, pickedTimes, TimePicker } from './time-picker';
import { useChosenWork } from './use-chosen-work';

const WHOLE = 'whole';
const CHOSEN = 'chosen';
/** One machine is chosen by this and the id of its unit. */
const MACHINE = 'machine:';

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
  const zonesId = useId();
  const toast = useToast();
  const store = useStoreSchedule(environmentId);
  const [name, setName] = useState(schedule?.name ?? '');
  const done = useChosenWork(environmentId, schedule);
  const [target, setTarget] = useState(targetOf(schedule));
  const [times, setTimes] = useState<PickedTimes>(() => pickedTimes(schedule?.cron ?? '0 20 * * 1-5'));
  const [zone, setZone] = useState(schedule?.time_zone ?? Intl.DateTimeFormat().resolvedOptions().timeZone ?? 'UTC');
  const [missed, setMissed] = useState<ScheduleInput['when_missed']>(schedule?.when_missed ?? 'skip');
  const [asked, setAsked] = useState(false);
  const cron = cronOfTimes(times);
  const fieldProblem = (path: string) =>
    isApiProblem(store.error)
      ? (store.error.fields.find((field) => field.path.startsWith(path))?.sentence ?? null)
      : null;

  function submit(event: FormEvent) {
    event.preventDefault();
    setAsked(true);
    if (name.trim() === '' || cron === null || store.isPending) return;
    const input = {
      id: schedule?.id ?? null,
      name: name.trim(),
      ...done.asked,
      service_id: target === WHOLE || target === CHOSEN || target.startsWith(MACHINE) ? null : target,
      unit_ids: target.startsWith(MACHINE)
        ? [target.slice(MACHINE.length)]
        : target === CHOSEN
          ? (schedule?.unit_ids ?? null)
          : null,
      cron,
      time_zone: zone.trim(),
      enabled: schedule?.enabled ?? true,
      when_missed: missed,
    };
    onSuccess(store.mutateAsync(input), () => {
      onClose();
      toast.success(t('saved', { name: input.name }));
    });
  }

  const isAtField = isApiProblem(store.error) && store.error.fields.length > 0;
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={schedule ? t('change', { name: schedule.name }) : t('new')}
      description={t('inYourName')}
      footer={
        <>
          <Button onClick={onClose}>{t('cancel')}</Button>
          <Button type="submit" form={formId} variant="primary" pending={store.isPending}>
            {t(schedule ? 'save' : 'create')}
          </Button>
        </>
      }
    >
      <form id={formId} onSubmit={submit} noValidate className="flex flex-col gap-5">
        <Field
          label={t('name')}
          error={(asked && name.trim() === '' ? t('nameMissing') : null) ?? fieldProblem('name')}
        >
          <Input
            value={name}
            onValueChange={setName}
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
            help={done.operation?.summary}
          >
            <Select value={done.value} onValueChange={done.choose} options={done.options} />
          </Field>
          <Field label={t('target')} control="parts" error={fieldProblem('service_id') ?? fieldProblem('unit_ids')}>
            <Select
              value={target}
              onValueChange={setTarget}
              options={[
                { value: WHOLE, label: t('whole') },
                ...(target === CHOSEN ? [{ value: CHOSEN, label: t('chosen') }] : []),
                ...services
                  .filter(done.isFor)
                  .flatMap((service) => [{ value: service.id, label: service.name }, ...machinesOf(service)]),
              ]}
            />
          </Field>
        </div>
        {done.operation?.parameters.map((parameter) => (
          <ActionField
            key={`${done.value} ${parameter.name}`}
            argument={parameter}
            value={done.entered[parameter.name] ?? ''}
            error={fieldProblem(`parameters.${parameter.name}`)}
            onChange={(value) => done.enter(parameter.name, value)}
          />
        ))}
        <TimePicker times={times} onChange={setTimes} asked={asked} problem={fieldProblem('cron')} />
        <Field label={t('zone')} help={t('zoneHelp')} error={fieldProblem('time_zone')}>
          <Input value={zone} onValueChange={setZone} list={zonesId} autoComplete="off" spellCheck={false} />
        </Field>
        <datalist id={zonesId}>
          {Intl.supportedValuesOf('timeZone').map((one) => (
            <option key={one} value={one} />
          ))}
        </datalist>
        {cron !== null && isTimeZone(zone.trim()) && (
          <NextTimes environmentId={environmentId} times={{ cron, time_zone: zone.trim() }} />
        )}
        <Field label={t('missed')} control="parts">
          <Select
            value={missed}
            onValueChange={(value) => setMissed(WHEN_MISSED.find((one) => one === value) ?? missed)}
            options={WHEN_MISSED.map((value) => ({ value, label: t(value) }))}
          />
        </Field>
        {store.error && !isAtField && <Notice tone="failed">{sentenceOf(store.error)}</Notice>}
      </form>
    </Dialog>
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

/** What a schedule is for, as it is chosen here. */
function targetOf(schedule: ScheduleView | null): string {
  const [first, ...others] = schedule?.unit_ids ?? [];
  if (first === undefined) return schedule?.service_id ?? WHOLE;
  return others.length === 0 ? `${MACHINE}${first}` : CHOSEN;
}

/** The machines of a service that are there, each to be chosen alone. */
function machinesOf({ name, units }: ServiceView): { value: string; label: string }[] {
  return units.flatMap(({ id, state }) => {
    const host = textAt(state, 'hostname');
    return host === null ? [] : [{ value: `${MACHINE}${id}`, label: `${name}: ${host}` }];
  });
}
