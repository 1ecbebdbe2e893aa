import type { Db, Tx } from '@/lib/db/client';
import { columns, type StoredRow } from '@/lib/db/columns';
import { Prisma } from '@/lib/db/generated/client';
import { rowsOf } from '@/lib/db/statement';
import type { AgentFacts } from '@/lib/formats/agent-channel/messages';
import { type AgentSession, SILENT_AFTER_MS } from './agent-session';

const FIELDS = [
  'id',
  'name',
  'tags',
  'poolId',
  'facts',
  'signingKey',
  'agentVersion',
  'enrolledAt',
  'lastSeenAt',
  'machineId',
  'cleansUp',
  'linesSeen',
  'secretGrant',
  'agentUpdate',
  'agentKey',
  'retiredKey',
  'agentSession',
] as const;

/** What is known of an agent's own program. Digests are SHA-256 in hex, instants ISO 8601. */
export interface AgentUpdate {
  /** what it runs */
  program?: string | undefined;
  /** what it was told to change to and could not run */
  refused?: string | undefined;
  /** the release key that it goes by */
  releaseKey?: string | undefined;
  /** what it was told to change to last, and when */
  ordered?: string;
  orderedAt?: string;
}

/** By what its agent may fetch the secrets of the plan that it was given last; nothing in it: there was none with secrets. */
export interface SecretGrant {
  planId?: string;
  /** 32 hexadecimal digits, which the order has */
  id?: string;
  /** the process of the agent that was given the plan */
  session?: string;
  /** ISO 8601 */
  givenAt?: string;
  fetchedAt?: string;
}

/** A server of the pool as it is stored. */
export type ServerRow = StoredRow<
  'PoolServer',
  (typeof FIELDS)[number],
  {
    facts: AgentFacts;
    linesSeen: { planId?: string; number?: number };
    secretGrant: SecretGrant;
    agentUpdate: AgentUpdate;
    agentSession: AgentSession;
  }
>;

/**
 * Servers of the pool, the one that enrolled first before others.
 *
 * @param which the condition; all when left out
 */
export function findServers(db: Db | Tx, which: Prisma.Sql = Prisma.sql`true`): Promise<ServerRow[]> {
  return rowsOf<ServerRow>(
    db,
    Prisma.sql`select ${columns<'PoolServer'>('p', FIELDS)} from pool_servers p where ${which} order by enrolled_at, id`,
  );
}

/** What the free servers are chosen by: one transaction at a time takes some. */
export async function lockPool(tx: Tx): Promise<void> {
  await rowsOf(tx, Prisma.sql`select pg_advisory_xact_lock(hashtext('vetro pool'))::text`);
}

/** Whether an agent was heard of lately. */
export function isAlive({ lastSeenAt }: Pick<ServerRow, 'lastSeenAt'>, now: Date): boolean {
  return now.getTime() - lastSeenAt.getTime() < SILENT_AFTER_MS;
}
