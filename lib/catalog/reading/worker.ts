import { workerData } from 'node:worker_threads';
import { isVetroError } from '@/lib/errors';
import type { ArchiveLimits } from '@/lib/formats/archive/read-zip';
import type { PackageProblem } from '@/lib/formats/yaml/read-yaml';
import type { ObjectPackage } from '@/lib/ports/conductor';
import type { CatalogPackage } from '../catalog-package';
import { PACKAGE_FORMATS, readPackage } from '../formats';
import { type AboutApplication, type ApplicationAnswer, createApplications } from '../formats/muranopl/ask-application';
import { type PlainPackage, type PlainReading, plainPackage, type Unpacking } from './plain-package';
import { unpackPackages } from './unpack-packages';

/*
 * What runs in a thread that reads packages, bundled on its own by `scripts/bundle-worker.mjs`; the pool of
 * `package-readers.ts` loads it.
 */

/** What a thread is given as it begins. */
export interface ReaderData {
  /** the packages that MuranoPL brings along */
  library: readonly ObjectPackage[];
}

const { library } = workerData as ReaderData;
const applications = createApplications(library);

/** Unpacks the archive of packages that is in a file, and tells their files by their digests. */
export async function unpack({ archive, limits }: { archive: string; limits: ArchiveLimits }): Promise<Unpacking> {
  try {
    return { packages: await unpackPackages(archive, limits) };
  } catch (error) {
    // an error of ours does not travel between threads with its code
    if (isVetroError(error) && error.kind === 'invalid_input') return { refusal: error.message };
    throw error;
  }
}

/** Reads the files of a package, and checks everything in it. */
export function read({ files, label }: { files: ReadonlyMap<string, Uint8Array>; label: string }): PlainReading {
  const { package: pack, format, problems } = readPackage(files, label);
  return { read: pack && { package: plainPackage(pack), format: format.name }, problems };
}

/** Checks sound packages that would run together, in this order. */
export function checkTogether(packages: readonly PlainPackage[]): PackageProblem[] {
  // Whether versions fit is checked where their requirements are known.
  const accepted = { written: '', wanted: '', accepts: () => true };
  const together = packages.map(
    ({ requires, ...pack }): CatalogPackage => ({
      ...pack,
      requires: new Map(requires.map(([name]) => [name, accepted])),
    }),
  );
  return PACKAGE_FORMATS.flatMap((format) => format.checkTogether?.(together, library) ?? []);
}

/** Tells of an application in MuranoPL. */
export function application(asked: AboutApplication): ApplicationAnswer {
  return applications(asked);
}
