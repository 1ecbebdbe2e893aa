import { z } from 'zod';

/** One version of a package, told by its content: two contents may bear one version. */
export const LockedPackageSchema = z.object({
  version: z.string(),
  /** SHA-256 of the package's files, 64 hexadecimal digits */
  digest: z.string().regex(/^[0-9a-f]{64}$/),
  /** comes with the product: nobody chooses it, and every run goes by the product's own */
  builtIn: z.literal(true).optional(),
  /** full name of the package that it extends: it works here because somebody took it up, not because a service needs it */
  extends: z.string().optional(),
});
export type LockedPackage = z.infer<typeof LockedPackageSchema>;

/** Which version of each package an environment works with, by full name. Part of its document. */
export const PackageLockSchema = z.record(z.string(), LockedPackageSchema);
export type PackageLock = z.infer<typeof PackageLockSchema>;

/** The packages of a lock that come from the catalog, by their names: what comes with the product is no user's package. */
export function catalogPackages(lock: PackageLock = {}): [string, LockedPackage][] {
  return Object.entries(lock).filter(([, { builtIn }]) => builtIn !== true);
}

/** An extension that a document takes up or gives up, while the package that it extends stays. */
export interface ExtensionMove {
  /** full name */
  name: string;
  extends: string;
  /** null: it is taken up */
  from: LockedPackage | null;
  /** null: it is given up */
  to: LockedPackage | null;
}

/** The extensions that only one of two locks has, of packages that both have; in the order of their names. */
export function extensionMoves(before: PackageLock = {}, after: PackageLock = {}): ExtensionMove[] {
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])].sort();
  return names.flatMap((name) => {
    const [from = null, to = null] = [before[name], after[name]];
    const extended = (from ?? to)?.extends;
    if (extended === undefined || (from !== null) === (to !== null)) return [];
    return before[extended] && after[extended] ? [{ name, extends: extended, from, to }] : [];
  });
}

/** A package of an environment that moves to another content. */
export interface PackageMove {
  name: string;
  from: LockedPackage;
  to: LockedPackage;
}

/**
 * The packages that two locks have both, with different contents; what only one of them has is no move: it came or
 * went with a service.
 *
 * @returns in the order of their names
 */
export function packageMoves(before: PackageLock | undefined, after: PackageLock | undefined): PackageMove[] {
  return catalogPackages(after)
    .flatMap(([name, to]) => {
      const from = before?.[name];
      return from && from.digest !== to.digest ? [{ name, from, to }] : [];
    })
    .sort((a, b) => (a.name < b.name ? -1 : 1));
}
