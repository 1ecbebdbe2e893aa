import path from 'node:path';
import type { NewPackage } from '@/lib/db/packages';
import type { PackageProblem } from '@/lib/formats/yaml/read-yaml';
import type { ObjectPackage } from '@/lib/ports/conductor';
import type { CatalogPackage } from './catalog-package';
import { newPackage } from './new-package';
import { readContent } from './package-cache';
import { digestFiles } from './package-digest';
import { packagesInvalid } from './package-problems';
import { packageFolders, readFiles } from './read-folder';
import { readInPlace } from './reading/package-readers';
import { byName, inOrder, linkProblems } from './requirements';
import { loadTemplates, type ShippedTemplate } from './templates';

/** What a catalog directory holds, checked as a whole. */
export interface ShippedCatalog {
  packages: NewPackage[];
  templates: readonly ShippedTemplate[];
  /** why other templates are left out */
  unfitTemplates: readonly PackageProblem[];
}

/**
 * Reads every package folder of a directory, and the templates beside them. Nothing is stored: that is
 * `PackageStore.ship`.
 *
 * @param library the packages that MuranoPL brings along
 * @throws invalid_input `packages_invalid` with one field per problem (`file:line path`), when anything in
 *   any package is wrong
 */
export async function readShipped(directory: string, library: readonly ObjectPackage[] = []): Promise<ShippedCatalog> {
  const read: { pack: CatalogPackage; stored: NewPackage }[] = [];
  const problems: PackageProblem[] = [];
  for (const folder of await packageFolders(directory)) {
    const digested = digestFiles(await readFiles(path.join(directory, folder)));
    const { content, problems: found } = await readContent(readInPlace, digested, folder);
    problems.push(...found);
    if (content) read.push({ pack: content.pack, stored: newPackage(content, digested, { shipped: true }) });
  }
  const packages = byName(read.map(({ pack }) => pack));
  // a package that could not be read would look missing to those that require it
  if (problems.length === 0) {
    problems.push(...linkProblems(packages, new Map(library.map(({ name, version }) => [name, version]))));
  }
  if (problems.length === 0) {
    problems.push(...(await readInPlace.checkTogether(inOrder(packages))));
  }
  if (problems.length > 0) throw packagesInvalid(problems, 'in the catalog');
  const loaded = await loadTemplates(
    directory,
    packages.flatMap(({ serviceTypes }) => serviceTypes),
  );
  if (loaded.problems.length > 0) throw packagesInvalid(loaded.problems, 'in the catalog');
  return { packages: read.map(({ stored }) => stored), templates: loaded.templates, unfitTemplates: loaded.unfit };
}
