'use client';
import { useTranslations } from 'next-intl';
import { Checkbox } from '@/components/ui/checkbox';
import { Field } from '@/components/ui/field';
import { Input } from '@/components/ui/input';
import { NumberInput } from '@/components/ui/number-input';
import { Select } from '@/components/ui/select';
import { ALL_DAYS, readPattern, WEEKDAYS, writePattern } from '@/lib/model/schedules/cron-pattern';
import { timeText, useWeekdays } from './schedule-words';

const EVERY = ['day', 'weekdays', 'days', 'hour', 'month', 'cron'] as const;

/** What is picked; what a choice does not need is kept for when another one does. */
export interface PickedTimes {
  every: (typeof EVERY)[number];
  /** HH:MM */
  time: string;
  minute: number | null;
  days: readonly number[];
  day: number | null;
  cron: string;
}

/** What a cron expression looks like when it is picked. */
export function pickedTimes(cron: string): PickedTimes {
  const usual: PickedTimes = { every: 'cron', time: '20:00', minute: 0, days: WEEKDAYS, day: 1, cron };
  const pattern = readPattern(cron);
  if (pattern === null) return usual;
  if (pattern.every === 'hour') return { ...usual, every: 'hour', minute: pattern.minute };
  const time = timeText(pattern);
  if (pattern.every === 'month') return { ...usual, every: 'month', time, day: pattern.day };
  const { days } = pattern;
  const isWeekdays = days.length === WEEKDAYS.length && WEEKDAYS.every((day) => days.includes(day));
  const every = days.length === ALL_DAYS.length ? 'day' : isWeekdays ? 'weekdays' : 'days';
  return { ...usual, every, time, days };
}

/** The cron expression of what is picked; null while something is missing. */
export function cronOfTimes({ every, time, minute, days, day, cron }: PickedTimes): string | null {
  if (every === 'cron') return cron.trim() === '' ? null : cron.trim();
  if (every === 'hour') return isIn(minute, 0, 59) ? writePattern({ every, minute }) : null;
  const [, hours, minutes] = /^(\d{2}):(\d{2})/.exec(time) ?? [];
  if (hours === undefined || minutes === undefined) return null;
  const at = { hour: Number(hours), minute: Number(minutes) };
  if (every === 'month') return isIn(day, 1, 31) ? writePattern({ every, day, ...at }) : null;
  const chosen = every === 'day' ? ALL_DAYS : every === 'weekdays' ? WEEKDAYS : days;
  return chosen.length === 0 ? null : writePattern({ every: 'day', days: chosen, ...at });
}

function isIn(value: number | null, least: number, most: number): value is number {
  return value !== null && Number.isInteger(value) && value >= least && value <= most;
}

/** How often and at which time, without cron; cron is there for everything else. */
export function TimePicker({
  times,
  onChange,
  asked,
  problem,
}: {
  times: PickedTimes;
  onChange: (times: PickedTimes) => void;
  /** whether what is missing is to be told */
  asked: boolean;
  /** what is wrong with it */
  problem: string | null;
}) {
  const t = useTranslations('schedules');
  const weekday = useWeekdays();
  const { every, days } = times;
  const set = (change: Partial<PickedTimes>) => onChange({ ...times, ...change });
  return (
    <>
      <div className="grid gap-5 sm:grid-cols-2">
        <Field label={t('dialog.every')} control="parts" error={every === 'cron' ? null : problem}>
          <Select
            value={every}
            onValueChange={(value) => {
              const chosen = EVERY.find((one) => one === value) ?? every;
              // what was picked so far is where cron begins
              set({ every: chosen, ...(chosen === 'cron' ? { cron: cronOfTimes(times) ?? times.cron } : {}) });
            }}
            options={EVERY.map((value) => ({ value, label: t(`every.${value}`) }))}
          />
        </Field>
        {every === 'hour' && (
          <Field label={t('dialog.minute')}>
            <NumberInput value={times.minute} min={0} max={59} onValueChange={(minute) => set({ minute })} />
          </Field>
        )}
        {every === 'month' && (
          <Field label={t('dialog.dayOfMonth')}>
            <NumberInput value={times.day} min={1} max={31} onValueChange={(day) => set({ day })} />
          </Field>
        )}
        {every !== 'hour' && every !== 'cron' && (
          <Field label={t('dialog.time')}>
            <Input type="time" value={times.time} onValueChange={(time) => set({ time })} />
          </Field>
        )}
      </div>
      {every === 'days' && (
        <Field
          label={t('dialog.days')}
          control="parts"
          error={asked && days.length === 0 ? t('dialog.daysMissing') : null}
        >
          <div className="flex flex-wrap gap-x-5">
            {[...WEEKDAYS, 6, 0].map((day) => (
              <Checkbox
                key={day}
                checked={days.includes(day)}
                onCheckedChange={(checked) =>
                  set({ days: checked ? [...days, day] : days.filter((one) => one !== day) })
                }
                label={weekday(day, 'long')}
              />
            ))}
          </div>
        </Field>
      )}
      {every === 'cron' && (
        <Field label={t('dialog.cron')} help={t('dialog.cronHelp')} error={problem}>
          <Input
            value={times.cron}
            onValueChange={(cron) => set({ cron })}
            autoComplete="off"
            spellCheck={false}
            className="font-mono"
          />
        </Field>
      )}
    </>
  );
}
