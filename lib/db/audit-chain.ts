import type { ChainEnd, ProvedEntry } from '@/lib/formats/audit-chain/chain';
import type { Db } from './client';
import { Prisma } from './generated/client';
import { rowsOf } from './statement';

/** Rows read at a time: a log is never held whole. */
const PAGE = 2_000;

/** Both ends of the chain of audit entries. */
export interface ChainEnds {
  /** the last entry that was removed because of its age */
  removed: ChainEnd;
  end: ChainEnd;
  /** whether the log itself has an entry of that removal */
  isRemovalNoted: boolean;
}

/** Where the chain of audit entries begins and ends at the moment. */
export async function readChainEnds(db: Db): Promise<ChainEnds> {
  const rows = await rowsOf<{
    removed: string;
    removedHash: string;
    position: string;
    hash: string;
    isRemovalNoted: boolean;
  }>(
    db,
    Prisma.sql`
    select c.removed::text, c.removed_hash as "removedHash", c.position::text, c.hash,
           c.removed = 0 or exists (select 1 from audit_entries a where a.action = 'audit.prune'
             and a.details ->> 'through' = c.removed::text and a.details ->> 'hash' = c.removed_hash) as "isRemovalNoted"
      from audit_chain c`,
  );
  const [row] = rows;
  if (!row) throw new Error('The audit log has no end: the row of audit_chain is missing.');
  return {
    removed: { position: row.removed, hash: row.removedHash },
    end: { position: row.position, hash: row.hash },
    isRemovalNoted: row.isRemovalNoted,
  };
}

/**
 * The audit entries up to a place, the oldest first, as they are hashed.
 *
 * @param through the last place
 */
export async function* readChain(db: Db, through: string): AsyncGenerator<ProvedEntry> {
  for (let after = '-1'; ; ) {
    const rows = await rowsOf<ProvedEntry>(
      db,
      Prisma.sql`
      select position::text, id::text, to_char(at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as at,
             actor, actor_id as "actorId", actor_name as "actorName", user_id as "userId", tenant_id as "tenantId",
             action, target, target_id as "targetId", details::text, request_id as "requestId", hash
        from audit_entries a where position > ${after}::bigint and position <= ${through}::bigint
       order by a.position limit ${PAGE}::int`,
    );
    yield* rows;
    const last = rows.at(-1);
    if (!last || rows.length < PAGE) return;
    after = last.position;
  }
}

/** Entries that stand in no chain, or behind its end: they were put in past the trigger. @returns ids */
export async function strayEntries(db: Db): Promise<string[]> {
  const rows = await rowsOf<{ id: string }>(
    db,
    Prisma.sql`select id::text from audit_entries
      where position is null or hash is null or position > (select position from audit_chain) order by id limit 100`,
  );
  return rows.map(({ id }) => id);
}

/** The hashes that stand at places of the chain, by place. */
export async function hashesAt(db: Db, positions: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const rows = await rowsOf<ChainEnd>(
    db,
    Prisma.sql`select position::text, hash from audit_entries where position = any(${[...positions]}::bigint[])`,
  );
  return new Map(rows.map(({ position, hash }) => [position, hash]));
}
