import path from 'node:path';
import pLimit from 'p-limit';
import { Piscina } from 'piscina';
import type { PackageProblem } from '@/lib/formats/yaml/read-yaml';
import type { CatalogPackage } from '../catalog-package';
import { PACKAGE_FORMATS, readPackage } from '../formats';
import { fromPlain, type PlainReading, plainPackage } from './plain-package';

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
  /** Drops whatever is being read. */
  close(): Promise<void>;
}

/** Reads where it is called: for what ships with the product, and for tests. */
export const readInPlace: PackageReader = {
  read: async (files, label) => {
    const { package: pack, format, problems } = readPackage(files, label);
    return { read: pack && { pack, format: format.name }, problems };
  },
  checkTogether: async (packages) => PACKAGE_FORMATS.flatMap((format) => format.checkTogether?.(packages) ?? []),
  close: async () => undefined,
};

/** What `scripts/bundle-worker.mjs` makes of `worker.ts`. */
const BUNDLE = 'lib/catalog/reading/generated/worker.mjs';
/** Packages read at a time; further ones wait. */
const MOST_AT_A_TIME = 4;
/** How long a thread that nobody needs is kept, in milliseconds. */
const IDLE_MS = 60_000;
const DEFAULT_LIMITS = { longestMs: 30_000, heapMb: 512 };

/**
 * Reads packages in threads beside the server: what is uploaded is anybody's, and a file that takes long to check, or
 * much memory, holds nobody up but whoever sent it. A thread that exceeds a limit is ended.
 *
 * @param limits `longestMs`: for one package; `heapMb`: memory of one thread
 */
export function createPackageReaders(limits: { longestMs?: number; heapMb?: number } = {}): PackageReader {
  const { longestMs, heapMb } = { ...DEFAULT_LIMITS, ...limits };
  const pool = new Piscina({
    filename: path.resolve(BUNDLE),
    minThreads: 0,
    maxThreads: MOST_AT_A_TIME,
    idleTimeout: IDLE_MS,
    recordTiming: false,
    resourceLimits: { maxOldGenerationSizeMb: heapMb },
    // Nothing of this process: neither its settings, which hold secrets, nor what loads its own modules.
    env: {},
    execArgv: [],
    argv: [],
  });
  // The time of a package begins when a thread takes it.
  const limit = pLimit(MOST_AT_A_TIME);

  /** @returns what the thread answers, or the problem that ended it */
  function inThread<Answer>(name: string, input: unknown, label: string): Promise<Answer | PackageProblem> {
    return limit(async () => {
      const timeout = AbortSignal.timeout(longestMs);
      try {
        return (await pool.run(input, { name, signal: timeout })) as Answer;
      } catch (error) {
        const sentence = timeout.aborted
          ? `Checking this package was stopped after ${longestMs / 1000} seconds. Look for a file that is very large or nested very deeply.`
          : isOutOfMemory(error)
            ? `Checking this package was stopped because it took more than ${heapMb} MB of memory. Look for a file that is very large.`
            : null;
        if (sentence === null) throw error;
        return { file: `${label}/manifest.yaml`, path: '', code: 'checking_exceeded', sentence };
      }
    });
  }

  return {
    read: async (files, label) => {
      const answer = await inThread<PlainReading>('read', { files, label }, label);
      if ('sentence' in answer) return { read: null, problems: [answer] };
      const { read, problems } = answer;
      return { read: read && { pack: fromPlain(read.package, read.format), format: read.format }, problems };
    },
    checkTogether: async (packages) => {
      const label = packages.at(-1)?.name ?? 'package';
      const answer = await inThread<PackageProblem[]>('checkTogether', packages.map(plainPackage), label);
      return 'sentence' in answer ? [answer] : answer;
    },
    close: () => pool.destroy(),
  };
}

function isOutOfMemory(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY';
}
