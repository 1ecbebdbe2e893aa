import { Prisma } from '@/lib/db/generated/client';
import { quickRowsOf } from '@/lib/db/statement';
import { isObject, type Json } from '@/lib/model/json';
import type { AgentReply, MachineEvent } from '@/lib/ports/cloud/cloud';
import type { Kernel } from './kernel';

const BATCH = 100;

/** Handlers of one kind of message. */
export interface Subscribers<T> {
  add(handler: (message: T) => Promise<void>): () => void;
  readonly size: number;
  /** resolves when every handler has taken it; rejects when one has not */
  publish(message: T): Promise<void>;
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
    publish: async (message) => {
      for (const handler of handlers) await handler(message);
    },
  };
}

/**
 * Delivers what waits: the cloud's events in order, then the replies of agents, oldest first. The events of
 * a plan's commands come before its reply. While nobody subscribes they wait. What comes meanwhile is
 * notified, so the next call finds it.
 *
 * @throws what a subscriber threw: what it did not take is still there, for the next call
 */
export async function deliver(
  kernel: Kernel,
  to: { events: Subscribers<MachineEvent[]>; replies: Subscribers<AgentReply> },
  alive: AbortSignal,
): Promise<void> {
  for (let more = true; more && !alive.aborted; ) {
    const { events, replies } = await waiting(kernel, to.events.size > 0, to.replies.size > 0);
    const taken: TakenDeliveries = { events: [], replies: [] };
    const failures: unknown[] = [];
    try {
      if (events.length > 0) {
        await to.events.publish(events.map(({ at, body }) => ({ ...(body as object), at }) as MachineEvent));
        taken.events = events.map(({ seq }) => seq);
      }
    } catch (error) {
      failures.push(error);
    }
    try {
      for (const { planId, body } of replies) {
        if (alive.aborted) break;
        const { IsException: isException, Result: result } = isObject(body) ? body : {};
        await to.replies.publish({ planId, result: { IsException: isException === true, Result: result ?? null } });
        taken.replies.push(planId);
      }
    } catch (error) {
      failures.push(error);
    }
    await markDelivered(kernel, taken);
    if (failures.length > 0) throw failures[0];
    more = Math.max(events.length, replies.length) === BATCH;
  }
}

interface TakenDeliveries {
  events: string[];
  replies: string[];
}

interface Waiting {
  /** number of an event; null for a reply */
  seq: string | null;
  planId: string | null;
  at: Date;
  body: Json;
}

/** One look at both: the events that led to a reply are read with it. */
async function waiting({ db }: Kernel, wantsEvents: boolean, wantsReplies: boolean) {
  const rows = await quickRowsOf<Waiting>(
    db,
    Prisma.sql`
    (select seq, null as "planId", at, event as body from cloud_machine_events where ${wantsEvents} order by seq limit ${BATCH})
    union all
    (select null, id, answered_at, result from cloud_plans
      where ${wantsReplies} and status = 'answered' and delivered_at is null order by answered_at, id limit ${BATCH})
    order by 1, 3, 2`,
  );
  return {
    events: rows.flatMap(({ seq, at, body }) => (seq === null ? [] : { seq, at, body })),
    replies: rows.flatMap(({ planId, body }) => (planId === null ? [] : { planId, body })),
  };
}

async function markDelivered({ db, now }: Kernel, { events, replies }: TakenDeliveries): Promise<void> {
  if (events.length + replies.length === 0) return;
  await quickRowsOf(
    db,
    Prisma.sql`
    with delivered as (delete from cloud_machine_events where seq = any(${events}::bigint[]))
    update cloud_plans set delivered_at = ${now()} where id = any(${replies})`,
  );
}
