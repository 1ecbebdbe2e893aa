import { fromProblem, isVetroError, type Problem, toProblem } from '@/lib/errors';
import { OwnershipLost, type RecordedSteps } from '@/lib/ports/run-journal';
import type { CrashPoints } from './crash-points';
import type { RunControl } from './run-control';

/** One recorded step while it is performed. */
export interface Step {
  /** counted from 1 within the deployment, the same in every replay */
  number: number;
  /** idempotency key: `<deployment id>-<number>` */
  id: string;
}

export interface Steps {
  /**
   * Performs `work` once and records what came of it; a replay takes the record instead. Steps are
   * numbered in the order of these calls, so calls must come in the same order in every replay.
   *
   * @param name recorded with the number: a replay that arrives here with another name has diverged
   * @param work its result must be plain JSON; a thrown error is recorded as a problem
   * @throws VetroError what `work` threw, now or when it was recorded
   */
  run<T>(name: string, work: (step: Step) => Promise<T>): Promise<T>;
  /** whether all that was recorded before this process began is behind: what comes now happens for the first time */
  isLive(): boolean;
  /** whether the steps recorded so far have seen a request to cancel: the same in every replay */
  cancelSeen(): boolean;
  /** tells the crash points about work that needs no record because repeating it changes nothing */
  unrecorded(work: () => Promise<void>): Promise<void>;
}

type Recorded<T> = { cancelSeen: boolean } & ({ ok: true; value: T } | { ok: false; problem: Problem });

export interface StepsOptions {
  journal: Pick<RecordedSteps, 'perform'>;
  /** how many steps an earlier process recorded */
  recorded: number;
  control: RunControl;
  crashPoints: CrashPoints;
  /** awaited before a step but the first is performed, not when it is replayed; told how many are recorded */
  rest: (recorded: number) => Promise<void>;
  /** awaited with it: what was reached before is stored by then */
  prepare: () => Promise<void>;
  /** awaited before a step is recorded: what it told the event log must not be lost with a crash */
  flush: () => Promise<void>;
  /** told of every error that is not ours, before it becomes a problem without words */
  onDefect: (error: unknown) => void;
}

/** Makes the steps of one run of a deployment. */
export function createSteps({
  journal,
  recorded: before,
  control,
  crashPoints,
  rest,
  prepare,
  flush,
  onDefect,
}: StepsOptions): Steps {
  let count = 0;
  let recordedNow = before;
  let cancelSeen = false;

  async function makeReady(step: Step): Promise<void> {
    const death = crashPoints('before', step.number);
    if (death) await death;
    await Promise.all([step.number > 1 ? rest(recordedNow) : null, prepare()]);
  }

  async function perform<T>(
    step: Step,
    ready: Promise<void> | null,
    work: (step: Step) => Promise<T>,
  ): Promise<Recorded<T>> {
    let outcome: { ok: true; value: T } | { ok: false; problem: Problem };
    try {
      await (ready ?? makeReady(step));
      const death = crashPoints('stored', step.number);
      if (death) await death;
      const value = await work(step);
      await flush();
      outcome = { ok: true, value };
    } catch (error) {
      if (!isVetroError(error)) onDefect(error);
      outcome = { ok: false, problem: toProblem(error) };
    }
    const death = crashPoints('performed', step.number);
    if (death) await death;
    recordedNow += 1;
    return { ...outcome, cancelSeen: control.cancelSignal.aborted };
  }

  return {
    run: async (name, work) => {
      count += 1;
      const step: Step = { number: count, id: `${control.runId}-${count}` };
      // What comes for the first time is made ready while the runtime looks for a record of it.
      const ready = count > before ? makeReady(step) : null;
      ready?.catch(() => undefined);
      const performed = () => control.whileRunning(perform(step, ready, work));
      const recorded = await journal.perform(name, performed).catch((error) => {
        // Ownership went to another process: this run must not decide anything any more.
        if (error instanceof OwnershipLost) control.abandon(error);
        return control.whileRunning(Promise.reject(error));
      });
      const death = crashPoints('recorded', step.number);
      if (death) await death;
      cancelSeen ||= recorded.cancelSeen;
      if (recorded.ok) return recorded.value;
      throw fromProblem(recorded.problem);
    },
    isLive: () => count >= before,
    cancelSeen: () => cancelSeen,
    unrecorded: async (work) => {
      count += 1;
      const early = crashPoints('before', count);
      if (early) await early;
      await control.whileRunning(work());
      const late = crashPoints('performed', count);
      if (late) await late;
    },
  };
}
