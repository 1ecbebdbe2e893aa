import type { StoredPackage } from '@/lib/db/packages';
import { errors } from '@/lib/errors';
import { packagesOfGraphs } from '@/lib/model/blueprints/graph';
import type { EnvironmentModel, Service } from '@/lib/model/environment';
import type { JsonObject } from '@/lib/model/json';
import { classesIn, classNameIn, isObjectEntry } from '@/lib/model/object-entry';
import { catalogPackages, type LockedPackage, type PackageLock } from '@/lib/model/package-lock';
import type { CatalogPackage, CatalogVersion } from './catalog-package';
import { extensionConflicts } from './extensions';
import { directRequirements } from './requirements';

/** What a lock is completed from. */
export interface LockParts {
  model: EnvironmentModel;
  /** the document that the model comes from */
  before?: EnvironmentModel | undefined;
  /** the version of each package that a new service takes */
  newest: readonly CatalogVersion[];
  /** other versions that those require */
  further?: readonly Candidate[];
  /** everything stored */
  stored: readonly StoredPackage[];
  /** the packages that are there without being asked for, by name */
  builtIn: ReadonlyMap<string, LockedPackage>;
  read(digest: string, name: string): Promise<CatalogPackage>;
  /** whether an administrator has switched a package on that extends another */
  isOn(name: string): boolean;
}

/**
 * The versions of packages that a document works with: those it has already, and the newest of what it needs besides.
 * Where classes are among them, the core library is noted as it is in this product: whatever was noted before, that is
 * what a run goes by.
 *
 * @throws as `Catalog.lock`
 */
export async function completeLock(parts: LockParts): Promise<PackageLock> {
  const { model, before, newest, further = [], builtIn } = parts;
  const held = await heldBy(parts);
  const heldNames = new Set(held.map(({ pack }) => pack.name));
  const isOpen = ({ pack }: Candidate) => !heldNames.has(pack.name);
  const candidates: Candidate[] = [...held, ...newest.filter(isOpen), ...further.filter(isOpen)];
  const packages = candidates.map(({ pack }) => pack);
  const needed = new Set<Candidate>();
  const take = (candidate: Candidate): void => {
    if (needed.has(candidate)) return;
    needed.add(candidate);
    for (const meant of directRequirements(candidate.pack, packages)) {
      const found = candidates.find(({ pack }) => pack === meant);
      if (found) take(found);
    }
  };
  for (const service of model.services) ownersOf(service, candidates).forEach(take);
  // What was there before must be able to take itself down, as far as its package is still there.
  for (const name of classesIn((model.state ?? {}) as JsonObject)) {
    candidates.filter(({ pack }) => pack.classes.includes(name)).forEach(take);
  }
  const graphed = packagesOfGraphs(model);
  candidates.filter(({ pack }) => graphed.includes(pack.name)).forEach(take);
  // Of a document that nobody ever locked nothing tells which libraries set its machines up.
  const isUnknown = model.packages === undefined && before === undefined;
  const libraries = (isUnknown ? candidates : held).filter(({ pack }) => isLibrary(pack));
  libraries.forEach(take);
  for (const candidate of candidates) if (isTakenUp(candidate.pack, [...needed], parts)) take(candidate);
  const lock = oneOfEach(needed, candidates).filter(({ pack }) => !builtIn.has(pack.name));
  refuseConflicts(lock, builtIn);
  refuseDoubled(lock.map(({ pack }) => pack));
  const runsClasses = lock.some(({ pack }) => pack.classes.length > 0);
  return Object.fromEntries(
    [...(runsClasses ? builtIn : [])]
      .concat(lock.map((one): [string, LockedPackage] => [one.pack.name, lockedAs(one)]))
      .sort(([a], [b]) => (a < b ? -1 : 1)),
  );
}

/** Of packages that are needed in several versions the one that all who require it accept, where there is one. */
function oneOfEach(needed: ReadonlySet<Candidate>, candidates: readonly Candidate[]): Candidate[] {
  const names = new Set([...needed].map(({ pack }) => pack.name));
  return [...names].flatMap((name) => {
    const versions = [...needed].filter(({ pack }) => pack.name === name);
    if (versions.length === 1) return versions;
    const requirements = [...needed].flatMap(({ pack }) => pack.requires.get(name) ?? []);
    const fits = ({ pack }: Candidate) =>
      pack.name === name && requirements.every(({ accepts }) => accepts(pack.version));
    return candidates.find(fits) ?? (versions[0] as Candidate);
  });
}

