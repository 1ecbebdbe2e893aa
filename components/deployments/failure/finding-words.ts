'use client';
import { useFormatter, useNow, useTranslations } from 'next-intl';
import { JUST_NOW_MS } from '@/components/ui/relative-time';
import type { Finding } from '@/lib/model/failure-findings';

/** Puts what a check has found into a sentence of the viewer's language. */
export function useFindingWords(): (finding: Finding) => string {
  const t = useTranslations('deployments.failure.found');
  const ui = useTranslations('ui');
  const format = useFormatter();
  const now = useNow();
  const when = (at: Date) =>
    Math.abs(now.getTime() - at.getTime()) < JUST_NOW_MS ? ui('justNow') : format.relativeTime(at, now);
  return ({ check, state, machines, seconds = 0, at, used = 0, limit = 0 }) =>
    t(`${check}.${state}`, {
      machines: format.list(machines),
      count: machines.length,
      minutes: Math.round(Math.abs(seconds) / 60),
      direction: seconds > 0 ? 'ahead' : 'behind',
      answered: at ? 'yes' : 'no',
      at: at ? when(new Date(at)) : '',
      used,
      limit,
    });
}
