import type { Tx } from '@/lib/db/client';
import { Prisma } from '@/lib/db/generated/client';
import { rowsOf } from '@/lib/db/statement';

/** Where machines see each other: a tenant and its network. */
export interface MachineNetwork {
  tenantId: string;
  network: string;
}

/** A transaction that changes several machines of a network meets another that does: it is to lock the network first. */
export class NetworkBusy extends Error {
  constructor(readonly network: MachineNetwork) {
    super('Another transaction changes several machines of this network.');
  }
}

/**
 * Lets one transaction at a time change several machines of a network, and waits for its turn. To be called before it
 * locks the first of them: who waits for the network while it holds a machine waits for whoever waits for that machine.
 */
export async function lockNetwork(tx: Tx, network: MachineNetwork): Promise<void> {
  await rowsOf(tx, Prisma.sql`select pg_advisory_xact_lock(${keyOf(network)})::text`);
}

/**
 * The same for a transaction that holds a machine already: it waits for nobody.
 *
 * @throws NetworkBusy when it is not its turn: it is to be undone and begun anew, with the network locked first
 */
export async function claimNetwork(tx: Tx, network: MachineNetwork): Promise<void> {
  const rows = await rowsOf<{ claimed: boolean }>(
    tx,
    Prisma.sql`select pg_try_advisory_xact_lock(${keyOf(network)}) as claimed`,
  );
  if (rows[0]?.claimed !== true) throw new NetworkBusy(network);
}

function keyOf({ tenantId, network }: MachineNetwork): Prisma.Sql {
  return Prisma.sql`hashtext(${`vetro network ${tenantId} ${network}`})`;
}
