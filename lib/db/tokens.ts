import type { Db } from './client';
import { Prisma } from './generated/client';
import { rowsOf } from './statement';
import { transaction } from './transaction';

export interface NewToken {
  hash: string;
  auditId: string;
  userId: string;
  tenantId: string | null;
  methods: string[];
  /** of the user when the password was proven */
  credentialVersion: number;
}

/** Expired tokens are kept so long, for whoever looks into what happened. */
const KEPT = Prisma.sql`interval '1 day'`;

/**
 * Stores a token that was asked for with a password.
 *
 * @param lifetimeSeconds how long it is valid, by the database's clock
 */
export async function insertToken(db: Db, token: NewToken, lifetimeSeconds: number): Promise<void> {
  await rowsOf(
    db,
    Prisma.sql`
    insert into tokens (hash, audit_id, user_id, tenant_id, methods, credential_version, issued_at, expires_at)
    values (${token.hash}, ${token.auditId}, ${token.userId}, ${token.tenantId}, ${token.methods},
      ${token.credentialVersion}, now(), now() + make_interval(secs => ${lifetimeSeconds}))`,
  );
  await rowsOf(db, Prisma.sql`delete from tokens where expires_at < now() - ${KEPT}`);
}

/**
 * Stores a token that was asked for with another one, and ends no later than that. Whoever revokes that one, or one
 * before it, waits for this or is seen by it: they meet at the token with which the chain began.
 *
 * @param parentHash of the token it is made from
 * @returns false when that one is not valid any more
 */
export function insertDerivedToken(
  db: Db,
  token: NewToken,
  parentHash: string,
  lifetimeSeconds: number,
): Promise<boolean> {
  return transaction(db, async (tx) => {
    await rowsOf(
      tx,
      Prisma.sql`
      select 1 from tokens first join tokens parent on first.audit_id = coalesce(parent.chain_id, parent.audit_id)
      where parent.hash = ${parentHash} for share of first`,
    );
    const made = await rowsOf(
      tx,
      Prisma.sql`
      insert into tokens (hash, audit_id, chain_id, parent_audit_id, user_id, tenant_id, methods, credential_version,
        issued_at, expires_at)
      select ${token.hash}, ${token.auditId}, coalesce(chain_id, audit_id), audit_id, ${token.userId}, ${token.tenantId},
        ${token.methods}::text[], ${token.credentialVersion}::int, now(),
        least(expires_at, now() + make_interval(secs => ${lifetimeSeconds}))
      from tokens where hash = ${parentHash} and revoked_at is null and expires_at > now()
      returning 1`,
    );
    return made.length > 0;
  });
}

/** Makes a token invalid, and all that were made from it. */
export function revokeToken(db: Db, hash: string): Promise<void> {
  return transaction(db, async (tx) => {
    await rowsOf(
      tx,
      Prisma.sql`
      select 1 from tokens first join tokens revoked on first.audit_id = coalesce(revoked.chain_id, revoked.audit_id)
      where revoked.hash = ${hash} for update of first`,
    );
    await rowsOf(
      tx,
      Prisma.sql`
      with recursive ended (audit_id) as (
        select audit_id from tokens where hash = ${hash}
        union
        select made.audit_id from tokens made join ended on made.parent_audit_id = ended.audit_id)
      update tokens set revoked_at = now() from ended where tokens.audit_id = ended.audit_id and revoked_at is null`,
    );
  });
}
