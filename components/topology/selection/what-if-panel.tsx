'use client';
import { useFormatter, useTranslations } from 'next-intl';
import { useEffect, useState } from 'react';
import { Button } from '@/components/ui/button';
import { Drawer } from '@/components/ui/drawer';
import { Notice } from '@/components/ui/notice';
import { LoadingWords, Skeleton } from '@/components/ui/skeleton';
import { useMedia } from '@/components/ui/use-media';
import { sentenceOf } from '@/lib/client/api-problem';
import { useDraftWhatIf } from '@/lib/client/draft-what-if';
import { markedMachines } from '@/lib/client/marked-machines';
import { useWhatIf } from '@/lib/client/what-if';
import type { AskProps } from './action';
import { selectedUnits } from './selected-units';
import { partsOf } from './selection';
import { WhatIfAnswer } from './what-if-answer';

/** As many are named in the title; of more it is told how many they are. */
const NAMED = 3;

/** What becomes of the environment when what is selected fails; the drawing shows it as long as this is open. */
export function WhatIfPanel({ selection, context, onClose }: AskProps) {
  const t = useTranslations('topology.whatIf');
  const format = useFormatter();
  const narrow = useMedia('(max-width: 639px)');
  const { environmentId, deployed, services, draft } = context;
  const there = selectedUnits(selection, deployed);
  const planned = selectedUnits(selection, services);
  const isPlanned = planned.some((id) => !there.includes(id));
  const [wantsDraft, setWantsDraft] = useState(isPlanned);
  const isDrafted = wantsDraft && draft !== null;
  const units = isDrafted ? planned : there;
  const ofDeployed = useWhatIf(environmentId, isDrafted ? null : { units });
  const ofDraft = useDraftWhatIf(environmentId, isDrafted ? draft : null, { units });
  const { data: answer, error } = isDrafted ? ofDraft : ofDeployed;
  useEffect(() => {
    const machines = answer?.machines ?? [];
    markedMachines.set(new Map(machines.map(({ unit_id: unitId, state }) => [unitId, state])));
    return () => markedMachines.clear();
  }, [answer]);
  const titles = partsOf(selection).map(({ title }) => title);
  const names = titles.length <= NAMED ? format.list(titles) : t('machines', { count: units.length });
  return (
    <Drawer
      open
      modal={false}
      side={narrow === true ? 'bottom' : 'right'}
      onCover={context.onCover}
      onOpenChange={(open) => !open && onClose(false)}
      title={t('title', { names, count: units.length })}
    >
      {error ? (
        <Notice tone="failed">{sentenceOf(error)}</Notice>
      ) : answer ? (
        <>
          <WhatIfAnswer answer={answer} context={context} of={isDrafted ? 'draft' : 'deployed'} />
          {!isDrafted && draft !== null && planned.length > 0 && (
            <Button className="mt-5 self-start" onClick={() => setWantsDraft(true)}>
              {t('withDraft')}
            </Button>
          )}
        </>
      ) : answer === null ? (
        <Notice tone="attention" title={t('notUp')}>
          {t('notUpText')}
        </Notice>
      ) : (
        <div className="flex flex-col gap-3">
          <LoadingWords>{t(isDrafted ? 'playing' : 'asking')}</LoadingWords>
          {isDrafted && (
            <p aria-hidden className="text-ink-muted">
              {t('playing')}
            </p>
          )}
          <Skeleton className="h-16 w-full" />
          <Skeleton className="h-32 w-full" />
        </div>
      )}
    </Drawer>
  );
}
