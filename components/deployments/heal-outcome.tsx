'use client';
import { useFormatter, useTranslations } from 'next-intl';
import { Card, CardBody, CardHeader } from '@/components/ui/card';
import { HEAL_SETS, healSetsOf } from '@/lib/model/runs/heal-sets';
import type { RunView } from '@/lib/model/runs/run-view';

/** What a repair came to, instance by instance: the sets of each service that have any; nothing for other runs. */
export function HealOutcome({ view }: { view: Pick<RunView, 'result'> }) {
  const t = useTranslations('deployments.healOutcome');
  const format = useFormatter();
  return healSetsOf(view.result).map(({ service, sets }) => {
    const filled = HEAL_SETS.filter((set) => sets[set].length > 0);
    if (filled.length === 0) return null;
    return (
      <Card key={service}>
        <CardHeader title={t('title', { service })} />
        <CardBody>
          <dl className="grid gap-x-4 gap-y-1 sm:grid-cols-[max-content_minmax(0,1fr)]">
            {filled.map((set) => (
              <div key={set} className="contents">
                <dt className="text-ink-muted">{t(set)}</dt>
                <dd className="break-words">{format.list(sets[set])}</dd>
              </div>
            ))}
          </dl>
        </CardBody>
      </Card>
    );
  });
}
