'use client';
import { ArrowRightLeft, CircleCheck, CircleX, type LucideIcon, PowerOff } from 'lucide-react';
import { useFormatter, useTranslations } from 'next-intl';
import type { ReactNode } from 'react';
import { Notice } from '@/components/ui/notice';
import { useDuration, useDurationRange } from '@/components/ui/use-duration';
import { useEnvironmentGuide } from '@/lib/client/catalog';
import { useServerWords } from '@/lib/client/server-words/use-server-words';
import type { WhatIf } from '@/lib/model/what-if';
import type { SelectionContext } from './action';
import { Advice } from './what-if-advice';

/** Where times lie so close together, one of them says all. */
const CLOSE = 1.5;

/** The answer in plain sentences: what ends, what moves, what goes on, how long a repair takes, what would help. */
export function WhatIfAnswer({
  answer,
  context,
  of,
}: {
  answer: WhatIf;
  context: SelectionContext;
  /** what was tried: what is there, or what a draft makes */
  of: 'deployed' | 'draft';
}) {
  const t = useTranslations('topology.whatIf');
  const format = useFormatter();
  const inWords = useServerWords(useEnvironmentGuide(context.environmentId).sentences);
  const off = answer.machines.filter(({ state }) => state === 'off');
  const promised = (outcome: WhatIf['promises'][number]['outcome']) =>
    answer.promises.flatMap((one) => (one.outcome === outcome && one.text !== null ? [inWords(one.text)] : []));
  const addresses = (goOn: boolean) =>
    answer.addresses.flatMap(({ url, before, after }) =>
      before.answers && after.answers === goOn ? [t(goOn ? 'answers' : 'answersNot', { url })] : [],
    );
  return (
    <div className="flex flex-col gap-5">
      <Notice tone={answer.survives ? 'ready' : 'attention'} title={t(answer.survives ? 'survives' : 'fails')}>
        {t(of === 'draft' ? 'played' : 'tried')}
      </Notice>
      <Sentences
        title={t('down')}
        icon={PowerOff}
        lines={[t('off', { names: format.list(off.map(({ host }) => host)), count: off.length })]}
      />
      <Sentences title={t('ends')} icon={CircleX} lines={[...promised('broken'), ...addresses(false)]} />
      <Sentences title={t('moves')} icon={ArrowRightLeft} lines={promised('moved')} />
      <Sentences title={t('goesOn')} icon={CircleCheck} lines={[...promised('kept'), ...addresses(true)]} />
      <Section title={t('repair')}>
        <Repair time={answer.recovery} />
      </Section>
      {!answer.survives && (
        <Section title={t('help')}>
          <Advice advice={answer.advice} context={context} />
        </Section>
      )}
    </div>
  );
}

function Repair({ time }: { time: WhatIf['recovery'] }) {
  const t = useTranslations('topology.whatIf');
  const duration = useDuration();
  const range = useDurationRange();
  if (time === null) return <p className="text-ink-muted">{t('neverRepaired')}</p>;
  const { lowMs, typicalMs, highMs, runs } = time;
  const said = highMs <= CLOSE * Math.max(1, lowMs) ? duration(typicalMs) : range(lowMs, highMs);
  return <p>{t('repaired', { duration: said, runs })}</p>;
}

function Sentences({ title, icon: Icon, lines }: { title: string; icon: LucideIcon; lines: readonly string[] }) {
  if (lines.length === 0) return null;
  return (
    <Section title={title}>
      <ul className="flex flex-col gap-1.5">
        {lines.map((line) => (
          <li key={line} className="flex gap-2">
            <Icon aria-hidden className="mt-0.5 size-4 shrink-0 text-ink-muted" />
            <span className="min-w-0 break-words">{line}</span>
          </li>
        ))}
      </ul>
    </Section>
  );
}

function Section({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section aria-label={title} className="flex flex-col gap-2">
      <h3 className="font-semibold">{title}</h3>
      {children}
    </section>
  );
}
