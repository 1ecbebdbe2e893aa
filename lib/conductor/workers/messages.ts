import type { MessagePort } from 'node:worker_threads';
import type { LanguageEnd, LanguageTask } from '@/lib/conductor/language/language';
import type { Problem } from '@/lib/errors';
import type { Effects, LoadedPackages, ObjectPackage } from '@/lib/ports/conductor';

/** What a worker is given as it begins. */
export interface WorkerData {
  /** the packages that MuranoPL brings along */
  library: readonly ObjectPackage[];
}

/** A task on its way to a worker. */
export interface WorkerTask {
  task: LanguageTask;
  /** digest of its packages: a worker keeps those of the last few tasks */
  digest: string;
  /** for everything that is said while the task goes on */
  port: MessagePort;
  /** one number, not 0 once the task is to end: it is seen in the middle of any computation */
  stop: Int32Array<SharedArrayBuffer>;
}

/** How a task ended in its worker; errors travel as problems. */
export type WorkerEnd =
  | { ok: true; end: LanguageEnd }
  | { ok: false; problem: Problem }
  /** a fault of ours, for the operators' log */
  | { ok: false; defect: string };

/** What a worker says. */
export type FromWorker =
  /** the task begins; `needsPackages`: its worker does not have them */
  | { kind: 'begun'; needsPackages: boolean }
  /** what was asked for in one go, in order */
  | { kind: 'calls'; calls: EffectCall[] }
  /** the task is over; said on the way of the calls, so that none of them comes after it */
  | { kind: 'ended'; end: WorkerEnd };

/** One effect that is asked for. */
export type EffectCall =
  /** `id`: the answer comes under it; null: nobody waits for one */
  | { id: number | null; effect: PlainEffect; args: unknown[] }
  /** by the ids of calls; null for what was no effect and has ended */
  | { id: number; effect: 'first'; pending: (number | null)[] };

/** Effects whose arguments are plain data. */
export type PlainEffect = Exclude<keyof Effects, 'first'>;

/** What a worker is told. */
export type ToWorker =
  | { kind: 'packages'; packages: LoadedPackages }
  | { kind: 'answer'; id: number; value: unknown }
  | { kind: 'refusal'; id: number; problem: Problem };
