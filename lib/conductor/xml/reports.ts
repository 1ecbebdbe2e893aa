import type { Effects } from '../../ports/conductor';
import type { WorkflowExecution } from './interpreter';

/** Hands over what was reported, in order and one after the other, so that nobody reads it in another. */
export async function deliverReports(run: WorkflowExecution, effects: Effects): Promise<void> {
  for (let report = run.outbox.shift(); report; report = run.outbox.shift()) await effects.report(report);
}
