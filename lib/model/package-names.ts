/** A package whose plans, templates, scripts and commands others may name. */
export interface NamingPackage {
  /** full name */
  readonly name: string;
  /** full names of the packages that it requires */
  readonly requires: readonly string[];
}

/** A name that several packages have, none of which alone requires the other: nothing tells which is meant. */
export class AmbiguousName extends Error {
  /** @param owners full names of the packages that have it */
  constructor(
    named: string,
    readonly owners: readonly string[],
  ) {
    super(
      `The ${named} is in ${owners.join(' and in ')}, and nothing tells which is meant. Give it another name in one of them.`,
    );
    this.name = 'AmbiguousName';
  }
}

/** The packages whose names mean something in a package: itself, and everything that it requires. */
export interface PackageNames<P extends NamingPackage> {
  /** Whether a package is another one or requires it, directly or by way of others. */
  sees(from: string, name: string): boolean;
  /**
   * Who has a name, as a package means it: a package's own name comes before the same name of what it requires.
   *
   * @param named what bears the name, for people, and the name: `script "Install.ps1"`
   * @param from full name of the package that uses the name; null where nobody knows: then all packages are meant
   * @returns null when none that it sees has it
   * @throws AmbiguousName when it sees several that have it, none of which requires the other, or each the other
   */
  ownerOf(named: string, from: string | null, has: (pack: P) => boolean): P | null;
}

/** @param packages those that are used together; of each name one */
export function packageNames<P extends NamingPackage>(packages: readonly P[]): PackageNames<P> {
  const byName = new Map(packages.map((pack) => [pack.name, pack]));
  const known = new Map<string, ReadonlySet<string>>();
  const seenFrom = (from: string): ReadonlySet<string> => {
    const kept = known.get(from);
    if (kept) return kept;
    const seen = new Set<string>();
    const visit = (name: string): void => {
      if (seen.has(name)) return;
      seen.add(name);
      byName.get(name)?.requires.forEach(visit);
    };
    visit(from);
    known.set(from, seen);
    return seen;
  };
  const sees = (from: string, name: string) => seenFrom(from).has(name);
  return {
    sees,
    ownerOf: (named, from, has) => {
      const owners = packages.filter((pack) => (from === null || sees(from, pack.name)) && has(pack));
      const own = owners.find(({ name }) => name === from);
      if (own) return own;
      const nearest = owners.filter(
        ({ name }) => !owners.some((other) => sees(other.name, name) && !sees(name, other.name)),
      );
      if (nearest.length > 1) {
        throw new AmbiguousName(
          named,
          nearest.map(({ name }) => name),
        );
      }
      return nearest[0] ?? null;
    },
  };
}
