import { setMaxListeners } from 'node:events';
import { type CloudOperation, Prisma } from '@/lib/db/generated/client';
import { quickRowsOf } from '@/lib/db/statement';
import { type KeyedWork, keyedWork } from './keyed-work';
import type { MachineContext } from './machines/machine-context';
import type { Engine } from './stacks/engine';
import { nextOperation } from './stacks/next-operation';
import { giveUp, operate } from './stacks/operate';
import { Interrupted } from './stacks/stack-operation';

/** Half a second apart: long enough for a database to come back. */
const MAX_ATTEMPTS = 60;
/** Events come in bursts: the first one waits so long for others, for one delivery costs as much as ten. */
const GATHER_MS = 10;

/** What one process does while it leads: it carries out operations and runs machines. */
export interface Leader {
  /** reacts to a message of any process, `<kind>:<what>` */
  onMessage(message: string): void;
  /** stops at once, leaving everything as it is for the next leader; resolves when nothing runs any more */
  resign(): Promise<void>;
}

/**
 * Takes over everything that is under way in the database.
 *
 * @param runMachine does what is to be done for a machine: called when it may have work
 * @param deliver called when events or replies may wait for their subscribers
 */
export function startLeading(
  kernel: Engine,
  runMachine: (context: MachineContext, id: string) => Promise<void>,
  deliver: (alive: AbortSignal) => Promise<void>,
): Leader {
  const end = new AbortController();
  const alive = end.signal;
  // Every machine and resource under way listens to it.
  setMaxListeners(0, alive);
  const failed = (error: unknown, key: string) => {
    if (!(error instanceof Interrupted)) kernel.log.error({ err: error, key }, 'cloud: work failed, trying again');
  };
  const changes = createChangeCalls();
  const attempts = new Map<bigint, number>();

  async function carryOut(operation: CloudOperation): Promise<void> {
    try {
      await operate({ kernel, alive, onChange: changes.subscribe }, operation);
      attempts.delete(operation.seq);
    } catch (error) {
      const count = (attempts.get(operation.seq) ?? 0) + 1;
      attempts.set(operation.seq, count);
      if (alive.aborted || count < MAX_ATTEMPTS) throw error;
      failed(error, `operation ${operation.seq} given up`);
      await giveUp(kernel, operation);
    }
  }

  const work: Record<'stack' | 'machine' | 'events', KeyedWork> = {
    stack: keyedWork(
      async (key) => {
        const slash = key.indexOf('/');
        const [tenantId, stackName] = [key.slice(0, slash), key.slice(slash + 1)];
        for (;;) {
          const operation = await nextOperation(kernel.db, tenantId, stackName);
          if (!operation || alive.aborted) return;
          await carryOut(operation);
        }
      },
      alive,
      failed,
    ),
    machine: keyedWork((id) => runMachine({ kernel, alive, onChange: changes.notify }, id), alive, failed),
    events: keyedWork(() => deliver(alive), alive, failed),
  };

  async function takeOver(): Promise<void> {
    const { db } = kernel;
    const operations = await db.cloudOperation.findMany({ where: { phase: { not: 'done' } } });
    for (const { tenantId, stackName } of operations) work.stack.schedule(`${tenantId}/${stackName}`);
    const machines = await db.cloudMachine.findMany({ where: { deletedAt: null }, select: { id: true } });
    for (const { id } of machines) work.machine.schedule(id);
    work.events.schedule('');
  }

  async function wakeReaders(inbox: string): Promise<void> {
    const slash = inbox.indexOf('/');
    const machines = await quickRowsOf<{ id: string }>(
      kernel.db,
      Prisma.sql`
      select id from cloud_machines
       where tenant_id = ${inbox.slice(0, slash)} and queue = ${inbox.slice(slash + 1)} and deleted_at is null`,
    );
    for (const { id } of machines) work.machine.schedule(id);
  }

  let gathering: NodeJS.Timeout | null = null;
  const deliverNow = () => {
    if (gathering) clearTimeout(gathering);
    gathering = null;
    work.events.schedule('');
  };

  const start = keyedWork(takeOver, alive, failed);
  const inbox = keyedWork(wakeReaders, alive, failed);
  start.schedule('');

  return {
    onMessage: (message) => {
      const colon = message.indexOf(':');
      const kind = colon < 0 ? message : message.slice(0, colon);
      const what = colon < 0 ? '' : message.slice(colon + 1);
      if (kind === 'inbox') inbox.schedule(what);
      else if (kind === 'stack' || kind === 'machine') work[kind].schedule(what);
      else if (kind === 'change') changes.notify(what);
      // Somebody waits for a reply or for the end of an operation, and what led to it is delivered before.
      else if (kind === 'reply' || kind === 'done') deliverNow();
      else if (kind === 'event') gathering ??= setTimeout(deliverNow, GATHER_MS);
    },
    resign: async () => {
      end.abort();
      if (gathering) clearTimeout(gathering);
      await Promise.all([start, inbox, ...Object.values(work)].map((one) => one.settled()));
    },
  };
}

/** Who waits for a change of a stack, by its id. */
function createChangeCalls() {
  const callsOf = new Map<string, Set<() => void>>();
  return {
    notify(stackId: string): void {
      for (const call of callsOf.get(stackId) ?? []) call();
    },
    subscribe(stackId: string, call: () => void): () => void {
      const calls = callsOf.get(stackId) ?? new Set();
      callsOf.set(stackId, calls.add(call));
      return () => {
        calls.delete(call);
        if (calls.size === 0 && callsOf.get(stackId) === calls) callsOf.delete(stackId);
      };
    },
  };
}
