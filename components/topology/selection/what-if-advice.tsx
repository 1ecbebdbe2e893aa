'use client';
import { useTranslations } from 'next-intl';
import { type ComponentProps, useState } from 'react';
import { Button } from '@/components/ui/button';
import { onDemand } from '@/components/ui/on-demand';
import type { WhatIf } from '@/lib/model/what-if';
import type { SelectionContext } from './action';

const AddUnits = onDemand<ComponentProps<typeof import('@/components/forms/add-units').AddUnits>>(
  async () => (await import('@/components/forms/add-units')).AddUnits,
);

/** What would keep it up, each with the draft that it takes one press away. */
export function Advice({ advice, context }: { advice: WhatIf['advice']; context: SelectionContext }) {
  const t = useTranslations('topology.whatIf');
  const [adding, setAdding] = useState<WhatIf['advice'][number] | null>(null);
  const { environmentId, services, types, editReason } = context;
  const known = advice.flatMap((one) => {
    const service = services.find(({ id }) => id === one.service_id);
    const type = types.find((candidate) => candidate.type === service?.type);
    return service && type ? [{ one, service, type }] : [];
  });
  if (known.length === 0) return <p className="text-ink-muted">{t('noHelp')}</p>;
  const chosen = known.find(({ one }) => one === adding);
  return (
    <ul className="flex flex-col gap-3">
      {known.map(({ one, service, type }) => {
        const more = one.machines - service.units.length;
        const values = { noun: type.units.noun, count: one.machines, name: service.name };
        return (
          <li key={one.service_id} className="flex flex-col items-start gap-2">
            <p>{t(one.enough ? 'enough' : 'partly', values)}</p>
            {more > 0 ? (
              <Button size="sm" disabledReason={editReason} onClick={() => setAdding(one)}>
                {t('add', { count: more })}
              </Button>
            ) : (
              <p className="text-ink-muted">{t('drafted')}</p>
            )}
          </li>
        );
      })}
      {chosen && (
        <AddUnits
          environmentId={environmentId}
          service={chosen.service}
          type={chosen.type}
          suggested={Math.max(1, chosen.one.machines - chosen.service.units.length)}
          onClose={() => setAdding(null)}
        />
      )}
    </ul>
  );
}
