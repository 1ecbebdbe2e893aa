import type { Operation } from '@/lib/conductor/language/operation';
import type { EnvironmentModel } from '@/lib/model/environment';
import type { Effects, RunRecord } from '@/lib/ports/conductor';

/** A run to be carried out, or only played through. */
export type RunJob = Omit<RunRecord, 'id'>;

/** How the runs of one kind are carried out. */
export interface RunKindRunner {
  /** the document that the programs begin with; the run's own when left out */
  model?(job: RunJob): EnvironmentModel;
  /** what the programs are asked for */
  operation(job: RunJob): Operation;
  /** what is left to do when the programs have come to their end */
  afterPrograms?(effects: Effects, done: { stackDeleted: boolean }): Promise<void>;
  /** whether an effect that failed fails the run, though no program has reported an error */
  failsWithEffects: boolean;
}
