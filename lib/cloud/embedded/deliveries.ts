import type { AgentAnswer, CloudEvent } from '@/lib/cloud/cloud';
import { Prisma } from '@/lib/db/generated/client';
import { rowsOf } from '@/lib/db/statement';
import { isObject, type Json } from '@/lib/model/json';
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
 * a plan's commands come before its answer. While nobody subscribes they wait. What comes meanwhile is
 * announced, so the next call finds it.
 *
 * @throws what a subscriber threw: what it did not take is still there, for the next call
 */
export async function deliver(
  kernel: Kernel,
  to: { news: Subscribers<CloudEvent[]>; answers: Subscribers<AgentAnswer> },
  alive: AbortSignal,
): Promise<void> {
  for (let more = true; more && !alive.aborted; ) {
    const { news, answers } = await waiting(kernel, to.news.size > 0, to.answers.size > 0);
    const taken: Taken = { news: [], answers: [] };
    const failures: unknown[] = [];
    try {
      if (news.length > 0) {
        await to.news.give(news.map(({ at, body }) => ({ ...(body as object), at }) as CloudEvent));
        taken.news = news.map(({ seq }) => seq);
      }
    } catch (error) {
      failures.push(error);
    }
    try {
      for (const { planId, body } of answers) {
        if (alive.aborted) break;
        const { IsException: isException, Result: result } = isObject(body) ? body : {};
        await to.answers.give({ planId, result: { IsException: isException === true, Result: result ?? null } });
        taken.answers.push(planId);
      }
    } catch (error) {
      failures.push(error);
    }
    await strikeOff(kernel, taken);
    if (failures.length > 0) throw failures[0];
    more = Math.max(news.length, answers.length) === BATCH;
  }
}

interface Taken {
  news: string[];
  answers: string[];
}

interface Waiting {
  /** number of a piece of news; null for an answer */
  seq: string | null;
  planId: string | null;
  at: Date;
  body: Json;
}

/** One look at both: whatever news belong to an answer that is seen are seen with it. */
async function waiting({ db }: Kernel, wantsNews: boolean, wantsAnswers: boolean) {
  const rows = await rowsOf<Waiting>(
    db,
    Prisma.sql`
    (select seq, null as "planId", at, event as body from cloud_news where ${wantsNews} order by seq limit ${BATCH})
    union all
    (select null, id, answered_at, result from cloud_plans
      where ${wantsAnswers} and status = 'answered' and delivered_at is null order by answered_at, id limit ${BATCH})
    order by 1, 3, 2`,
  );
  return {
    news: rows.flatMap(({ seq, at, body }) => (seq === null ? [] : { seq, at, body })),
    answers: rows.flatMap(({ planId, body }) => (planId === null ? [] : { planId, body })),
  };
}

async function strikeOff({ db, now }: Kernel, { news, answers }: Taken): Promise<void> {
  if (news.length + answers.length === 0) return;
  await rowsOf(
    db,
    Prisma.sql`
    with told as (delete from cloud_news where seq = any(${news}::bigint[]))
    update cloud_plans set delivered_at = ${now()} where id = any(${answers})`,
  );
}
