import { LRUCache } from 'lru-cache';
import type { PackageStore } from '@/lib/db/packages';
import { errors } from '@/lib/errors';
import { describeProblem, type PackageProblem } from '@/lib/formats/yaml/read-yaml';
import type { CatalogPackage } from './catalog-package';
import type { PackageReader, ReadPackage } from './reading/package-readers';

/** How much of packages' files is kept read at most, in bytes. */
const MAX_BYTES = 256 * 1024 * 1024;

interface CacheEntry extends ReadPackage {
  bytes: number;
}

/** What a content says never changes: it is read once in a process, whoever asks, and what was used last is kept. */
const cache = new LRUCache<string, CacheEntry>({
  maxSize: MAX_BYTES,
  sizeCalculation: ({ bytes }) => Math.max(bytes, 1),
});

/**
 * A package from its files, read if it was not read before.
 *
 * @param label begins the file names in problems
 */
export async function readContent(
  reader: PackageReader,
  { digest, files }: { digest: string; files: ReadonlyMap<string, Uint8Array> },
  label: string,
): Promise<{ content: ReadPackage | null; problems: PackageProblem[] }> {
  const known = cache.get(digest);
  if (known) return { content: known, problems: [] };
  const { read, problems } = await reader.read(files, label);
  if (!read) return { content: null, problems };
  let bytes = 0;
  for (const content of files.values()) bytes += content.byteLength;
  const content = { ...read, bytes };
  // Elsewhere the package goes by its name: what was read by another label bears that in its file names.
  if (label === read.pack.name) cache.set(digest, content);
  return { content, problems };
}

/**
 * A package by the digest of its content.
 *
 * @throws not_found `package_content_not_found` when it is not stored; invalid_input `package_unreadable` when this
 *   version of the product can no longer read it
 */
export async function packageByDigest(
  store: Pick<PackageStore, 'files'>,
  reader: PackageReader,
  digest: string,
  name: string,
): Promise<CatalogPackage> {
  const known = cache.get(digest);
  if (known) return known.pack;
  const files = await store.files(digest);
  if (!files) {
    throw errors.notFound(
      'package_content_not_found',
      `The content of the package ${name} that this environment works with is no longer stored. Choose another version of it.`,
    );
  }
  const { content, problems } = await readContent(reader, { digest, files }, name);
  if (content) return content.pack;
  const [first] = problems;
  throw errors.invalidInput(
    `This version of Vetro cannot read the package ${name} as it is stored: ${first ? describeProblem(first) : ''} Choose another version of it.`,
    [],
    { code: 'package_unreadable' },
  );
}
