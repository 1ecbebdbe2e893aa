'use client';
import { useTranslations } from 'next-intl';
import type { ComponentProps } from 'react';
import { Notice } from '@/components/ui/notice';
import { onDemand } from '@/components/ui/on-demand';
import type { EnvironmentModel } from '@/lib/model/environment';
import type { RunView } from '@/lib/model/runs/run-view';
import type { ServiceType } from '@/lib/model/service-type';
import { placeOfUnit } from '@/lib/model/unit-repairs';
import type { RunUnit } from './run';
import { useRunWords } from './run-words';
import type { ChosenRepair } from './stop-and-repair';

const StopAndRepair = onDemand<ComponentProps<typeof import('./stop-and-repair').StopAndRepair>>(
  async () => (await import('./stop-and-repair')).StopAndRepair,
);

/** Which machines cannot go on with their step, and what helps where that does not pass. */
export function Troubled({
  view,
  units,
  model,
  types,
  onChoose,
}: {
  view: RunView;
  units: readonly RunUnit[];
  /** the document as far as it has come */
  model: EnvironmentModel;
  types: readonly ServiceType[];
  onChoose: (chosen: ChosenRepair | null) => void;
}) {
  const t = useTranslations('deployments.page');
  const words = useRunWords();
  const troubled = units.filter(({ line }) => line.kind === 'trouble');
  if (troubled.length === 0) return null;
  return (
    <Notice tone="attention" title={t('trouble', { count: troubled.length })}>
      <div className="flex flex-col gap-1.5">
        {troubled.map(({ unitId, line }) => (
          <p key={unitId} className="break-words">
            {words.line(line)}
          </p>
        ))}
        <p>{t('troubleStays')}</p>
        {troubled.map((unit) => (
          <StopAndRepair
            key={unit.unitId}
            view={view}
            unit={unit}
            place={placeOfUnit(model.services, types, unit.unitId)}
            onChoose={onChoose}
          />
        ))}
      </div>
    </Notice>
  );
}
