import { react } from '@/lib/cloud/embedded/machines/follow-power';
import { goOff } from '@/lib/cloud/embedded/machines/power';
import type { Simulations } from '@/lib/cloud/embedded/machines/simulations';
import type { Tx } from '@/lib/db/client';
import type { CloudMachine } from '@/lib/db/generated/client';
import type { PackageLock } from '@/lib/model/package-lock';

/**
 * Takes a machine out for good, in a transaction: it does what packages say that one does which leaves (`whenRemoved`), goes
 * off, and is not there any more.
 */
export async function removeMachine(
  simulations: Simulations,
  tx: Tx,
  { id, tenantId, packages, power }: CloudMachine,
): Promise<void> {
  if (power === 'ready') {
    const simulation = await simulations(tenantId, packages as PackageLock | null);
    // What it leaves undone stays, and the dry run shows it.
    await react(tx, id, simulation, simulation.whenRemoved);
  }
  await goOff({ simulations }, tx, await tx.cloudMachine.findUniqueOrThrow({ where: { id } }));
  await tx.cloudMachine.update({ where: { id }, data: { deletedAt: new Date() } });
}
