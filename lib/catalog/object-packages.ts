import type { ObjectPackage } from '@/lib/conductor/ports';
import { errors } from '@/lib/errors';
import type { PackageProblem } from '@/lib/formats/yaml/read-yaml';
import type { EnvironmentModel } from '@/lib/model/environment';
import type { JsonObject } from '@/lib/model/json';
import { classesIn, classNameIn, isObjectEntry } from '@/lib/model/object-entry';
import type { ServiceType } from '@/lib/model/service-type';
import type { Icon } from './icon';

/** A package written in MuranoPL: its files, and what the catalog must know of them. */
export interface ReadObjectPackage extends ObjectPackage {
  /** `Application` or `Library` */
  type: string;
  title: string;
  description: string;
  tags: readonly string[];
  /** full names of its classes, the application's first */
  classes: readonly string[];
  /** names of the packages it requires */
  requires: readonly string[];
  icon: Icon;
}

/** Reads such a package: the language, which the container knows. */
export type ObjectPackageReader = (
  files: ReadonlyMap<string, Uint8Array>,
  folder: string,
) => { package: ReadObjectPackage | null; problems: PackageProblem[] };

const FORMAT = /^Format:\s*['"]?(?:MuranoPL\/)?1(?:\.\d+)*['"]?\s*(?:#.*)?$/m;

/** Whether a manifest is one of a package in MuranoPL. */
export function isObjectManifest(manifest: string | undefined): boolean {
  return manifest !== undefined && FORMAT.test(manifest);
}

/** The classes of applications as types of services: objects of them may stand among the services. */
export function classTypes(packages: readonly ReadObjectPackage[]): ServiceType[] {
  return packages
    .filter(({ type }) => type === 'Application')
    .flatMap((pack) => pack.classes.map((name, index) => classType(pack, name, index === 0)));
}

function classType(pack: ReadObjectPackage, name: string, isMain: boolean): ServiceType {
  return {
    type: name,
    package: pack.name,
    version: pack.version,
    title: isMain ? pack.title : (name.split('.').at(-1) ?? name),
    summary: pack.description.split(/(?<=\.)\s/)[0] ?? '',
    description: pack.description,
    isClass: true,
    categories: [],
    tags: [...pack.tags],
    properties: [],
    unitProperties: [],
    units: { min: 0, max: MOST_MACHINES, default: 0, noun: 'machine' },
    unitTemplates: [{}],
    exactlyOne: null,
    providesDomain: null,
    joinsDomain: null,
    offers: [],
    roles: [],
    form: [],
    shared: [],
    facts: [],
  };
}

/** A class makes as many machines as it wants; only the quota bounds them. */
const MOST_MACHINES = 1000;

/**
 * The packages that the objects of a model need, required ones included; none when it has no objects.
 *
 * @param library names of packages that the language brings along
 * @throws not_found `class_not_found` for an object whose class no package has
 */
export function objectPackagesFor(
  model: EnvironmentModel,
  packages: readonly ReadObjectPackage[],
  library: readonly string[],
): ObjectPackage[] {
  const needed = new Set<ReadObjectPackage>();
  const take = (pack: ReadObjectPackage): void => {
    if (needed.has(pack)) return;
    needed.add(pack);
    for (const other of packages) if (pack.requires.includes(other.name)) take(other);
  };
  for (const service of model.services) {
    if (!isObjectEntry(service)) continue;
    for (const name of classesIn(service as JsonObject)) {
      const owners = packages.filter(({ classes }) => classes.includes(name));
      if (owners.length === 0 && name === classNameIn(service['?'].type)) throw unknownClass(name, service.name);
      owners.forEach(take);
    }
  }
  // What was there before must be able to take itself down, as far as its package is still there.
  for (const name of classesIn((model.state ?? {}) as JsonObject)) {
    packages.filter(({ classes }) => classes.includes(name)).forEach(take);
  }
  return [...needed]
    .filter(({ name }) => !library.includes(name))
    .map(({ name, version, files, binary }) => ({ name, version, files, binary }));
}

function unknownClass(name: string, title: unknown) {
  return errors.notFound(
    'class_not_found',
    `The catalog has no package with the class "${name}" of the service "${String(title)}".`,
  );
}
