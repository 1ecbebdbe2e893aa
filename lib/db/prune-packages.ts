import type { Db, Tx } from './client';
import { Prisma } from './generated/client';
import { rowsOf } from './statement';
import { transaction } from './transaction';

/** Looking through every document that is kept may take long, in milliseconds. */
const LONGEST_MS = 60_000;

/** The documents that lock packages: whatever is deployed, drafted, or part of the history. */
const DOCUMENTS = Prisma.sql`
  select model -> 'packages' as packages from environments
  union all select model -> 'packages' from sessions
  union all select base_model -> 'packages' from sessions
  union all select model_before -> 'packages' from runs
  union all select model_asked -> 'packages' from runs
  union all select model_after -> 'packages' from runs`;

/**
 * Deletes contents of packages that nobody can use any more: those that a newer product no longer ships, or whose users
 * gave them up, were stored before an instant, and are in the lock of no document that is kept.
 *
 * @returns how many
 */
export async function prunePackages(db: Db, before: Date): Promise<number> {
  const candidates = await withdrawnContents(db, before);
  if (candidates.length === 0) return 0;
  return transaction(
    db,
    async (tx) => {
      // Whoever stores a package now is waited for, or waits: what they count on stays.
      await rowsOf(tx, Prisma.sql`lock table package_contents, package_blobs in share row exclusive mode`);
      const locked = await lockedDigests(tx);
      const gone = (await withdrawnContents(tx, before)).filter((digest) => !locked.has(digest));
      if (gone.length === 0) return 0;
      await tx.catalogEntry.deleteMany({ where: { digest: { in: gone } } });
      const files = await tx.packageFile.findMany({
        where: { packageDigest: { in: gone } },
        distinct: ['blobDigest'],
        select: { blobDigest: true },
      });
      await tx.packageContent.deleteMany({ where: { digest: { in: gone } } });
      const blobs = files.map(({ blobDigest }) => blobDigest);
      await tx.packageBlob.deleteMany({ where: { digest: { in: blobs }, files: { none: {} } } });
      return gone.length;
    },
    LONGEST_MS,
  );
}

/** Contents that are offered to nobody: of no entry, or of entries of the product alone that it no longer brings. */
async function withdrawnContents(db: Db | Tx, before: Date): Promise<string[]> {
  const rows = await db.packageContent.findMany({
    where: { createdAt: { lt: before }, packages: { none: { OR: [{ shipped: false }, { current: true }] } } },
    select: { digest: true },
  });
  return rows.map(({ digest }) => digest);
}

async function lockedDigests(tx: Tx): Promise<Set<string>> {
  const rows = await rowsOf<{ digest: string }>(
    tx,
    Prisma.sql`
    select distinct locked.value ->> 'digest' as digest from (${DOCUMENTS}) as documents
     cross join lateral jsonb_each(documents.packages) as locked
     where jsonb_typeof(documents.packages) = 'object'`,
  );
  return new Set(rows.map(({ digest }) => digest));
}
