import { createHash, randomUUID } from 'node:crypto';
import type { Db, Tx } from '@/lib/db/client';
import type { CloudMachine } from '@/lib/db/generated/client';
import type { JsonObject } from '@/lib/model/json';
import {
  type ChangeableWorld,
  type MachineSimulation,
  type SimulatedMachine,
  type World,
  withFacts,
} from '@/lib/simulation';
import { lockMachine } from './machine-view';
import { hashPassword, verifyPassword } from './password';
import { admitting } from './security';

/** A machine as descriptions see it. */
export function simulatedMachine(
  { id, hostname, address, facts }: CloudMachine,
  simulation: MachineSimulation,
): SimulatedMachine {
  return { id, hostname, address, facts: simulation.known(facts as JsonObject) };
}

/** What is around a machine: the others of the same tenant on the same network that are up. */
export function worldOf(db: Db | Tx, machine: CloudMachine, simulation: MachineSimulation): World {
  const { id, tenantId, network } = machine;
  return {
    machines: async (port) => {
      const others = await db.cloudMachine.findMany({
        where: { tenantId, network, deletedAt: null, power: 'ready', NOT: { id } },
        orderBy: { createdAt: 'asc' },
      });
      const found = port === null ? others : await admitting(db, machine, others, port);
      return found.map((other) => simulatedMachine(other, simulation));
    },
    hash: hashPassword,
    verifies: verifyPassword,
    newId: randomUUID,
    sha1: (text) => createHash('sha1').update(text).digest('hex'),
  };
}

/** The same, changed in a transaction. */
export function changeableWorld(tx: Tx, machine: CloudMachine, simulation: MachineSimulation): ChangeableWorld {
  const { tenantId, network } = machine;
  return {
    ...worldOf(tx, machine, simulation),
    change: async (otherId, facts) => {
      const other = await lockMachine(tx, otherId);
      if (!other || other.deletedAt || other.tenantId !== tenantId || other.network !== network) return;
      const there = simulatedMachine(other, simulation);
      await tx.cloudMachine.update({
        where: { id: otherId },
        data: { facts: withFacts(there.facts, await facts(there)) },
      });
    },
  };
}
