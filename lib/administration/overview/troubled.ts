import type { Db } from '@/lib/db/client';
import { environmentsOfStacks } from '@/lib/db/installation';
import type { TroubledMachine } from '@/lib/ports/cloud/administration';

/** Machines that do not work by the environments that they are in, as the ledger of stacks has it; foreign ones are left out. */
export async function troubledByEnvironment(
  db: Db,
  machines: readonly TroubledMachine[],
): Promise<Map<string, TroubledMachine[]>> {
  const groups = new Map<string, TroubledMachine[]>();
  if (machines.length === 0) return groups;
  const environments = await environmentsOfStacks(
    db,
    machines.map(({ stack }) => stack),
  );
  for (const machine of machines) {
    const found = environments.find(({ name, tenantId }) => name === machine.stack && tenantId === machine.tenantId);
    if (found) groups.set(found.environmentId, [...(groups.get(found.environmentId) ?? []), machine]);
  }
  return groups;
}

/** A machine that does not work, as the API shows it. */
export function troubledView({ host, state, since }: TroubledMachine) {
  return { host, state, since: new Date(since).toISOString() };
}
