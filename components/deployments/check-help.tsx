'use client';
import { useFormatter } from 'next-intl';
import { WorkflowButton } from '@/components/shell/workflows/workflow-button';
import type { MachineConclusion } from '@/lib/model/runs/conclusion';

/** What helps with what a check has found: a repair of what does not work, the settings of what was changed by hand. */
export function CheckHelp({
  environmentId,
  outcomes,
}: {
  environmentId: string;
  outcomes: readonly MachineConclusion[];
}) {
  const format = useFormatter();
  const subjectOf = (machines: readonly MachineConclusion[]) => ({
    environmentId,
    name: format.list(machines.map(({ host }) => host)),
    unitIds: machines.map(({ unitId }) => unitId),
  });
  const broken = outcomes.filter(({ result }) => result === 'failed');
  const changed = outcomes.filter(({ result }) => result === 'drifted');
  return (
    <div className="mt-3 flex flex-wrap gap-2 empty:hidden">
      {broken.length > 0 && <WorkflowButton workflow="heal" subject={subjectOf(broken)} />}
      {changed.length > 0 && <WorkflowButton workflow="update" subject={subjectOf(changed)} />}
    </div>
  );
}
