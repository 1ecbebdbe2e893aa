'use client';
import { useTranslations } from 'next-intl';
import type { ComponentProps } from 'react';
import { Button } from '@/components/ui/button';
import { Card } from '@/components/ui/card';
import { cn } from '@/components/ui/class-names';
import { Disclosure } from '@/components/ui/disclosure';
import { Notice } from '@/components/ui/notice';
import { onDemand } from '@/components/ui/on-demand';
import { sentenceOf } from '@/lib/client/api-problem';
import type { useSessionPreview } from '@/lib/client/preview';
import type { Preview } from '@/lib/model/preview';
import { EffectTiles } from './effect-tiles';
import { countEffects } from './effects';
import { ExpectedDuration } from './expected-duration';
import { MachineList } from './machine-list';
import { QuotaBars } from './quota-bars';

const ResourceList = onDemand<ComponentProps<typeof import('./resource-list').ResourceList>>(
  async () => (await import('./resource-list')).ResourceList,
);
const StepList = onDemand<ComponentProps<typeof import('./step-list').StepList>>(
  async () => (await import('./step-list')).StepList,
);

/** What deploying will do, before it is asked for; `query` has ended, well or not. */
export function PreviewSection({ query }: { query: ReturnType<typeof useSessionPreview> }) {
  const t = useTranslations('session.preview');
  const { data: preview, isPlaceholderData } = query;
  return (
    <section aria-labelledby="preview-title" aria-busy={isPlaceholderData} className="flex flex-col gap-3">
      <h3 id="preview-title" className="font-semibold text-[15px]">
        {t('title')}
      </h3>
      {preview ? (
        <PreviewDetails preview={preview} fading={isPlaceholderData} />
      ) : (
        <Notice
          tone="neutral"
          title={t('failed')}
          actions={<Button onClick={() => void query.refetch()}>{t('retry')}</Button>}
        >
          {sentenceOf(query.error)} {t('failedText')}
        </Notice>
      )}
    </section>
  );
}

function PreviewDetails({ preview, fading }: { preview: Preview; fading: boolean }) {
  const t = useTranslations('session.preview');
  const { machines, resources, steps, totals, duration } = preview;
  const names = new Map(
    machines.flatMap(({ serviceId, serviceName, unitId, host }): [string, string][] => [
      ...(serviceId !== null && serviceName !== null ? [[serviceId, serviceName] as [string, string]] : []),
      ...(unitId === null ? [] : [[unitId, host] as [string, string]]),
    ]),
  );
  const changed = resources.filter(({ change }) => change !== 'unchanged').length;
  return (
    <Card className={cn('flex flex-col gap-4 p-4 transition-opacity', fading && 'opacity-60')}>
      <EffectTiles counts={countEffects(machines)} />
      <ExpectedDuration duration={duration} />
      <MachineList machines={machines} />
      <QuotaBars totals={totals} />
      <div className="flex flex-col gap-1 border-line border-t pt-2">
        {steps.length > 0 && (
          <Disclosure summary={t('stepsTitle', { count: steps.length })}>
            <StepList steps={steps} names={names} />
          </Disclosure>
        )}
        {resources.length > 0 && (
          <Disclosure summary={t('resourcesTitle', { changed, count: resources.length })}>
            <ResourceList resources={resources} names={names} />
          </Disclosure>
        )}
      </div>
    </Card>
  );
}
