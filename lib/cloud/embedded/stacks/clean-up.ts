import { after, until } from '@/lib/cloud/embedded/kernel';
import { RESOURCE_TYPES } from '@/lib/cloud/embedded/resources/table';
import { runInTransaction } from '@/lib/cloud/embedded/unit-of-work';
import type { CloudResource } from '@/lib/db/generated/client';
import { contextOf } from './actions';
import { noteProgress } from './resource-rows';
import { type Goal, Interrupted, type Run } from './stack-operation';

/**
 * Removes what the goal does not have and what was replaced: what was made from something goes before
 * it, everything else at once. Going on after a killed process is the same call.
 *
 * @param rows every resource of the stack
 * @returns whether there was anything to remove
 * @throws Interrupted when the process may no longer act
 */
export async function cleanUp(run: Run, goal: Goal, rows: CloudResource[]): Promise<boolean> {
  const obsolete = rows.filter((row) => row.replaced || !(row.name in (goal?.template.resources ?? {})));
  const tasks = new Map<string, Promise<void>>();
  for (const row of removalOrder(obsolete)) {
    const before = dependantsOf(row, obsolete).flatMap((other) => tasks.get(other.id) ?? []);
    tasks.set(
      row.id,
      Promise.all(before).then(() => removeResource(run, row)),
    );
  }
  const ends = await Promise.allSettled(tasks.values());
  if (run.alive.aborted) throw new Interrupted();
  for (const end of ends) if (end.status === 'rejected') throw end.reason;
  return obsolete.length > 0;
}

function dependantsOf(row: CloudResource, rows: CloudResource[]): CloudResource[] {
  return rows.filter((other) => other.id !== row.id && other.requires.includes(row.name));
}

/**
 * Dependants first. Old and new resources of the same names can need each other crosswise after a
 * failure; such a circle is cut anywhere.
 */
function removalOrder(rows: CloudResource[]): CloudResource[] {
  const order: CloudResource[] = [];
  const seen = new Set<string>();
  const visit = (row: CloudResource): void => {
    if (seen.has(row.id)) return;
    seen.add(row.id);
    for (const other of dependantsOf(row, rows)) visit(other);
    order.push(row);
  };
  for (const row of rows) visit(row);
  return order;
}

async function removeResource(run: Run, row: CloudResource): Promise<void> {
  const { kernel, alive } = run;
  if (alive.aborted) throw new Interrupted();
  const type = RESOURCE_TYPES.get(row.type);
  let { dueAt } = row;
  const begun = row.action === 'DELETE' && row.status === 'IN_PROGRESS';
  if (!begun) {
    dueAt = await runInTransaction(kernel, async (uow) => {
      noteProgress(uow, run, row, { action: 'DELETE', status: 'IN_PROGRESS' });
      const seconds = (await type?.remove?.(contextOf(run, uow, row))) ?? 0;
      const due = after(kernel, seconds);
      await uow.tx.cloudResource.update({
        where: { id: row.id },
        data: { action: 'DELETE', status: 'IN_PROGRESS', dueAt: due, updatedAt: kernel.now() },
      });
      return due;
    });
  }
  if (!(await until(kernel, dueAt, alive))) throw new Interrupted();
  await runInTransaction(kernel, async (uow) => {
    await type?.removed?.(contextOf(run, uow, row));
    noteProgress(uow, run, row, { action: 'DELETE', status: 'COMPLETE' });
    await uow.tx.cloudResource.delete({ where: { id: row.id } });
  });
}
