import { workerData } from 'node:worker_threads';
import type { PackageProblem } from '@/lib/formats/yaml/read-yaml';
import type { ObjectPackage } from '@/lib/ports/conductor';
import type { CatalogPackage } from '../catalog-package';
import { PACKAGE_FORMATS, readPackage } from '../formats';
import { type AboutApplication, type ApplicationAnswer, createApplications } from '../formats/muranopl/ask-application';
import { type PlainPackage, type PlainReading, plainPackage } from './plain-package';

/*
 * What runs in a thread that reads packages, bundled on its own by `scripts/bundle-worker.mjs`; the pool of
 * `package-readers.ts` loads it.
 */

/** What a thread is given as it begins. */
export interface ReaderData {
  /** the packages that MuranoPL brings along */
  library: readonly ObjectPackage[];
}

const applications = createApplications((workerData as ReaderData).library);

/** Reads the files of a package, and checks everything in it. */
export function read({ files, label }: { files: ReadonlyMap<string, Uint8Array>; label: string }): PlainReading {
  const { package: pack, format, problems } = readPackage(files, label);
  return { read: pack && { package: plainPackage(pack), format: format.name }, problems };
}

/** Checks sound packages that would run together, in this order. */
export function checkTogether(packages: readonly PlainPackage[]): PackageProblem[] {
  // What they require of each other is checked where their requirements are known.
  const together = packages.map((pack): CatalogPackage => ({ ...pack, requires: new Map() }));
  return PACKAGE_FORMATS.flatMap((format) => format.checkTogether?.(together) ?? []);
}

/** Tells of an application in MuranoPL. */
export function application(asked: AboutApplication): ApplicationAnswer {
  return applications(asked);
}
