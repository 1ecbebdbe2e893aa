'use client';
import { useTranslations } from 'next-intl';
import { type FormEvent, useState } from 'react';
import { useToast } from '@/components/ui/toast';
import { isApiProblem } from '@/lib/client/api-problem';
import { onSuccess } from '@/lib/client/on-success';
import { useStoreSchedule } from '@/lib/client/schedules';
import type { ScheduleInput, ScheduleView } from '@/lib/model/schedules/schedule-view';
import { targetIds, targetOf } from './schedule-target';
import { cronOfTimes, type PickedTimes, pickedTimes } from './time-picker';
import { useChosenWork } from './use-chosen-work';

/** What is typed and chosen for a schedule, new (null) or changed, and what the server objects to of it. */
export function useScheduleForm(environmentId: string, schedule: ScheduleView | null, onStored: () => void) {
  const t = useTranslations('schedules.dialog');
  const toast = useToast();
  const store = useStoreSchedule(environmentId);
  const [name, setName] = useState(schedule?.name ?? '');
  const work = useChosenWork(environmentId, schedule);
  const [target, setTarget] = useState(targetOf(schedule));
  const [times, setTimes] = useState<PickedTimes>(() => pickedTimes(schedule?.cron ?? '0 20 * * 1-5'));
  const [zone, setZone] = useState(schedule?.time_zone ?? Intl.DateTimeFormat().resolvedOptions().timeZone ?? 'UTC');
  const [missed, setMissed] = useState<ScheduleInput['when_missed']>(schedule?.when_missed ?? 'skip');
  const [showsMissing, setShowsMissing] = useState(false);
  const cron = cronOfTimes(times);
  const problems = isApiProblem(store.error) ? store.error.fields : [];

  function submit(event: FormEvent) {
    event.preventDefault();
    setShowsMissing(true);
    if (name.trim() === '' || cron === null || store.isPending) return;
    const input = {
      id: schedule?.id ?? null,
      name: name.trim(),
      ...work.asked,
      ...targetIds(target, schedule),
      cron,
      time_zone: zone.trim(),
      enabled: schedule?.enabled ?? true,
      when_missed: missed,
    };
    onSuccess(store.mutateAsync(input), () => {
      onStored();
      toast.success(t('saved', { name: input.name }));
    });
  }

  return {
    ...{ name, setName, work, target, setTarget, times, setTimes, zone, setZone, missed, setMissed },
    /** null while something of its times is missing */
    cron,
    /** what is missing is named at its field: it was to be stored once */
    showsMissing,
    pending: store.isPending,
    fieldProblem: (path: string) => problems.find((field) => field.path.startsWith(path))?.sentence ?? null,
    /** what went wrong and is said at no field; null when nothing */
    error: problems.length > 0 ? null : store.error,
    submit,
  };
}
