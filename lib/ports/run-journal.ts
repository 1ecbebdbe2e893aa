/**
 * Where durable runs keep their steps: what was recorded of a run outlives its process, and another one goes on from
 * there. `lib/conductor/runtime/testing/journal-contract.ts` is the suite that every journal passes.
 */
export interface RunJournal {
  /** Opens the journal for this process: from now on it carries runs out. One at a time per process. */
  open(options: JournalOptions): Promise<DurableRuns>;
}

export interface JournalOptions {
  executorId: string;
  /** carries a run out; called again with the same id, here or in another process, until it has once come to its end */
  run: (runId: string, steps: RecordedSteps) => Promise<void>;
  log: JournalLog;
}

/** The few words of the operators' log that a journal uses. */
export interface JournalLog {
  debug(details: object, message: string): void;
  warn(details: object, message: string): void;
}

/** The steps of one run, as its program goes through them. */
export interface RecordedSteps {
  /** how many are recorded */
  count(): Promise<number>;
  /**
   * Performs `work` once and records its value, which must be plain JSON; a replay takes the record instead. Steps are
   * numbered in the order of these calls, so calls must come in the same order in every replay.
   *
   * @param name recorded with the number
   * @throws JournalDivergence when another name is recorded under the number
   * @throws OwnershipLost when the run is another process's by now: nothing was recorded
   */
  perform<T>(name: string, work: () => Promise<T>): Promise<T>;
}

/** The durable runs of a process: each has the id of the run that it carries out. */
export interface DurableRuns {
  /** Starts a run unless it was ever started, here or elsewhere. */
  start(runId: string): Promise<void>;
  /** Who has what; a run that was never started is missing. */
  owners(runIds: string[]): Promise<Map<string, RunOwner>>;
  /** Hands runs of dead processes to living ones. */
  handOver(runIds: string[]): Promise<void>;
  /** Forgets the records of runs that ended before a date. @returns how many */
  forget(before: Date): Promise<number>;
  /** Ends here without waiting for runs under way: a later process goes on with them. */
  shutdown(): Promise<void>;
}

export interface RunOwner {
  /** handed over, and taken by nobody yet */
  waiting: boolean;
  /** its program came to its end */
  over: boolean;
  executorId: string;
}

/** A replay did not do what was recorded. */
export class JournalDivergence extends Error {}

/** A run is another process's by now. */
export class OwnershipLost extends Error {}
