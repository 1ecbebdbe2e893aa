import path from 'node:path';
import type { ObjectPackage } from '@/lib/ports/conductor';
import { readPackage } from './formats';
import { packagesInvalid } from './package-problems';
import { packageFolders, readFiles } from './read-folder';

/**
 * The packages that MuranoPL brings along: part of the language rather than of the catalog, and so of the product's
 * version.
 *
 * @throws invalid_input `packages_invalid` when anything in any of them is wrong
 */
export async function readLibrary(directory: string): Promise<ObjectPackage[]> {
  const folders = await packageFolders(directory);
  const read = await Promise.all(
    folders.map(async (folder) => readPackage(await readFiles(path.join(directory, folder)), folder)),
  );
  const problems = read.flatMap((one) => one.problems);
  if (problems.length > 0) throw packagesInvalid(problems, 'in the library of MuranoPL');
  return read.flatMap((one) => one.package?.content.objects ?? []);
}
