'use client';
import { useTranslations } from 'next-intl';
import { useCallback } from 'react';
import type { VetroEvent } from '@/lib/model/event';
import { textAt } from '@/lib/model/installed';
import { effectKind } from '@/lib/model/progress/effect-kinds';
import { effectKindOf, effectOutcomeOf } from '@/lib/model/progress/event-data';
import { readStackChange } from '@/lib/model/progress/stack-change';
import { useGuide } from './guide-context';
import { useSentenceWords } from './sentence-words';
import { useStepWords } from './step-words';

/** What an event of a step says, in the viewer's language and the words of its package; others say what they said. */
export function useEventWords(): (event: VetroEvent) => string {
  const t = useTranslations('deployments');
  const nameOf = useStepWords();
  const { steps } = useGuide();
  const inWords = useSentenceWords();
  return useCallback(
    (event) => {
      const { kind, data, text } = event;
      if (kind === 'effect.handled') return t('log.handled', { reason: inWords(textAt(data, 'reason') ?? text) });
      if (kind !== 'effect.started' && kind !== 'effect.finished') return inWords(text);
      const { isTitled } = effectKind(effectKindOf(data));
      const name = textAt(data, 'title');
      const stackChange = isTitled ? null : readStackChange(data);
      if (isTitled ? name === null : stackChange === null) return inWords(text);
      const title = nameOf({ title: name ?? '', stackChange });
      const host = textAt(data, 'host');
      const step = host === null ? title : t('steps.on', { step: title, host });
      if (kind === 'effect.started') return step;
      if (effectOutcomeOf(data) === 'ok') {
        const done = name === null ? undefined : steps[name]?.done;
        return done !== undefined && host !== null ? t('log.stepDone', { host, done }) : t('log.done', { step });
      }
      const reason = textAt(data, 'problem.details.message');
      if (!isTitled || host === null || reason === null) return inWords(text);
      return t('log.failed', { step: t('failure.stepFailedOn', { step: title, host }), reason });
    },
    [t, nameOf, steps, inWords],
  );
}
