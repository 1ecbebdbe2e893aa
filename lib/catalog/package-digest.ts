import { createHash } from 'node:crypto';

const sha256 = (content: string | Uint8Array) => createHash('sha256').update(content).digest('hex');

/** A package's files by path, the digest of each, and the digest of the package that they make. */
export interface DigestedFiles {
  files: ReadonlyMap<string, Uint8Array>;
  /** by path: SHA-256 of what is in the file */
  fileDigests: ReadonlyMap<string, string>;
  /** SHA-256 over the paths, in order, each with the digest of its file */
  digest: string;
}

/** A package of an archive. */
export interface UnpackedPackage extends DigestedFiles {
  /** its folder; null where the archive is one package */
  folder: string | null;
}

/** Tells a package by what is in it: the same files at the same paths have the same digest wherever they come from. */
export function digestFiles(files: ReadonlyMap<string, Uint8Array>): DigestedFiles {
  const fileDigests = new Map([...files].map(([path, content]) => [path, sha256(content)]));
  const lines = [...fileDigests].map(([path, digest]) => `${digest}  ${path}\n`).sort();
  return { files, fileDigests, digest: sha256(lines.join('')) };
}

/** One digest for a set of contents, whatever their order. */
export function digestOfSet(digests: readonly string[]): string {
  return sha256([...digests].sort().join('\n'));
}
