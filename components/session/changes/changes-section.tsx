'use client';
import { useTranslations } from 'next-intl';
import { type ComponentProps, useState } from 'react';
import { ServiceLogo } from '@/components/shell/service-logo';
import { Button } from '@/components/ui/button';
import { Card } from '@/components/ui/card';
import { onDemand } from '@/components/ui/on-demand';
import { Segmented } from '@/components/ui/segmented';
import { useEnvironmentTypes } from '@/lib/client/catalog';
import type { RevertTarget } from '@/lib/model/revert';
import { targetOf } from '@/lib/model/revert';
import type { SessionDiff } from '@/lib/model/session-diff';
import { groupByService, type ServiceChanges } from './by-service';
import { ChangeItem } from './change-item';
import { useUndo } from './use-undo';

const ChangesJson = onDemand<ComponentProps<typeof import('./changes-json').ChangesJson>>(
  async () => (await import('./changes-json')).ChangesJson,
);

/** Draft against deployed: in words, or as JSON for those who want to know exactly. */
export function ChangesSection({
  environmentId,
  diff,
  fileName,
  ownDraft,
}: {
  environmentId: string;
  diff: SessionDiff;
  /** of the JSON when it is downloaded */
  fileName: string;
  /** id of the draft whose changes can be taken back; null where nothing can be */
  ownDraft: string | null;
}) {
  const t = useTranslations('session.diff');
  const undo = useUndo(environmentId, ownDraft ?? '');
  const [shown, setShown] = useState<'words' | 'json'>('words');
  return (
    <section aria-labelledby="changes-title" className="flex flex-col gap-3">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h3 id="changes-title" className="font-semibold text-[15px]">
          {t('title')}
        </h3>
        <Segmented
          label={t('show')}
          value={shown}
          onChange={setShown}
          options={[
            { value: 'words', label: t('words') },
            { value: 'json', label: t('json') },
          ]}
        />
      </div>
      {shown === 'json' ? (
        <ChangesJson diff={diff} fileName={fileName} />
      ) : (
        groupByService(diff.changes).map((group) => (
          <ServiceCard
            key={group.serviceId}
            environmentId={environmentId}
            group={group}
            onUndo={ownDraft === null ? null : undo}
          />
        ))
      )}
    </section>
  );
}

function ServiceCard({
  environmentId,
  group: { serviceId, serviceName, serviceType, changes },
  onUndo,
}: {
  environmentId: string;
  group: ServiceChanges;
  onUndo: ((target: RevertTarget) => void) | null;
}) {
  const t = useTranslations('session.diff');
  const types = useEnvironmentTypes(environmentId);
  return (
    <Card>
      <div className="flex items-center gap-3 border-line border-b px-4 py-3">
        <ServiceLogo type={serviceType} className="size-7" />
        <div className="min-w-0 flex-1">
          <h4 className="break-words font-semibold leading-5">{serviceName}</h4>
          <p className="text-[13px] text-ink-muted">
            {types.data?.find((type) => type.type === serviceType)?.title ?? serviceType}
          </p>
        </div>
        {onUndo && changes.length > 1 && (
          <Button
            variant="ghost"
            size="sm"
            aria-label={t('undoAllOf', { service: serviceName })}
            onClick={() => onUndo({ serviceId })}
          >
            {t('undoAll')}
          </Button>
        )}
      </div>
      <ul className="divide-y divide-line px-4">
        {changes.map((change) => (
          <ChangeItem
            key={[change.kind, change.unitId, change.property].join(':')}
            environmentId={environmentId}
            change={change}
            onUndo={onUndo && (() => onUndo(targetOf(change)))}
          />
        ))}
      </ul>
    </Card>
  );
}
