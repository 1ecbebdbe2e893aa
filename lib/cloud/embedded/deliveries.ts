import type { AgentAnswer, CloudEvent } from '@/lib/cloud/cloud';
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
 * Delivers the cloud's news in order. While nobody subscribes they wait.
 *
 * @throws what a subscriber threw: its news and all later ones are still there, for the next call
 */
export async function deliverNews(
  kernel: Kernel,
  subscribers: Subscribers<CloudEvent>,
  alive: AbortSignal,
): Promise<void> {
  while (subscribers.size > 0 && !alive.aborted) {
    const rows = await kernel.db.cloudNews.findMany({ orderBy: { seq: 'asc' }, take: BATCH });
    if (rows.length === 0) return;
    const taken: bigint[] = [];
    try {
      for (const row of rows) {
        if (alive.aborted) return;
        await subscribers.give({ ...(row.event as object), at: row.at } as CloudEvent);
        taken.push(row.seq);
      }
    } finally {
      await kernel.db.cloudNews.deleteMany({ where: { seq: { in: taken } } });
    }
  }
}

/** Delivers the answers of agents, oldest first, on the same terms. */
export async function deliverAnswers(
  kernel: Kernel,
  subscribers: Subscribers<AgentAnswer>,
  alive: AbortSignal,
): Promise<void> {
  while (subscribers.size > 0 && !alive.aborted) {
    const rows = await kernel.db.cloudPlan.findMany({
      where: { status: 'answered', deliveredAt: null },
      orderBy: [{ answeredAt: 'asc' }, { id: 'asc' }],
      take: BATCH,
    });
    if (rows.length === 0) return;
    for (const row of rows) {
      if (alive.aborted) return;
      const { IsException: isException, Result: result } = isObject(row.result) ? row.result : {};
      const answer = { planId: row.id, result: { IsException: isException === true, Result: result ?? null } };
      await subscribers.give(answer);
      await kernel.db.cloudPlan.update({ where: { id: row.id }, data: { deliveredAt: kernel.now() } });
    }
  }
}
