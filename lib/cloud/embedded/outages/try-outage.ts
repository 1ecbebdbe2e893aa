import { lockNetwork } from '@/lib/cloud/embedded/machines/network-lock';
import { goOff } from '@/lib/cloud/embedded/machines/power';
import type { SimulatedKernel } from '@/lib/cloud/embedded/simulated-kernel';
import type { Tx } from '@/lib/db/client';
import type { CloudMachine } from '@/lib/db/generated/client';
import { transaction } from '@/lib/db/transaction';
import type { CloudScope } from '@/lib/ports/cloud/cloud';
import type { OutageOutcome, OutageRequest, Outages, PromiseOutcome } from '@/lib/ports/cloud/outage';
import { addMachineLike } from './add-machine';
import { readScene, type Scene, type ScenePromise } from './read-scene';
import { removeMachine } from './remove-machine';

/** Other machines of the network wait as long. */
const TIMEOUT_MS = 30_000;

/** Carries what was seen out of a transaction that is undone. */
class Undone extends Error {
  constructor(readonly seen: OutageOutcome) {
    super('An outage that is tried is always undone.');
  }
}

/** Tries outages: what a cloud whose machines are simulated does then, done and undone in one transaction. */
export function createOutages(kernel: SimulatedKernel): Outages {
  return {
    attempt: async (scope, asked) => {
      try {
        return await transaction(
          kernel.db,
          async (tx): Promise<OutageOutcome> => {
            throw new Undone(await carryOut(kernel, tx, scope, asked));
          },
          TIMEOUT_MS,
        );
      } catch (error) {
        if (error instanceof Undone) return error.seen;
        throw error;
      }
    },
  };
}

async function carryOut(
  { simulations, now }: SimulatedKernel,
  tx: Tx,
  scope: CloudScope,
  { machines: queues, off, addresses, added = [], removed = [] }: OutageRequest,
): Promise<OutageOutcome> {
  const found = await tx.cloudMachine.findMany({
    where: { tenantId: scope.tenantId, queue: { in: [...queues, ...removed] }, deletedAt: null },
    // networks are locked on the way, by everybody in this order
    orderBy: { network: 'asc' },
  });
  for (const network of new Set(found.map((machine) => machine.network)))
    await lockNetwork(tx, { tenantId: scope.tenantId, network });
  const machines = found
    .filter(({ queue }) => !removed.includes(queue))
    .toSorted((a, b) => queues.indexOf(a.queue) - queues.indexOf(b.queue));
  const site = { db: tx, simulations, now };
  const more: string[] = [];
  for (const queue of added) {
    const like = found.find((machine) => machine.queue === queue);
    const made = like && (await addMachineLike(simulations, tx, like));
    if (made) more.push(made.id);
  }
  for (const queue of removed) {
    const machine = found.find((one) => one.queue === queue);
    if (machine) await removeMachine(simulations, tx, machine);
  }
  const look = () => readScene(site, scope, [...machines.map(({ id }) => id), ...more], addresses);
  const before = await look();
  for (const machine of machines.filter(({ queue }) => off.includes(queue))) {
    const current = await tx.cloudMachine.findUniqueOrThrow({ where: { id: machine.id } });
    await goOff({ simulations }, tx, current);
  }
  const after = await look();
  return {
    machines: machines.map(({ id, queue, hostname }) => ({
      ...{ queue, hostname, before: before.up.has(id), after: after.up.has(id) },
    })),
    addresses: addresses.map((url) => ({ url, before: answerIn(before, url), after: answerIn(after, url) })),
    promises: await comparePromises(before, after, machines),
  };
}

const NO_ANSWER = { answers: false, host: null, reason: null };
const answerIn = ({ addresses }: Scene, url: string) => addresses.get(url) ?? NO_ANSWER;

/** What becomes of everything that was kept before. */
async function comparePromises(
  before: Scene,
  after: Scene,
  machines: readonly CloudMachine[],
): Promise<PromiseOutcome[]> {
  const compared: PromiseOutcome[] = [];
  for (const [key, was] of before.promises) {
    if (!was.holds) continue;
    const is = after.promises.get(key);
    // a machine that is off does nothing of its own, and that is known
    if (was.of === null && !is) continue;
    compared.push({
      ...{ package: was.package, name: was.name, of: was.of },
      machines: machines.filter(({ id }) => was.machines.includes(id)).map(({ queue }) => queue),
      ...(await outcomeOf(was, is)),
    });
  }
  return compared;
}

async function outcomeOf(
  was: ScenePromise,
  is: ScenePromise | undefined,
): Promise<Pick<PromiseOutcome, 'outcome' | 'lead' | 'sentence'>> {
  if (!is?.holds) return { outcome: 'broken', lead: null, sentence: (is ?? was).broken };
  if (was.lead !== null && is.lead !== null && was.lead !== is.lead)
    return { outcome: 'moved', lead: is.lead, sentence: await is.moved(was.lead, is.lead) };
  return { outcome: 'kept', lead: is.lead, sentence: is.kept };
}
