import type { ChainEnd } from '@/lib/formats/audit-chain/chain';
import type { AuditCopyTarget } from '@/lib/model/audit-copy';
import type { Db } from './client';
import { Prisma } from './generated/client';
import { rowsOf } from './statement';
import { transaction } from './transaction';

/** How far a copy of the audit log is. */
export interface AuditCopyRow {
  address: string;
  kind: AuditCopyTarget['kind'];
  required: boolean;
  /** the last entry that is known to be written there */
  position: string;
  hash: string;
  copiedAt: Date | null;
  /** why it cannot be written; null: it can */
  problem: string | null;
  failingSince: Date | null;
  /** how many entries it does not have yet */
  behind: number;
}

/**
 * Takes note of which copies the settings name. A new one begins with the first entry that the log still has; one that was there
 * before goes on where it ended.
 *
 * @param required whether nothing that is audited may be done while one of them fails
 */
export async function setAuditCopies(
  db: Db,
  copies: readonly { address: string; kind: AuditCopyTarget['kind'] }[],
  required: boolean,
): Promise<void> {
  const of = (name: 'address' | 'kind') => copies.map((copy) => copy[name]);
  await transaction(db, async (tx) => {
    await rowsOf(
      tx,
      Prisma.sql`update audit_copies set in_use = false, problem = null, failing_since = null
        where in_use and address <> all(${of('address')}::text[])`,
    );
    await rowsOf(
      tx,
      Prisma.sql`
      insert into audit_copies (address, kind, in_use, required, position, hash)
      select c.address, c.kind, true, ${required}, chain.removed, chain.removed_hash
        from unnest(${of('address')}::text[], ${of('kind')}::text[]) as c (address, kind), audit_chain chain
      on conflict (address) do update set in_use = true, required = excluded.required,
        (position, hash) = (select greatest(audit_copies.position, excluded.position),
          case when audit_copies.position < excluded.position then excluded.hash else audit_copies.hash end)`,
    );
  });
}

/**
 * Where a copy ends, and whether it is time to try whether it can be written though there may be nothing to write.
 *
 * @param idleMs how old the last try may be while all is well, in milliseconds
 * @param retryMs and while it fails
 * @returns null where the settings do not name it
 */
export async function readAuditCopy(
  db: Db,
  address: string,
  idleMs: number,
  retryMs: number,
): Promise<(ChainEnd & { isFailing: boolean; isDue: boolean }) | null> {
  const rows = await rowsOf<ChainEnd & { isFailing: boolean; isDue: boolean }>(
    db,
    Prisma.sql`
    select position::text, hash, problem is not null as "isFailing",
           tried_at is null or tried_at < now() - make_interval(secs => (case when problem is null then ${idleMs}::float8
             else ${retryMs}::float8 end) / 1000) as "isDue"
      from audit_copies where address = ${address} and in_use`,
  );
  return rows[0] ?? null;
}

/** Notes that a copy has the entries up to a place, and can be written. */
export async function noteCopied(db: Db, address: string, { position, hash }: ChainEnd): Promise<void> {
  await rowsOf(
    db,
    Prisma.sql`
    update audit_copies set position = ${position}::bigint, hash = ${hash}, tried_at = now(), problem = null, failing_since = null,
           copied_at = case when position < ${position}::bigint then now() else copied_at end
     where address = ${address} and position <= ${position}::bigint`,
  );
}

/** Notes why a copy could not be written. @param problem a sentence */
export async function noteCopyProblem(db: Db, address: string, problem: string): Promise<void> {
  await rowsOf(
    db,
    Prisma.sql`update audit_copies set problem = ${problem}, tried_at = now(), failing_since = coalesce(failing_since, now())
      where address = ${address} and in_use`,
  );
}

/** The copies that the settings name, by address. */
export function listAuditCopies(db: Db): Promise<AuditCopyRow[]> {
  return rowsOf<AuditCopyRow>(
    db,
    Prisma.sql`
    select c.address, c.kind, c.required, c.position::text, c.hash, c.copied_at as "copiedAt", c.problem,
           c.failing_since as "failingSince",
           (greatest(chain.position - c.position, 0) + (select count(*) from audit_entries where position is null))::int as behind
      from audit_copies c, audit_chain chain where c.in_use order by c.kind, c.address`,
  );
}
