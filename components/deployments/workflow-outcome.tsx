'use client';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { useRoleReason } from '@/components/shell/me-context';
import { stepWords } from '@/components/shell/workflows/step-words';
import { workflowOf } from '@/components/status/run-title';
import { useSentenceWords } from '@/components/status/sentence-words';
import { Button } from '@/components/ui/button';
import { Card, CardBody, CardHeader } from '@/components/ui/card';
import { conclusionOf, type MachineConclusion } from '@/lib/model/runs/conclusion';
import type { RunView } from '@/lib/model/runs/run-view';
import { CheckHelp } from './check-help';
import { HealOutcome } from './heal-outcome';

/** As many machines are told before the rest is folded. */
const FIRST = 6;

/** What a workflow meant to do with each machine, and what it did; nothing for runs that did not say. */
export function WorkflowOutcome({
  view,
  newest,
}: {
  view: RunView;
  /** no other run has begun since: what a check found is still so */
  newest: boolean;
}) {
  const t = useTranslations('deployments.workflowOutcome');
  const w = useTranslations('workflows');
  const inWords = useSentenceWords();
  const mayChange = useRoleReason() === null;
  const [all, setAll] = useState(false);
  const workflow = workflowOf(view.kind);
  const outcomes = conclusionOf(view)?.machines ?? [];
  if (workflow === null || outcomes.length === 0) return null;
  const planned = ({ does, because }: MachineConclusion): string => {
    if (because !== null) return w(`because.${because}`);
    return w(`does.${stepWords(workflow, does)}`, { count: 1 });
  };
  const isHelped = newest && mayChange && (workflow === 'check_status' || workflow === 'check_drift');
  const shown = all ? outcomes : outcomes.slice(0, FIRST);
  return (
    <>
      <Card>
        <CardHeader title={t('title')} />
        <CardBody>
          <table className="w-full text-left">
            <thead className="text-[13px] text-ink-muted max-sm:sr-only">
              <tr>
                <th scope="col" className="pr-4 pb-1 font-medium">
                  {t('machine')}
                </th>
                <th scope="col" className="pr-4 pb-1 font-medium">
                  {t('planned')}
                </th>
                <th scope="col" className="pb-1 font-medium">
                  {t('happened')}
                </th>
              </tr>
            </thead>
            <tbody>
              {shown.map((one) => (
                <tr key={one.unitId} className="max-sm:flex max-sm:flex-col max-sm:py-1.5 sm:align-top">
                  <th scope="row" className="break-all pr-4 font-medium sm:py-1">
                    {one.host}
                  </th>
                  <td className="pr-4 text-ink-muted sm:py-1">{planned(one)}</td>
                  <td className={one.result === 'failed' ? 'text-failed-text sm:py-1' : 'sm:py-1'}>
                    {[t(`results.${one.result}`), ...one.differences.map(inWords)].join(' ')}
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
          {shown.length < outcomes.length && (
            <Button size="sm" variant="ghost" className="mt-2 -ml-2.5" onClick={() => setAll(true)}>
              {t('more', { count: outcomes.length - shown.length })}
            </Button>
          )}
          {isHelped && <CheckHelp environmentId={view.environment_id} outcomes={outcomes} />}
        </CardBody>
      </Card>
      <HealOutcome view={view} />
    </>
  );
}
