import type { PackageProblem } from '@/lib/formats/yaml/read-yaml';
import type { CatalogPackage } from '../catalog-package';
import { formatNamed } from '../formats';
import type { UnpackedPackage } from '../package-digest';

/** A package as it travels between threads: its requirements as they are written. */
export type PlainPackage = Omit<CatalogPackage, 'requires'> & { requires: readonly (readonly [string, string])[] };

/** What a thread says of a package's files. */
export interface PlainReading {
  /** the package, and the name of the format that read it; null when anything is wrong */
  read: { package: PlainPackage; format: string } | null;
  problems: PackageProblem[];
}

/** What a thread made of an archive: the files of its packages, or why it cannot be read. */
export type Unpacking = { packages: UnpackedPackage[] } | { refusal: string };

/** A package for another thread. */
export function plainPackage({ requires, ...pack }: CatalogPackage): PlainPackage {
  return { ...pack, requires: [...requires].map(([name, { written }]) => [name, written] as const) };
}

/** A package from another thread. @param format name of the one that it is written in */
export function fromPlain({ requires, ...pack }: PlainPackage, format: string): CatalogPackage {
  const { requirement } = formatNamed(format);
  return { ...pack, requires: new Map(requires.map(([name, written]) => [name, requirement(written)])) };
}
