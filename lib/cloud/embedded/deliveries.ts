import type { AgentAnswer, CloudEvent } from '@/lib/cloud/cloud';
import type { CloudPlan } from '@/lib/db/generated/client';
import { isObject } from '@/lib/model/json';
import type { Kernel } from './kernel';

const BATCH = 100;

/** Handlers of one kind of message. */
export interface Subscribers<T> {
  add(handler: (message: T) => Promise<void>): () => void;
  readonly size: number;
  /** resolves when every handler has taken it; rejects when one has not */
  give(message: T): Promise<void>;
}

/** A set of handlers; `onFirst` is called when there is someone to deliver to. */
export function createSubscribers<T>(onFirst: () => void): Subscribers<T> {
  const handlers = new Set<(message: T) => Promise<void>>();
  return {
    add: (handler) => {
      handlers.add(handler);
      onFirst();
      return () => {
        handlers.delete(handler);
      };
    },
    get size() {
      return handlers.size;
    },
    give: async (message) => {
      for (const handler of handlers) await handler(message);
    },
  };
}

/**
 * Delivers what waits: the cloud's news in order, then the answers of agents, oldest first. The news of
 * a plan's commands come before its answer. While nobody subscribes they wait.
 *
 * @throws what a subscriber threw: what it did not take is still there, for the next call
 */
export async function deliver(
  kernel: Kernel,
  to: { news: Subscribers<CloudEvent>; answers: Subscribers<AgentAnswer> },
  alive: AbortSignal,
): Promise<void> {
  for (;;) {
    // Answers are read first: whatever news belong to them is there by then.
    const answers = to.answers.size > 0 ? await waitingAnswers(kernel) : [];
    const failures: unknown[] = [];
    const told = await deliverNews(kernel, to.news, alive).catch((error: unknown) => {
      failures.push(error);
      return 0;
    });
    await deliverAnswers(kernel, to.answers, answers, alive);
    if (failures.length > 0) throw failures[0];
    if (alive.aborted || told + answers.length === 0) return;
  }
}

/** @returns how many were taken */
async function deliverNews(kernel: Kernel, subscribers: Subscribers<CloudEvent>, alive: AbortSignal): Promise<number> {
  let told = 0;
  while (subscribers.size > 0 && !alive.aborted) {
    const rows = await kernel.db.cloudNews.findMany({ orderBy: { seq: 'asc' }, take: BATCH });
    if (rows.length === 0) break;
    const taken: bigint[] = [];
    try {
      for (const row of rows) {
        if (alive.aborted) break;
        await subscribers.give({ ...(row.event as object), at: row.at } as CloudEvent);
        taken.push(row.seq);
      }
    } finally {
      await kernel.db.cloudNews.deleteMany({ where: { seq: { in: taken } } });
    }
    told += taken.length;
  }
  return told;
}

function waitingAnswers(kernel: Kernel): Promise<CloudPlan[]> {
  return kernel.db.cloudPlan.findMany({
    where: { status: 'answered', deliveredAt: null },
    orderBy: [{ answeredAt: 'asc' }, { id: 'asc' }],
    take: BATCH,
  });
}

async function deliverAnswers(
  kernel: Kernel,
  subscribers: Subscribers<AgentAnswer>,
  rows: CloudPlan[],
  alive: AbortSignal,
): Promise<void> {
  for (const row of rows) {
    if (alive.aborted) return;
    const { IsException: isException, Result: result } = isObject(row.result) ? row.result : {};
    await subscribers.give({
      planId: row.id,
      result: { IsException: isException === true, Result: result ?? null },
    });
    await kernel.db.cloudPlan.update({ where: { id: row.id }, data: { deliveredAt: kernel.now() } });
  }
}
