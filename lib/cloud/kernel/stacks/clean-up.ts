import type { CloudResource } from '@/lib/db/generated/client';
import { cleanUp as cleanUpStack, type Failure } from '@/lib/stack-engine';
import { act } from './actions';
import { settled } from './converge';
import { type Goal, Interrupted, type Run } from './stack-operation';

/**
 * Removes what the goal does not have and what was replaced, in the order of the engine. Going on after a killed process
 * is the same call.
 *
 * @param rows every resource of the stack
 * @returns what could not be removed first, and whether there was anything to remove
 * @throws Interrupted when the process may no longer act
 */
export async function cleanUp(
  run: Run,
  goal: Goal,
  rows: CloudResource[],
): Promise<{ failure: Failure | null; removed: boolean }> {
  const obsolete = rows.filter((row) => row.replaced || !(row.name in (goal?.template.resources ?? {})));
  const remove = async (row: CloudResource, signal: AbortSignal) => {
    if (run.alive.aborted) throw new Interrupted();
    const begun = row.action === 'DELETE' && row.status === 'IN_PROGRESS' ? row : await act(run, row, 'DELETE');
    const end = await settled(run, begun, signal);
    if (!end && run.alive.aborted) throw new Interrupted();
    return !end || end.status === 'FAILED' ? (end ?? begun) : null;
  };
  const [failure] = await cleanUpStack({ remove }, obsolete, run.alive);
  if (run.alive.aborted) throw new Interrupted();
  return { failure: failure ?? null, removed: obsolete.length > 0 };
}
