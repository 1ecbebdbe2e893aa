import type { ClassConfigs } from '@/lib/model/class-configs';
import type { EnvironmentModel } from '@/lib/model/environment';
import type { Json } from '@/lib/model/json';
import type { Operation } from '@/lib/model/runs/operation';
import type { Effects, LoadedPackages } from '@/lib/ports/conductor';
import type { Watch } from './processor-time';

export interface LanguageLimits {
  /** how long to wait for an agent when the package says nothing, in milliseconds */
  defaultPlanTimeoutMs: number;
  /** rounds after which a rule set counts as one that never settles */
  maxRounds: number;
  /** how much of the processor one run may take in all, without what it waits for, in milliseconds */
  maxProcessorMs: number;
  /** entries that one list or map of a program of objects may have */
  maxItems: number;
  /** how often an operation of the lifecycle is tried again, and after how many seconds; not at all when left out */
  operationRetries?: OperationRetries;
}

export interface OperationRetries {
  /** -1 for as often as it takes */
  count: number;
  seconds: number;
}

/** What packages are to do: plain data, so that it can travel to where they run. */
export interface LanguageTask {
  operation: Operation;
  model: EnvironmentModel;
  limits: LanguageLimits;
  origin: TaskOrigin;
  /** what operators give to properties of classes; nothing when left out */
  classConfigs?: ClassConfigs | undefined;
}

/** Where a task comes from; a replay is told the same. */
export interface TaskOrigin {
  /** when the deployment began, an ISO instant: languages have no clock */
  startedAt: string;
  /** a text of the deployment's own: whatever a language makes up follows from it */
  seed: string;
  /** of the environment that a rehearsal plays: machines have the names there that they will have in it */
  rehearsed?: string | undefined;
  project: { id: string; name: string };
  user: { id: string; name: string };
}

/** A task where it is carried out. */
export interface LanguageJob extends LanguageTask {
  /** the same object has the same contents for ever: nobody may change it */
  packages: LoadedPackages;
  effects: Effects;
  watch: Watch;
}

/** A language that packages are written in. It decides; whatever it does goes through `effects`. */
export interface Language {
  readonly name: string;
  /** whether packages or model hold anything written in it that has a part in the operation */
  speaks(packages: LoadedPackages, operation: Operation, model: EnvironmentModel): boolean;
  /**
   * Must ask for the same effects in the same order whenever it is run with the same answers: a replay
   * depends on it.
   *
   * @throws VetroError (language) naming file and line; (language) `program_failed` when the program itself throws
   */
  run(job: LanguageJob): Promise<LanguageEnd>;
}

export interface LanguageEnd {
  /** the model as it is afterwards */
  model: EnvironmentModel;
  /** whether work was left undone because of a cancel */
  cancelled: boolean;
  /** set when there is more to do on units that the operation left out */
  leftOut?: true;
  /** what an action returned; absent where nothing was called, or a cancel came first */
  result?: Json;
}

/** Runs every language the packages speak, one after the other, each on the model the last one left. */
export async function runLanguages(languages: readonly Language[], job: LanguageJob): Promise<LanguageEnd> {
  let last: LanguageEnd = { model: job.model, cancelled: false };
  for (const language of languages) {
    if (!language.speaks(job.packages, job.operation, last.model)) continue;
    last = { ...last, ...(await language.run({ ...job, model: last.model })) };
    if (last.cancelled) break;
  }
  return last;
}
