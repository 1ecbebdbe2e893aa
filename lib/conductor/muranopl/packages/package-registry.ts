import type { ClassFinder, ClassQualifier, Package } from '../types/package';
import { compareVersions, VersionSpec } from '../types/versions';
import type { MuranoPackage } from './murano-package';

/** The package that every other one requires. */
export const CORE_LIBRARY = 'io.murano';
/** The packages of the folder `library`, which ship with the language. */
export const LIBRARY_PACKAGES: ReadonlySet<string> = new Set([CORE_LIBRARY, 'io.murano.applications']);

const NOTHING_SAID = VersionSpec.parse('') as VersionSpec;
const ANY_VERSION = VersionSpec.parse('*') as VersionSpec;

/**
 * The packages of one run, several versions of one beside one another, and which of them a class name means.
 * Always the newest version is taken that the one who asks accepts.
 */
export class PackageRegistry implements ClassFinder {
  /** by name, the newest version first */
  private readonly versions = new Map<string, MuranoPackage[]>();
  private readonly specs = new Map<string, VersionSpec | undefined>();
  private readonly requirements = new Map<Package, ReadonlyMap<string, VersionSpec>>();
  private readonly found = new Map<Package | undefined, Map<string, MuranoPackage | undefined>>();

  constructor(packages: Iterable<MuranoPackage>) {
    for (const one of packages) {
      this.versions.set(one.name, [...(this.versions.get(one.name) ?? []), one]);
    }
    for (const one of this.packages) this.requirements.set(one, withImplied(one, this.versions.keys()));
    for (const versions of this.versions.values()) {
      versions.sort((a, b) => compareVersions(b.parts.version, a.parts.version));
    }
  }

  /** All packages, the newer version of one before the older. */
  get packages(): readonly MuranoPackage[] {
    return [...this.versions.values()].flat();
  }

  /** The newest version of a package that a range accepts; no range at all means version 0. */
  package(name: string, versionSpec = ''): MuranoPackage | undefined {
    return this.newest(name, this.spec(versionSpec));
  }

  packageOf(className: string, from: Package | undefined, wanted: ClassQualifier = {}): MuranoPackage | undefined {
    const { versionSpec = '', packageName = '' } = wanted;
    let known = this.found.get(from);
    if (!known) {
      known = new Map();
      this.found.set(from, known);
    }
    const key = `${className}/${versionSpec}@${packageName}`;
    if (!known.has(key)) known.set(key, this.search(className, from, wanted));
    return known.get(key);
  }

  searched(from: Package | undefined): readonly Package[] {
    if (!from) return this.packages;
    const required = [...this.requirementsOf(from)].flatMap(([name, spec]) =>
      name === from.name ? [] : (this.newest(name, spec) ?? []),
    );
    return [from, ...required];
  }

  missing(from: Package): string | undefined {
    return this.unsatisfied(from)[0]?.name;
  }

  accepts(from: Package, held: Package, versionSpec?: string): boolean {
    if (from === held && versionSpec === undefined) return true;
    const spec = versionSpec === undefined ? this.requirementsOf(from).get(held.name) : this.spec(versionSpec);
    const version = this.versions.get(held.name)?.find((one) => one === held)?.parts.version;
    return spec !== undefined && version !== undefined && spec.accepts(version);
  }

  /** The packages that one requires and no version at hand satisfies, with the range it asks for. */
  unsatisfied(from: Package): { name: string; spec: VersionSpec }[] {
    return [...this.requirementsOf(from)].flatMap(([name, spec]) => (this.newest(name, spec) ? [] : [{ name, spec }]));
  }

  private search(className: string, from: Package | undefined, wanted: ClassQualifier): MuranoPackage | undefined {
    const { packageName, versionSpec } = wanted;
    const asked = versionSpec === undefined ? undefined : this.spec(versionSpec);
    if (packageName !== undefined) return this.newest(packageName, asked ?? NOTHING_SAID, className);
    if (!from) {
      const holders = [...this.versions.keys()].flatMap(
        (name) => this.newest(name, asked ?? NOTHING_SAID, className) ?? [],
      );
      return holders[0];
    }
    const own = this.versions.get(from.name)?.find((one) => one === from);
    if (own?.hasClass(className) && (!asked || asked.accepts(own.parts.version))) return own;
    for (const [name, spec] of this.requirementsOf(from)) {
      const holder = this.newest(name, asked ?? spec, className);
      if (holder && (name !== from.name || asked)) return holder;
    }
    return undefined;
  }

  /** With a class name only the version that is taken counts: an older one that has the class does not help. */
  private newest(name: string, spec: VersionSpec, className?: string): MuranoPackage | undefined {
    const found = this.versions.get(name)?.find(({ parts }) => spec.accepts(parts.version));
    return className === undefined || found?.hasClass(className) ? found : undefined;
  }

  private requirementsOf(from: Package): ReadonlyMap<string, VersionSpec> {
    return this.requirements.get(from) ?? NO_REQUIREMENTS;
  }

  /** A range that cannot be read accepts nothing. */
  private spec(text: string): VersionSpec {
    if (!this.specs.has(text)) this.specs.set(text, VersionSpec.parse(text));
    return this.specs.get(text) ?? NOTHING;
  }
}

const NOTHING = VersionSpec.parse('<0.0.0') as VersionSpec;
const NO_REQUIREMENTS: ReadonlyMap<string, VersionSpec> = new Map([[CORE_LIBRARY, NOTHING_SAID]]);

/**
 * What a package says it requires, its own major version and the core library; every package at hand where it looks for
 * classes in all of them.
 */
function withImplied({ name, parts }: MuranoPackage, all: Iterable<string>): ReadonlyMap<string, VersionSpec> {
  const requirements = new Map(parts.requirements);
  requirements.set(name, VersionSpec.parse(String(parts.version.major)) as VersionSpec);
  if (!requirements.has(CORE_LIBRARY)) requirements.set(CORE_LIBRARY, NOTHING_SAID);
  if (parts.searchesAllPackages) {
    for (const other of all) if (!requirements.has(other)) requirements.set(other, ANY_VERSION);
  }
  return requirements;
}

/** Packages as one of them is worked on: it takes the place of all others of its name. */
export function withInPlace(libraries: readonly MuranoPackage[], own: MuranoPackage): MuranoPackage[] {
  return [...libraries.filter(({ name }) => name !== own.name), own];
}
