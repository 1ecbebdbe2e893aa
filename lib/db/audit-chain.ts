import { type ChainEnd, entryHash, type ProvedEntry } from '@/lib/formats/audit-chain/chain';
import type { Db } from './client';
import { Prisma } from './generated/client';
import { rowsOf } from './statement';
import { transaction } from './transaction';

/** Rows read at a time: a log is never held whole. */
const PAGE = 2_000;
/** Entries that get their places in one transaction. */
export const SEALED_AT_A_TIME = 2_000;

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

/** What of an entry is hashed beside its place, as columns of a query. */
const HASHED = Prisma.sql`id::text, to_char(at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as at,
             actor, actor_id as "actorId", actor_name as "actorName", user_id as "userId", tenant_id as "tenantId",
             action, target, target_id as "targetId", details::text, request_id as "requestId"`;

/**
 * Gives entries that have none yet their places at the end of the chain, in the order of their ids. It waits for nobody who
 * writes an entry, and nobody who does waits for it; only one process at a time does it.
 *
 * @param whenBusy while another process does it: `wait` for that, or `leave` it to that one
 * @returns how many; {@link SEALED_AT_A_TIME}: there may be more
 */
export function sealEntries(db: Db, whenBusy: 'wait' | 'leave'): Promise<number> {
  const busy = whenBusy === 'wait' ? Prisma.empty : Prisma.sql`skip locked`;
  return transaction(db, async (tx) => {
    const [end] = await rowsOf<ChainEnd>(
      tx,
      Prisma.sql`
      select c.position::text, c.hash from audit_chain c
       where exists (select 1 from audit_entries where position is null) for update of c ${busy}`,
    );
    if (!end) return 0;
    const rows = await rowsOf<Omit<ProvedEntry, 'position' | 'hash'>>(
      tx,
      Prisma.sql`select ${HASHED} from audit_entries a where position is null order by a.id limit ${SEALED_AT_A_TIME}::int`,
    );
    const sealed = rows.map((row) => {
      end.position = String(BigInt(end.position) + 1n);
      end.hash = entryHash(end.hash, { ...row, position: end.position });
      return { id: row.id, ...end };
    });
    const of = (name: 'id' | 'position' | 'hash') => sealed.map((row) => row[name]);
    await rowsOf(
      tx,
      Prisma.sql`
      with sealed as (
        update audit_entries a set position = s.position, hash = s.hash
          from unnest(${of('id')}::bigint[], ${of('position')}::bigint[], ${of('hash')}::text[]) as s (id, position, hash)
         where a.id = s.id and a.position is null
      )
      update audit_chain set position = ${end.position}::bigint, hash = ${end.hash}`,
    );
    return rows.length;
  });
}

/** How many entries have no place in the chain yet. */
export async function countUnsealed(db: Db): Promise<number> {
  const [row] = await rowsOf<{ count: number }>(
    db,
    Prisma.sql`select count(*)::int as count from audit_entries where position is null`,
  );
  return row?.count ?? 0;
}

/**
 * The audit entries up to a place, the oldest first, as they are hashed.
 *
 * @param through the last place
 */
export async function* readChain(db: Db, through: string): AsyncGenerator<ProvedEntry> {
  for (let after = '-1'; ; ) {
    const rows = await entriesAfter(db, after, through, PAGE);
    yield* rows;
    const last = rows.at(-1);
    if (!last || rows.length < PAGE) return;
    after = last.position;
  }
}

/**
 * The audit entries behind a place, the oldest first, as they are hashed.
 *
 * @param through the last place that counts
 * @param limit how many at most
 */
export function entriesAfter(db: Db, after: string, through: string, limit: number): Promise<ProvedEntry[]> {
  return rowsOf<ProvedEntry>(
    db,
    Prisma.sql`
    select position::text, ${HASHED}, hash
      from audit_entries a where position > ${after}::bigint and position <= ${through}::bigint
     order by a.position limit ${limit}::int`,
  );
}

/** Entries that have a place without a hash or behind the end of the chain: the server did not give it. @returns ids */
export async function strayEntries(db: Db): Promise<string[]> {
  const rows = await rowsOf<{ id: string }>(
    db,
    Prisma.sql`select id::text from audit_entries
      where (position is null) <> (hash is null) or position > (select position from audit_chain) order by id limit 100`,
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
