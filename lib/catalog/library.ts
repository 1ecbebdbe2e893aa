import path from 'node:path';
import type { ObjectPackage } from '@/lib/ports/conductor';
import { readPackage } from './formats';
import { digestFiles } from './package-digest';
import { packagesInvalid } from './package-problems';
import { packageFolders, readFiles } from './read-folder';

/** A package that comes with the product, in the content that it has there. */
export interface BuiltInPackage extends ObjectPackage {
  /** SHA-256 of its files, as of every package */
  digest: string;
}

/**
 * The packages that MuranoPL brings along: part of the language rather than of the catalog, and so of the product's
 * version.
 *
 * @throws invalid_input `packages_invalid` when anything in any of them is wrong
 */
export async function readLibrary(directory: string): Promise<BuiltInPackage[]> {
  const folders = await packageFolders(directory);
  const read = await Promise.all(
    folders.map(async (folder) => {
      const files = await readFiles(path.join(directory, folder));
      return { ...readPackage(files, folder), digest: digestFiles(files).digest };
    }),
  );
  const problems = read.flatMap((one) => one.problems);
  if (problems.length > 0) throw packagesInvalid(problems, 'in the library of MuranoPL');
  return read.flatMap(({ package: pack, digest }) => (pack?.content.objects ?? []).map((one) => ({ ...one, digest })));
}
