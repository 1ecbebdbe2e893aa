'use client';
import { useFormatter, useTranslations } from 'next-intl';
import { useRunTitle } from '@/components/status/run-title';
import { useSentenceWords } from '@/components/status/sentence-words';
import type { Moment } from '@/lib/model/moments/moment-view';
import { useActivityWords } from '../use-activity-words';

/** What a moment in the life of an environment was, in the viewer's language: "Version 2, failed. By Max." */
export function useMomentWords(environmentId: string) {
  const t = useTranslations('history.past');
  const outcomes = useTranslations('history.outcomes');
  const run = useRunTitle();
  const activity = useActivityWords(environmentId);
  const inWords = useSentenceWords();
  const format = useFormatter();
  const what = ({ kind, user_name: name, run: ran, machine, action }: Moment): string => {
    const by = activity.person(name ?? '');
    if (ran) {
      const title = run.title(ran);
      return ran.outcome === 'success'
        ? t('run', { title, by })
        : t('ended', { title, by, outcome: outcomes(ran.outcome === 'failed' ? 'failed' : 'cancelled') });
    }
    if (machine) return kind === 'recovery' ? t('recovery', { host: machine.host }) : inWords(machine.sentence);
    if (action) return t('action', { by, did: activity.action(action) });
    return t('created', { by });
  };
  const when = (at: string) => format.dateTime(new Date(at), { dateStyle: 'medium', timeStyle: 'medium' });
  return { what, when };
}
