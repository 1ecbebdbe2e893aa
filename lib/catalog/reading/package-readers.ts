import path from 'node:path';
import pLimit from 'p-limit';
import { Piscina } from 'piscina';
import type { PackageProblem } from '@/lib/formats/yaml/read-yaml';
import type { ObjectPackage } from '@/lib/ports/conductor';
import type { CatalogPackage } from '../catalog-package';
import { PACKAGE_FORMATS, readPackage } from '../formats';
import type { ApplicationSource } from '../formats/muranopl/applications';
import { type AboutApplication, type ApplicationAnswer, createApplications } from '../formats/muranopl/ask-application';
import { fromPlain, type PlainReading, plainPackage } from './plain-package';
import type { ReaderData } from './worker';

/** A package that was read, and the name of its format. */
export interface ReadPackage {
  pack: CatalogPackage;
  format: string;
}

/** Where the files of packages are read and checked. */
export interface PackageReader {
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
    read: async (files, label) => {
      const { package: pack, format, problems } = readPackage(files, label);
      return { read: pack && { pack, format: format.name }, problems };
    },
    checkTogether: async (packages) => PACKAGE_FORMATS.flatMap((format) => format.checkTogether?.(packages) ?? []),
    application: async (asked) => known(applications(asked)),
    close: async () => undefined,
  };
}

export const readInPlace = createInPlaceReader();

/** What `scripts/bundle-worker.mjs` makes of `worker.ts`. */
const BUNDLE = 'lib/catalog/reading/generated/worker.mjs';
/** Packages read at a time; further ones wait. */
const MOST_AT_A_TIME = 4;
/** How long a thread that nobody needs is kept, in milliseconds. */
const IDLE_MS = 60_000;
const DEFAULT_LIMITS = { longestMs: 30_000, longestAnswerMs: 10_000, heapMb: 512 };

/** How much of the machine the reading of packages may take. */
export interface ReaderLimits {
  /** for the files of one package, in milliseconds */
  longestMs?: number;
  /** for a question about an application, in milliseconds: somebody looks at a page meanwhile */
  longestAnswerMs?: number;
  /** memory of one thread, in MB */
  heapMb?: number;
}

/**
 * Reads packages in threads beside the server: what is uploaded is anybody's, and a file that takes long to check, or
 * much memory, holds nobody up but whoever sent it. A thread that exceeds a limit is ended.
 *
 * @param library the packages that MuranoPL brings along
 */
export function createPackageReaders(limits: ReaderLimits = {}, library: readonly ObjectPackage[] = []): PackageReader {
  const { longestMs, longestAnswerMs, heapMb } = { ...DEFAULT_LIMITS, ...limits };
  const pool = new Piscina({
    filename: path.resolve(BUNDLE),
    minThreads: 0,
    maxThreads: MOST_AT_A_TIME,
    idleTimeout: IDLE_MS,
    recordTiming: false,
    workerData: { library } satisfies ReaderData,
    resourceLimits: { maxOldGenerationSizeMb: heapMb },
    // Nothing of this process: neither its settings, which hold secrets, nor what loads its own modules.
    env: {},
    execArgv: [],
    argv: [],
  });
  // The time of a package begins when a thread takes it.
  const limit = pLimit(MOST_AT_A_TIME);

  /** @returns what the thread answers, or which limit ended it */
  function inThread<Answer>(name: string, input: unknown, forMs: number): Promise<Answer | Exceeded> {
    return limit(async () => {
      const timeout = AbortSignal.timeout(forMs);
      try {
        return (await pool.run(input, { name, signal: timeout })) as Answer;
      } catch (error) {
        if (timeout.aborted) return EXCEEDED.time;
        if (isOutOfMemory(error)) return EXCEEDED.memory;
        throw error;
      }
    });
  }

  const problemOf = (exceeded: Exceeded, label: string): PackageProblem => ({
    file: `${label}/manifest.yaml`,
    path: '',
    code: 'checking_exceeded',
    sentence:
      exceeded === EXCEEDED.time
        ? `Checking this package was stopped after ${longestMs / 1000} seconds. Look for a file that is very large or nested very deeply.`
        : `Checking this package was stopped because it took more than ${heapMb} MB of memory. Look for a file that is very large.`,
  });

  return {
    read: async (files, label) => {
      const answer = await inThread<PlainReading>('read', { files, label }, longestMs);
      if (isExceeded(answer)) return { read: null, problems: [problemOf(answer, label)] };
      const { read, problems } = answer;
      return { read: read && { pack: fromPlain(read.package, read.format), format: read.format }, problems };
    },
    checkTogether: async (packages) => {
      const answer = await inThread<PackageProblem[]>('checkTogether', packages.map(plainPackage), longestMs);
      return isExceeded(answer) ? [problemOf(answer, packages.at(-1)?.name ?? 'package')] : answer;
    },
    application: async ({ source, ...asked }) => {
      const ask = (input: AboutApplication) => inThread<ApplicationAnswer>('application', input, longestAnswerMs);
      // A thread may know the application from another question: its files travel only where they are needed.
      const first = await ask(asked);
      if (isExceeded(first)) return null;
      if (first.kind !== 'unknown') return first;
      const answer = await ask({ ...asked, source });
      return isExceeded(answer) ? null : known(answer);
    },
    close: () => pool.destroy(),
  };
}

function isOutOfMemory(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY';
}

/** Which limit ended a thread. */
const EXCEEDED = { time: Symbol('time'), memory: Symbol('memory') };
type Exceeded = symbol;
const isExceeded = (answer: unknown): answer is Exceeded => typeof answer === 'symbol';

/** What was answered from the files themselves. */
function known(answer: ApplicationAnswer): Exclude<ApplicationAnswer, { kind: 'unknown' }> {
  if (answer.kind !== 'unknown') return answer;
  throw new Error('An application was asked for without what it is read from.');
}
