'use client';
import { useTranslations } from 'next-intl';
import { type ComponentProps, useState } from 'react';
import { Notice } from '@/components/ui/notice';
import { onDemand } from '@/components/ui/on-demand';
import { remainingWork } from '@/lib/model/progress/remaining-work';
import { conclusionOf } from '@/lib/model/runs/conclusion';
import { Completion } from './completion';
import { HandledFailures } from './handled-failures';
import { helpBundle } from './help-bundle';
import { NotExecuted } from './not-executed';
import { useRunWords } from './run-words';
import type { ChosenRepair } from './stop-and-repair';
import { Stopped } from './stopped';
import { Troubled } from './troubled';
import type { Board } from './use-board';
import type { RunPageState } from './use-run';

const FailurePanel = onDemand<ComponentProps<typeof import('./failure-panel').FailurePanel>>(
  async () => (await import('./failure-panel')).FailurePanel,
);

const ActionResult = onDemand<ComponentProps<typeof import('./action-result').ActionResult>>(
  async () => (await import('./action-result')).ActionResult,
);

const RunVerdicts = onDemand<ComponentProps<typeof import('../status/verdicts/run-verdicts').RunVerdicts>>(
  async () => (await import('../status/verdicts/run-verdicts')).RunVerdicts,
);

const WorkflowOutcome = onDemand<ComponentProps<typeof import('./workflow-outcome').WorkflowOutcome>>(
  async () => (await import('./workflow-outcome')).WorkflowOutcome,
);

/** What became of a run, and what has to be read first: failures, policies, what was not executed. */
export function RunNotices({ run, board }: { run: RunPageState; board: Board }) {
  const t = useTranslations('deployments');
  const words = useRunWords();
  const [chosen, setChosen] = useState<ChosenRepair | null>(null);
  const { view, progress: whole, types, active, newest } = run;
  const { units, lines, steps, replayed, failures, handled, notExecuted, onShowLog } = board;
  const verdict = conclusionOf({ ...view, outcome: whole.outcome ?? 'running' })?.verdict ?? 'done';
  // what a repair finds is what it is there for: it has failed when that is left at its end
  const isExpected = view.kind === 'heal' && whole.outcome !== 'failed';
  return (
    <>
      <p role="status" className="sr-only">
        {active ? words.steps(steps, whole.outcome) : ''}
      </p>
      {run.connection === 'retrying' && <Notice tone="attention">{t('page.retrying')}</Notice>}
      {run.connection === 'refused' && <Notice tone="attention">{t('page.refused')}</Notice>}
      {active && <Troubled view={view} units={units} model={run.model} types={types} onChoose={setChosen} />}
      {view.verdicts.length > 0 && <RunVerdicts verdicts={view.verdicts} />}
      {view.log_removed && <Notice>{t('page.logRemoved')}</Notice>}
      {!replayed && whole.outcome === 'success' && view.action === null && (
        <Completion view={view} units={units} verdict={verdict} />
      )}
      {!replayed && view.finished !== null && <WorkflowOutcome view={view} newest={newest} />}
      {!replayed && view.action !== null && view.finished !== null && <ActionResult view={view} />}
      {!replayed && failures.length > 0 && !isExpected && (
        <FailurePanel
          view={view}
          failures={failures}
          guide={run.guide}
          units={units}
          over={!active}
          newest={newest}
          bundle={() =>
            helpBundle({ view, failures, units, lines, nameOf: words.nameOf, address: window.location.href })
          }
          onShowLog={onShowLog}
        />
      )}
      {!replayed && handled.length > 0 && <HandledFailures failures={handled} kind={view.kind} />}
      {!replayed && notExecuted.length > 0 && <NotExecuted commands={notExecuted} />}
      {!replayed && whole.outcome === 'cancelled' && (
        <Stopped
          view={view}
          units={units}
          work={newest ? remainingWork(run.model, types) : null}
          newest={newest}
          model={run.model}
          types={types}
          chosen={chosen}
        />
      )}
    </>
  );
}
