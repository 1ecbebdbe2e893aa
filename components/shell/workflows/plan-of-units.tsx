'use client';
import { useFormatter, useTranslations } from 'next-intl';
import { useState } from 'react';
import { Button } from '@/components/ui/button';
import type { UnitTurn } from '@/lib/model/runs/unit-turns';
import type { WorkflowName } from '@/lib/model/runs/workflow-options';
import { grouped } from './grouped-units';
import { PlanTurns } from './plan-turns';
import { stepWords } from './step-words';

/** What a workflow will do: turn by turn with which machines, and which it leaves alone, with the reason. */
export function PlanOfUnits({ workflow, units }: { workflow: WorkflowName; units: readonly UnitTurn[] }) {
  const t = useTranslations('workflows');
  const { turns, alone } = grouped(units);
  const said = (does: UnitTurn['does'], count: number) => t(`does.${stepWords(workflow, does)}`, { count });
  return (
    <div className="flex flex-col gap-4">
      {turns.length > 0 && (
        <section aria-label={t('plan')}>
          <h3 className="mb-1.5 font-medium">{t('plan')}</h3>
          {turns.length > 1 && (
            <p className="mb-1.5 text-ink-muted">{t(workflow === 'restart' ? 'orderOfRestart' : 'order')}</p>
          )}
          <PlanTurns turns={turns}>
            {({ groups }) =>
              groups.map(({ of, hosts }) => (
                <span key={of} className="break-words">
                  <Names hosts={hosts} /> <span className="text-ink-muted">{said(of, hosts.length)}</span>
                </span>
              ))
            }
          </PlanTurns>
        </section>
      )}
      {alone.length > 0 && (
        <section aria-label={t('alone')}>
          <h3 className="mb-1.5 font-medium">{t('alone')}</h3>
          <ul className="flex flex-col gap-1">
            {alone.map(({ of, hosts }) => (
              <li key={of} className="break-words">
                <Names hosts={hosts} /> <span className="text-ink-muted">{t(`because.${of}`)}</span>
              </li>
            ))}
          </ul>
        </section>
      )}
    </div>
  );
}

/** As many are named; of more it is told how many they are, until somebody asks. */
const NAMED = 8;

function Names({ hosts }: { hosts: readonly string[] }) {
  const t = useTranslations('workflows');
  const format = useFormatter();
  const [all, setAll] = useState(false);
  const others = hosts.length - NAMED;
  if (all || others <= 1) return <span className="font-medium">{format.list(hosts)}</span>;
  return (
    <>
      <span className="font-medium">{format.list([...hosts.slice(0, NAMED), t('others', { count: others })])}</span>{' '}
      <Button size="sm" variant="ghost" className="h-6 px-1.5 align-baseline" onClick={() => setAll(true)}>
        {t('nameAll')}
      </Button>
    </>
  );
}
