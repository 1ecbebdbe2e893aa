import { type ArchiveLimits, archiveInvalid } from '@/lib/formats/archive/read-zip';
import type { PackageProblem } from '@/lib/formats/yaml/read-yaml';
import type { ObjectPackage } from '@/lib/ports/conductor';
import { createBoundedThreads, type createThreadPool } from '@/lib/threads/thread-pool';
import type { CatalogPackage } from '../catalog-package';
import { PACKAGE_FORMATS, readPackage } from '../formats';
import type { ApplicationSource } from '../formats/muranopl/applications';
import { type AboutApplication, type ApplicationAnswer, createApplications } from '../formats/muranopl/ask-application';
import type { UnpackedPackage } from '../package-digest';
import { fromPlain, type PlainReading, plainPackage, type Unpacking } from './plain-package';
import { unpackPackages } from './unpack-packages';
import type { ReaderData } from './worker';

/** A package that was read, and the name of its format. */
export interface ReadPackage {
  pack: CatalogPackage;
  format: string;
}

/** Where the files of packages are unpacked, read and checked. */
export interface PackageReader {
  /**
   * The packages of an archive, one or several in a folder each, their files told by their digests.
   *
   * @param archive path of the file with it
   * @throws invalid_input `archive_invalid`, also when it took more time or memory than it may
   */
  unpack(archive: string, limits: ArchiveLimits): Promise<UnpackedPackage[]>;
  /**
   * @param files by path from the package's root
   * @param label begins the file names in problems
   * @returns the package, or null with everything that is wrong
   */
  read(
    files: ReadonlyMap<string, Uint8Array>,
    label: string,
  ): Promise<{ read: ReadPackage | null; problems: PackageProblem[] }>;
  /** What is wrong with packages that are sound each by itself, and would run together in this order. */
  checkTogether(packages: readonly CatalogPackage[]): Promise<PackageProblem[]>;
  /**
   * Asks an application in MuranoPL for its service types, or for the machines of a service.
   *
   * @param asked `source` is what the application is read from, where it is not known by its key
   * @returns null when it took more time or memory than it may
   */
  application(
    asked: Omit<AboutApplication, 'source'> & { source: ApplicationSource },
  ): Promise<Exclude<ApplicationAnswer, { kind: 'unknown' }> | null>;
  /** Drops whatever is being read. */
  close(): Promise<void>;
}

/**
 * Reads where it is called: for what ships with the product, and for tests.
 *
 * @param library the packages that MuranoPL brings along
 */
export function createInPlaceReader(library: readonly ObjectPackage[] = []): PackageReader {
  const applications = createApplications(library);
  return {
    unpack: unpackPackages,
    read: async (files, label) => {
      const { package: pack, format, problems } = readPackage(files, label);
      return { read: pack && { pack, format: format.name }, problems };
    },
    checkTogether: async (packages) =>
      PACKAGE_FORMATS.flatMap((format) => format.checkTogether?.(packages, library) ?? []),
    application: async (asked) => known(applications(asked)),
    close: async () => undefined,
  };
}

export const readInPlace = createInPlaceReader();

/** What `scripts/bundle-worker.mjs` makes of `worker.ts`. */
const BUNDLE = 'lib/catalog/reading/generated/worker.mjs';
/** Packages read at a time; further ones wait. */
const MAX_CONCURRENT = 4;
const DEFAULT_LIMITS = { longestMs: 30_000, longestAnswerMs: 10_000, heapMb: 512 };

/** How much of the machine the reading of packages may take. */
export interface ReaderLimits {
  /** for the files of one package, in milliseconds */
  longestMs?: number;
  /** for a question about an application, in milliseconds: somebody looks at a page meanwhile */
  longestAnswerMs?: number;
  /** memory of one thread, in MB */
  heapMb?: number;
  /** makes the pool of threads */
  createPool?: typeof createThreadPool;
}

/**
 * Reads packages in threads beside the server: what is uploaded is anybody's, and a file that takes long to check, or
 * much memory, holds nobody up but whoever sent it. A thread that exceeds a limit is ended.
 *
 * @param library the packages that MuranoPL brings along
 */
export function createPackageReaders(limits: ReaderLimits = {}, library: readonly ObjectPackage[] = []): PackageReader {
  const { longestMs, longestAnswerMs, heapMb, createPool } = { ...DEFAULT_LIMITS, ...limits };
  const threads = createBoundedThreads(
    { bundle: BUNDLE, maxThreads: MAX_CONCURRENT, heapMb, workerData: { library } satisfies ReaderData },
    createPool,
  );

  const problemOf = (exceeded: 'time' | 'memory', label: string): PackageProblem => ({
    file: `${label}/manifest.yaml`,
    path: '',
    code: 'checking_exceeded',
    sentence:
      exceeded === 'time'
        ? `Checking this package was stopped after ${longestMs / 1000} seconds. Look for a file that is very large or nested very deeply.`
        : `Checking this package was stopped because it took more than ${heapMb} MB of memory. Look for a file that is very large.`,
  });

  const notUnpacked = (exceeded: 'time' | 'memory') =>
    archiveInvalid(
      exceeded === 'time'
        ? `Unpacking this archive was stopped after ${longestMs / 1000} seconds. Look for a file in it that is very large.`
        : `Unpacking this archive was stopped because it took more than ${heapMb} MB of memory. Look for a file in it that is very large.`,
    );

  return {
    unpack: async (archive, packageLimits) => {
      const answered = await threads.ask<Unpacking>('unpack', { archive, limits: packageLimits }, longestMs);
      if ('exceeded' in answered) throw notUnpacked(answered.exceeded);
      const { answer } = answered;
      if ('refusal' in answer) throw archiveInvalid(answer.refusal);
      return answer.packages;
    },
    read: async (files, label) => {
      const answered = await threads.ask<PlainReading>('read', { files, label }, longestMs);
      if ('exceeded' in answered) return { read: null, problems: [problemOf(answered.exceeded, label)] };
      const { read, problems } = answered.answer;
      return { read: read && { pack: fromPlain(read.package, read.format), format: read.format }, problems };
    },
    checkTogether: async (packages) => {
      const answered = await threads.ask<PackageProblem[]>('checkTogether', packages.map(plainPackage), longestMs);
      const label = packages.at(-1)?.name ?? 'package';
      return 'exceeded' in answered ? [problemOf(answered.exceeded, label)] : answered.answer;
    },
    application: async ({ source, ...asked }) => {
      const ask = (input: AboutApplication) => threads.ask<ApplicationAnswer>('application', input, longestAnswerMs);
      // A thread may know the application from another question: its files travel only where they are needed.
      const first = await ask(asked);
      if ('exceeded' in first) return null;
      if (first.answer.kind !== 'unknown') return first.answer;
      const second = await ask({ ...asked, source });
      return 'exceeded' in second ? null : known(second.answer);
    },
    close: threads.close,
  };
}

/** What was answered from the files themselves. */
function known(answer: ApplicationAnswer): Exclude<ApplicationAnswer, { kind: 'unknown' }> {
  if (answer.kind !== 'unknown') return answer;
  throw new Error('An application was asked for without what it is read from.');
}
