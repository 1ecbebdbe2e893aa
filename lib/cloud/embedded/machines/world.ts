import { createHash, randomUUID } from 'node:crypto';
import { type Ailments, readAilments, WELL } from '@/lib/cloud/embedded/faults';
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
import { claimNetwork } from './network-lock';
import { hashPassword, verifyPassword } from './password';
import { admitting } from './security';

/** A machine as descriptions see it. */
export function simulatedMachine(
  { id, hostname, address, stackName, facts }: CloudMachine,
  simulation: MachineSimulation,
  { clockOffset, conditions }: Ailments = WELL,
): SimulatedMachine {
  // further stacks of an environment are called as its own, with more behind a dash
  const environment = stackName.split('-', 1)[0] ?? '';
  return { id, hostname, address, environment, clockOffset, conditions, facts: simulation.known(facts as JsonObject) };
}

/**
 * What is around a machine: the others of the same tenant on the same network that are up.
 *
 * @param faulty whether some fault waits to strike, or lasts
 */
export function worldOf(db: Db | Tx, machine: CloudMachine, simulation: MachineSimulation, faulty: boolean): World {
  const { id, tenantId, network } = machine;
  return {
    machines: async (port) => {
      const others = await db.cloudMachine.findMany({
        where: { tenantId, network, deletedAt: null, power: 'ready', NOT: { id } },
        orderBy: { createdAt: 'asc' },
      });
      const admitted = port === null ? others : await admitting(db, machine, others, port);
      const ailmentsOf = faulty ? await readAilments(db) : () => WELL;
      return admitted.flatMap((other) => {
        const ailments = ailmentsOf(other);
        const answers = port === null || !ailments.silentPorts.includes(port.port);
        return answers ? [simulatedMachine(other, simulation, ailments)] : [];
      });
    },
    hash: hashPassword,
    verifies: verifyPassword,
    newId: randomUUID,
    sha1: (text) => createHash('sha1').update(text).digest('hex'),
  };
}

/**
 * The same, changed in a transaction. A change of another machine throws `NetworkBusy` when it is not the turn of the
 * transaction.
 */
export function changeableWorld(
  tx: Tx,
  machine: CloudMachine,
  simulation: MachineSimulation,
  faulty: boolean,
): ChangeableWorld {
  const { tenantId, network } = machine;
  return {
    ...worldOf(tx, machine, simulation, faulty),
    change: async (otherId, facts) => {
      await claimNetwork(tx, machine);
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
