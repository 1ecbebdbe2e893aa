import type { CatalogPackage } from '@/lib/catalog/catalog-package';
import { checkObjects, openPackages } from '@/lib/conductor/muranopl/world';
import type { PackageProblem } from '@/lib/formats/yaml/read-yaml';
import type { ObjectPackage } from '@/lib/ports/conductor';

/**
 * What is wrong with classes, forms and resources of packages in MuranoPL, each held against the others and the library:
 * the same that `npm run package -- check` tells of them as errors.
 */
export function checkClasses(packages: readonly CatalogPackage[], library: readonly ObjectPackage[]): PackageProblem[] {
  const objects = packages.flatMap(({ content }) => content.objects ?? []);
  if (objects.length === 0) return [];
  const brought = openPackages(library);
  const isBrought = new Set(brought.map(({ name }) => name));
  const opened = openPackages(objects.filter(({ name }) => !isBrought.has(name)));
  return objects.flatMap((one) => {
    const beside = opened.filter(({ name }) => name !== one.name);
    return checkObjects(one, [...brought, ...beside])
      .filter(({ severity }) => severity === 'error')
      .map(({ code, message, span }) => ({
        ...{ file: `${one.name}/${span.file}`, path: '', line: span.line, code, sentence: message },
      }));
  });
}
