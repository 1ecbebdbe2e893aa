import type { PackageStore, StoredPackage } from '@/lib/db/packages';
import { catalogPackages, type PackageLock } from '@/lib/model/package-lock';
import type { DigestedPackage } from './applications';
import { type AvailablePackages, availablePackages } from './available-packages';
import type { CatalogPackage, CatalogVersion } from './catalog-package';
import { withExtensions } from './extensions';
import { withoutMachines } from './machines';
import { packageByDigest } from './package-cache';
import type { PackageReader } from './reading/package-readers';

/** The stored packages as each tenant may use them. */
export interface TenantPackages {
  /** every version of every package of everybody */
  all(): Promise<StoredPackage[]>;
  /** every version of every package that a tenant may use, by name, the newest first */
  versions(tenantId: string): Promise<StoredPackage[]>;
  /** the version of each package that new services take */
  newest(tenantId: string): Promise<CatalogVersion[]>;
  /** a content, by its digest */
  read(digest: string, name: string): Promise<CatalogPackage>;
  /** what packages require, as far as only other versions than those among them fit; the newest of them */
  further(tenantId: string, packages: readonly CatalogPackage[]): Promise<DigestedPackage[]>;
  /**
   * The packages of a tenant, those that a lock names in its versions; extended by what the lock has for those that it
   * names, and for others by what is switched on.
   */
  versionsBy(tenantId: string, lock?: PackageLock): Promise<DigestedPackage[]>;
  /** the same with the further versions that they require */
  complete(tenantId: string, lock?: PackageLock): Promise<DigestedPackage[]>;
  /** libraries as they are now, where those among the packages are of a time that did not describe machines */
  machineLibraries(packages: readonly CatalogPackage[]): Promise<DigestedPackage[]>;
  /** reads anew what is stored the next time */
  forget(): void;
}

/**
 * Makes it, answering from memory until it is told to forget.
 *
 * @param extensionsOn which packages that extend others are switched on for a tenant
 */
export function createTenantPackages({
  store,
  reader,
  extensionsOn,
}: {
  store: PackageStore;
  reader: PackageReader;
  extensionsOn(tenantId: string): Promise<(name: string) => boolean>;
}): TenantPackages {
  let stored: Promise<StoredPackage[]> | null = null;
  let offers = new Map<string, Promise<CatalogVersion[]>>();

  const all = () => {
    const listing = stored ?? store.list();
    stored = listing;
    listing.catch(() => {
      if (stored === listing) stored = null;
    });
    return listing;
  };
  const shelf = async (tenantId: string): Promise<AvailablePackages> => availablePackages(await all(), tenantId);
  const read = (digest: string, name: string) => packageByDigest(store, reader, digest, name);
  const readEach = (versions: readonly { digest: string; name: string }[]): Promise<DigestedPackage[]> =>
    Promise.all(versions.map(async ({ digest, name }) => ({ digest, pack: await read(digest, name) })));

  function newest(tenantId: string): Promise<CatalogVersion[]> {
    const known = offers.get(tenantId);
    if (known) return known;
    const reading = shelf(tenantId).then((visible) =>
      Promise.all(visible.newest.map(async (one) => ({ ...one, pack: await read(one.digest, one.name) }))),
    );
    offers.set(tenantId, reading);
    reading.catch(() => offers.delete(tenantId));
    return reading;
  }

  async function further(tenantId: string, packages: readonly CatalogPackage[]): Promise<DigestedPackage[]> {
    const visible = await shelf(tenantId);
    const together = [...packages];
    const found: DigestedPackage[] = [];
    for (const pack of together) {
      for (const [name, { accepts }] of pack.requires) {
        if (together.some((one) => one.name === name && accepts(one.version))) continue;
        const fitting = visible.versions(name).find(({ version, current }) => current && accepts(version));
        if (!fitting) continue;
        const one = { digest: fitting.digest, pack: await read(fitting.digest, name) };
        found.push(one);
        together.push(one.pack);
      }
    }
    return found;
  }

  async function versionsBy(tenantId: string, lock: PackageLock = {}): Promise<DigestedPackage[]> {
    const offered = await newest(tenantId);
    const others = offered.filter(({ name, digest }) => (lock[name]?.digest ?? digest) === digest);
    const locked = catalogPackages(lock)
      .map(([name, { digest }]) => ({ name, digest }))
      .filter(({ name, digest }) => !others.some((one) => one.name === name && one.digest === digest));
    const versions = [...others, ...(await readEach(locked))];
    if (versions.every(({ pack }) => pack.extends === undefined)) return versions;
    return extended(versions, lock, await extensionsOn(tenantId));
  }

  return {
    all,
    newest,
    read,
    further,
    versionsBy,
    versions: async (tenantId) => {
      const visible = await shelf(tenantId);
      const names = new Set((await all()).map(({ name }) => name));
      return [...names].sort().flatMap((name) => visible.versions(name));
    },
    complete: async (tenantId, lock) => {
      const versions = await versionsBy(tenantId, lock);
      return [...versions, ...(await further(tenantId, packsOf(versions)))];
    },
    machineLibraries: async (packages) => {
      const names = withoutMachines(packages);
      if (names.length === 0) return [];
      const everyone = (await all()).filter(({ tenantId, current }) => tenantId === '' && current);
      return readEach(everyone.filter(({ name }) => names.includes(name)));
    },
    forget: () => {
      stored = null;
      offers = new Map();
    },
  };
}

/** Packages, without their digests. */
export function packsOf(packages: readonly DigestedPackage[]): CatalogPackage[] {
  return packages.map(({ pack }) => pack);
}

/** Packages with what extends them: what a lock has for those that it names, and for others what is switched on. */
function extended(
  versions: readonly DigestedPackage[],
  lock: PackageLock,
  isOn: (name: string) => boolean,
): DigestedPackage[] {
  const effective = versions.filter(({ pack }) => {
    if (!pack.extends) return true;
    const { package: name } = pack.extends;
    if (lock[name]) return lock[pack.name] !== undefined;
    const target = versions.find((one) => one.pack.name === name)?.pack;
    return target !== undefined && isOn(pack.name) && pack.requires.get(name)?.accepts(target.version) === true;
  });
  const packs = withExtensions(packsOf(effective));
  return effective.map(({ digest }, at) => ({ digest, pack: packs[at] as CatalogPackage }));
}