/** A version of a package as a lock names it. */
export function lockedAs({ pack, digest }: Pick<CatalogVersion, 'digest' | 'pack'>): LockedPackage {
  const { version, extends: extended } = pack;
  return { version, digest, ...(extended && { extends: extended.package }) };
}

/**
 * Whether a package works in a document because it extends one that does: where the document worked with that before, as
 * it did then; where that comes in, once an administrator has switched the extension on.
 */
function isTakenUp(
  pack: CatalogPackage,
  needed: readonly Candidate[],
  { model, before, isOn }: Pick<LockParts, 'model' | 'before' | 'isOn'>,
): boolean {
  if (!pack.extends) return false;
  const { package: name } = pack.extends;
  const target = needed.find((one) => one.pack.name === name)?.pack;
  if (!target) return false;
  const held = [model.packages, before?.packages].find((lock) => lock?.[name] !== undefined);
  if (held) return held[pack.name] !== undefined;
  return isOn(pack.name) && (pack.requires.get(name)?.accepts(target.version) ?? false);
}

/** A library whose workflows run whether or not a service needs them. */
const isLibrary = (pack: CatalogPackage) =>
  pack.type === 'Library' && pack.content.workflows.length > 0 && pack.extends === undefined;

/** A package in one version that may come into a lock. */
type Candidate = Pick<CatalogVersion, 'digest' | 'pack'>;

/** What the document is locked to already; without a lock of its own, what the one before needs. */
async function heldBy(parts: LockParts): Promise<Candidate[]> {
  const { model, before, newest, stored } = parts;
  const lock = { ...(before?.packages ?? (before && newestOf(before, newest))), ...model.packages };
  const there = catalogPackages(lock).filter(([, { digest }]) => stored.some((one) => one.digest === digest));
  return Promise.all(there.map(async ([name, { digest }]) => ({ digest, pack: await parts.read(digest, name) })));
}

/** What a document that was never locked works with: its packages as they are now. An empty one works with nothing. */
function newestOf(model: EnvironmentModel, newest: readonly CatalogVersion[]): PackageLock {
  if (model.services.length === 0) return {};
  const isNeeded = ({ pack }: CatalogVersion) =>
    isLibrary(pack) || pack.serviceTypes.some(({ type }) => model.services.some((service) => service.type === type));
  return Object.fromEntries(
    newest.filter(isNeeded).map((one) => [one.name, { version: one.version, digest: one.digest }]),
  );
}

/** The packages that describe a service; of an object all that have classes of it. */
function ownersOf(service: Service, candidates: readonly Candidate[]): readonly Candidate[] {
  if (!isObjectEntry(service)) {
    const owner = candidates.find(({ pack }) => pack.serviceTypes.some(({ type }) => type === service.type));
    if (owner) return [owner];
    throw errors.notFound(
      'service_type_not_found',
      `The catalog has no package for the type "${service.type}" of the service "${service.name}".`,
    );
  }
  const main = classNameIn(service['?'].type);
  return classesIn(service as JsonObject).flatMap((name) => {
    const owners = candidates.filter(({ pack }) => pack.classes.includes(name));
    if (owners.length > 0 || name !== main) return owners;
    throw errors.notFound(
      'class_not_found',
      `The catalog has no package with the class "${name}" of the service "${String(service.name)}".`,
    );
  });
}

function refuseConflicts(lock: readonly Candidate[], builtIn: ReadonlyMap<string, LockedPackage>): void {
  for (const { pack } of lock) {
    for (const [name, { wanted, accepts }] of pack.requires) {
      const version = lock.find((one) => one.pack.name === name)?.pack.version ?? builtIn.get(name)?.version;
      if (version === undefined || accepts(version)) continue;
      throw errors.stateForbids(
        'package_version_conflict',
        `${pack.title} ${pack.version} needs ${name} ${wanted}, and this environment works with ${version}. Choose another version of one of them in this environment's packages.`,
      );
    }
  }
}

/** Refuses extensions of which two give one thing, or one gives what its package has by now. */
function refuseDoubled(packages: readonly CatalogPackage[]): void {
  const [first] = packages.flatMap((pack) => extensionConflicts(pack, packages));
  if (!first) return;
  throw errors.stateForbids(
    'extension_conflict',
    `${first.sentence} Work without one of them: on the settings of the environment, or switched off by an administrator.`,
  );
}
