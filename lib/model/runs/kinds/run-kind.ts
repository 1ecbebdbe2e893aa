import type { EnvironmentModel } from '../../environment';
import type { JsonObject } from '../../json';
import type { Operation } from '../operation';
import type { RunTarget } from '../target';

/** What a run was asked for. */
export interface RunRequest {
  target: RunTarget;
  input: JsonObject;
}

/** Another document to make true, so that what a run has made is gone. */
export interface Rollback {
  model: EnvironmentModel;
  operation: Operation;
  /** what it does, and that it is done: sentences for the log */
  begins: string;
  done: string;
}

/** A kind of run: what the rules of runs ask about it, and how its runs are carried out. */
export interface RunKindDefinition {
  /** how the sentences of its log begin: "Deployment finished" */
  noun: string;
  /** what to do to go on with one that ended early */
  again: string;
  /** which of its runs make a version of the environment: all that end, or those that left another document */
  makesVersion: 'always' | 'whenChanged';
  /** what it does while another run holds the environment; see `queue.ts` */
  whenHeld: 'refuse' | 'takeOver';
  /** it begins before other runs of its tenant that wait: people wait for it, or it makes room */
  overtakes?: boolean;
  /** it works on all machines of the environment, or may: none of them may be suspended */
  needsAwake?: boolean;
  /** the document that the programs begin with; the run's own when left out */
  model?(asked: EnvironmentModel): EnvironmentModel;
  /** what the programs of its packages are asked for */
  operation(request: RunRequest): Operation;
  /** whether the environment's stack goes when the programs have come to their end */
  deletesStack?: boolean;
  /** what it answers, by the document as reached; left out, its programs say it */
  result?(request: RunRequest, reached: EnvironmentModel): JsonObject;
  /** how what a run that failed has made is undone; null when it is to stay */
  undo?(request: RunRequest, reached: EnvironmentModel): Rollback | null;
  /** that work for others is left undone is what was asked for, and no reason to call it unfinished */
  mayLeaveOut?: boolean;
  /** of a cancel, what is under way is waited for; of other kinds it is left off */
  cancelWaits?: boolean;
  /** whether an effect that failed fails the run, though no program has reported an error */
  failsWithEffects: boolean;
}
