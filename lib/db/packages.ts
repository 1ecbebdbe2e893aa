import type { Db, Tx } from './client';
import { columns, type Scalars, type StoredRow } from './columns';
import { Prisma } from './generated/client';
import { rowsOf } from './statement';
import { transaction } from './transaction';

/** What lists of the catalog tell of a package instead of what its manifest says. */
export interface PackagePresentation {
  name?: string;
  description?: string;
  tags?: string[];
  categories?: string[];
}

const ENTRY = [
  'id',
  'tenantId',
  'digest',
  'shipped',
  'current',
  'presented',
  'createdBy',
  'createdAt',
] as const satisfies (keyof Scalars<'CatalogEntry'>)[];
const CONTENT = ['name', 'version', 'format', 'size'] as const satisfies (keyof Scalars<'PackageContent'>)[];

/** A content of a package and who may use it. */
export interface StoredPackage
  extends StoredRow<'CatalogEntry', (typeof ENTRY)[number], { presented: PackagePresentation | null }>,
    StoredRow<'PackageContent', (typeof CONTENT)[number]> {}

/** A content to store. */
export interface NewPackage
  extends Pick<StoredPackage, 'id' | 'tenantId' | 'name' | 'version' | 'format' | 'digest' | 'shipped' | 'createdBy'> {
  /** by path: the digest of what is in the file, and the content */
  files: ReadonlyMap<string, { digest: string; content: Uint8Array }>;
}

/** Where packages are kept. */
export interface PackageStore {
  /** everything stored, without files, oldest first */
  list(): Promise<StoredPackage[]>;
  /** the files of a content by path; null for one that is not stored */
  files(digest: string): Promise<Map<string, Uint8Array> | null>;
  /**
   * Stores a content for everybody or a tenant; what is there already stays as it is.
   *
   * @returns false when whoever it is for had this very content
   */
  add(pack: NewPackage): Promise<boolean>;
  /**
   * Stores what the product ships now: contents that are new come beside the old ones, which new services no longer
   * take.
   *
   * @returns whether anything changed
   */
  ship(packages: readonly NewPackage[]): Promise<boolean>;
}

/** Writing a large package may take long, in milliseconds. */
const LONGEST_WRITE_MS = 60_000;

/** Packages in this database: files by the digest of their content, each content once. */
export function createPackageStore(db: Db): PackageStore {
  return {
    list: () => listPackages(db),
    files: async (digest) => {
      const rows = await rowsOf<{ path: string; content: Uint8Array }>(
        db,
        Prisma.sql`
        select f.path, b.content from package_files f join package_blobs b on b.digest = f.blob
         where f.package = ${digest} order by f.path`,
      );
      return rows.length === 0 ? null : new Map(rows.map(({ path, content }) => [path, content]));
    },
    add: (pack) => transaction(db, (tx) => addPackage(tx, pack), LONGEST_WRITE_MS),
    ship: (packages) => ship(db, packages),
  };
}

function listPackages(db: Db | Tx): Promise<StoredPackage[]> {
  return rowsOf<StoredPackage>(
    db,
    Prisma.sql`
    select ${columns<'CatalogEntry'>('p', ENTRY)}, ${columns<'PackageContent'>('c', CONTENT)}
      from packages p join package_contents c on c.digest = p.digest order by p.created_at, p.id`,
  );
}

/**
 * Stores a content within a transaction, with its files that are not there yet.
 *
 * @returns false when whoever it is for had this very content
 */
export async function addPackage(tx: Tx, pack: NewPackage): Promise<boolean> {
  const { files, name, version, format, digest, ...entry } = pack;
  const contents = [...files].map(([path, file]) => ({ path, ...file }));
  const size = contents.reduce((sum, { content }) => sum + content.byteLength, 0);
  const { count: isNew } = await tx.packageContent.createMany({
    data: [{ digest, name, version, format, size }],
    skipDuplicates: true,
  });
  if (isNew > 0) {
    const blobs = new Map(contents.map((file) => [file.digest, Uint8Array.from(file.content)]));
    const ordered = [...blobs].sort(([a], [b]) => (a < b ? -1 : 1));
    await tx.packageBlob.createMany({
      // in one order, so that two who write the same blobs wait for each other and never in a circle
      data: ordered.map(([blob, content]) => ({ digest: blob, content })),
      skipDuplicates: true,
    });
    await tx.packageFile.createMany({
      data: contents.map((file) => ({ packageDigest: digest, path: file.path, blobDigest: file.digest })),
    });
  }
  const { count } = await tx.catalogEntry.createMany({ data: [{ ...entry, digest }], skipDuplicates: true });
  return count > 0;
}

/** What is in each file of contents: digests by path, by the digest of the content. */
export async function fileDigests(
  db: Db,
  contents: readonly string[],
): Promise<ReadonlyMap<string, ReadonlyMap<string, string>>> {
  const rows = await rowsOf<{ package: string; path: string; blob: string }>(
    db,
    Prisma.sql`
    select f.package, f.path, f.blob from package_files f
     where f.package in (${Prisma.join([...contents])}) order by f.path`,
  );
  const found = new Map<string, Map<string, string>>();
  for (const row of rows)
    found.set(row.package, (found.get(row.package) ?? new Map<string, string>()).set(row.path, row.blob));
  return found;
}

/** Stores what lists tell of a package, within a transaction. */
export async function presentPackage(tx: Tx, id: string, presented: PackagePresentation): Promise<void> {
  await tx.catalogEntry.updateMany({ where: { id }, data: { presented: { ...presented } } });
}

/**
 * Gives a content to a tenant alone, or to everybody, within a transaction.
 *
 * @param tenantId empty: everybody
 * @returns false when whoever it is for has this very content already
 */
export async function movePackage(tx: Tx, { id, digest }: { id: string; digest: string }, tenantId: string) {
  if ((await tx.catalogEntry.count({ where: { tenantId, digest } })) > 0) return false;
  await tx.catalogEntry.updateMany({ where: { id }, data: { tenantId } });
  return true;
}

/** Takes a content away from who may use it, within a transaction; the content itself stays for what has locked it. */
export async function deletePackage(tx: Tx, id: string): Promise<void> {
  await tx.catalogEntry.deleteMany({ where: { id } });
}

async function ship(db: Db, packages: readonly NewPackage[]): Promise<boolean> {
  const digests = packages.map(({ digest }) => digest).sort();
  const isShipped = async () => {
    const stored = (await listPackages(db)).filter(({ shipped, current }) => shipped && current);
    return (
      stored
        .map(({ digest }) => digest)
        .sort()
        .join() === digests.join()
    );
  };
  if (await isShipped()) return false;
  await transaction(
    db,
    async (tx) => {
      for (const pack of packages) await addPackage(tx, pack);
      const shipped = { tenantId: '', shipped: true };
      await tx.catalogEntry.updateMany({ where: { ...shipped, digest: { notIn: digests } }, data: { current: false } });
      await tx.catalogEntry.updateMany({
        where: { tenantId: '', digest: { in: digests } },
        data: { shipped: true, current: true },
      });
    },
    LONGEST_WRITE_MS,
  );
  return true;
}
