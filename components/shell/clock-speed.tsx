'use client';
import { useTranslations } from 'next-intl';
import { Segmented } from '@/components/ui/segmented';
import { useToast } from '@/components/ui/toast';
import { sentenceOf } from '@/lib/client/api-problem';
import { useClockSpeed, useSetClockSpeed } from '@/lib/client/clock';
import { CLOCK_SPEEDS } from '@/lib/model/clock-speeds';
import { useMe } from './me-context';

/** How fast simulated machines are: chosen by whoever administers the installation, told to everyone else. */
export function ClockSpeed() {
  const { system_admin: mayChoose } = useMe();
  const t = useTranslations('shell.clock');
  const toast = useToast();
  const speed = useClockSpeed();
  const { mutate } = useSetClockSpeed();
  if (speed === undefined) return null;
  if (!mayChoose) return speed === 1 ? null : <p className="text-ink-muted">{t('now', { speed })}</p>;
  return (
    <Segmented
      label={t('label')}
      options={CLOCK_SPEEDS.map((one) => ({ value: `${one}`, label: t('times', { speed: one }) }))}
      value={`${speed}`}
      onChange={(value) => {
        const chosen = CLOCK_SPEEDS.find((one) => `${one}` === value) ?? 1;
        mutate(chosen, { onError: (error) => toast.error(t('failed'), sentenceOf(error) ?? undefined) });
      }}
    />
  );
}
