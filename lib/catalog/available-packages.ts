import type { StoredPackage } from '@/lib/db/packages';
import { comparePackageVersions } from '@/lib/formats/package/manifest';

/** The packages that a tenant may take, from all that are stored. */
export interface AvailablePackages {
  /** every version of a package, the newest first; contents that new services no longer take come last */
  versions(name: string): readonly StoredPackage[];
  /** the version of each package that a new service takes, by full name */
  newest: readonly StoredPackage[];
}

/**
 * What is there for everybody and for one tenant. A name that everybody has is everybody's: a tenant's own package of
 * that name stays for who has locked it.
 *
 * @param stored oldest first
 */
export function availablePackages(stored: readonly StoredPackage[], tenantId: string): AvailablePackages {
  const byName = new Map<string, StoredPackage[]>();
  for (const one of stored) {
    if (one.tenantId !== '' && one.tenantId !== tenantId) continue;
    byName.set(one.name, [...(byName.get(one.name) ?? []), one]);
  }
  for (const versions of byName.values()) versions.sort(before);
  const newest = [...byName.values()]
    .flatMap(([first]) => (first?.current ? [first] : []))
    .sort((a, b) => (a.name < b.name ? -1 : 1));
  return { versions: (name) => byName.get(name) ?? [], newest };
}

function before(a: StoredPackage, b: StoredPackage): number {
  return (
    Number(b.current) - Number(a.current) ||
    a.tenantId.length - b.tenantId.length ||
    comparePackageVersions(b.version, a.version) ||
    b.createdAt.getTime() - a.createdAt.getTime()
  );
}
