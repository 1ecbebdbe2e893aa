import type { CatalogPackage } from '@/lib/catalog/catalog-package';
import { ApplicationForms, engineOf } from '@/lib/conductor/muranopl/world';
import type { ServiceType } from '@/lib/model/service-type';
import type { ObjectPackage } from '@/lib/ports/conductor';
import { classTypes } from './class-types';

/** The applications in MuranoPL among packages that are known together, and their service types. */
export interface Applications {
  forms: ApplicationForms;
  /** of a package among them: its classes, the application with its form */
  typesOf(pack: CatalogPackage): readonly ServiceType[];
}

/** Sets of packages whose applications are kept: tenants and environments use few different ones. */
const MOST_KEPT = 32;
const kept = new Map<string, Applications>();
const numbers = new WeakMap<CatalogPackage, number>();
let next = 0;

/**
 * The applications of packages that may use one another. Made once for the same packages: a class is known only together
 * with what it extends, and reading it takes longer than a request should.
 *
 * @param library the packages that MuranoPL brings along
 */
export function applicationsOf(packages: readonly CatalogPackage[], library: readonly ObjectPackage[]): Applications {
  const inMuranoPl = packages.filter(({ content }) => content.objects !== undefined);
  const key = inMuranoPl.map(numberOf).join();
  const known = kept.get(key) ?? made(inMuranoPl, library);
  kept.delete(key);
  kept.set(key, known);
  for (const oldest of kept.keys()) {
    if (kept.size <= MOST_KEPT) break;
    kept.delete(oldest);
  }
  return known;
}

function made(packages: readonly CatalogPackage[], library: readonly ObjectPackage[]): Applications {
  const brought = new Set(library.map(({ name }) => name));
  const own = packages.flatMap(({ content }) => content.objects ?? []).filter(({ name }) => !brought.has(name));
  const forms = new ApplicationForms(engineOf([...library, ...own]));
  const types = new Map<CatalogPackage, readonly ServiceType[]>();
  return {
    forms,
    typesOf: (pack) => {
      const found = types.get(pack) ?? classTypes(pack, forms);
      types.set(pack, found);
      return found;
    },
  };
}

/** What is read once in a process is one object: a number tells it from every other. */
function numberOf(pack: CatalogPackage): number {
  const known = numbers.get(pack) ?? next++;
  numbers.set(pack, known);
  return known;
}
