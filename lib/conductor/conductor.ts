import type { CancelMode } from '@/lib/model/runs/cancel-mode';
import type { Cloud } from '@/lib/ports/cloud/cloud';
import type {
  Clock,
  EventSink,
  ExecutorLease,
  PackageSource,
  ReplyStore,
  RunStore,
  RunWatch,
  Signals,
  StackRules,
  StepTimes,
} from '@/lib/ports/conductor';
import type { RunJournal } from '@/lib/ports/run-journal';
import type { StackLedger } from '@/lib/ports/stack-ledger';
import type { LanguageHost } from './language/language-host';
import type { Prediction, PreviewJob } from './preview/prediction';
import type { CrashPlaces } from './runtime/crash-points';

/** Signalled to every process with the id of a run that is over, once all that it did is stored. */
export const RUN_OVER_SIGNAL = 'deployment-finished';

/** Everything the conductor needs of the world, handed in by the container. */
export interface ConductorPorts {
  journal: RunJournal;
  store: RunStore;
  runWatch: RunWatch;
  replies: ReplyStore;
  stackLedger: StackLedger;
  signals: Signals;
  lease: ExecutorLease;
  events: EventSink;
  packages: PackageSource;
  /** where the programs of packages run; whoever made it closes it */
  languages: LanguageHost;
  cloud: Cloud;
  clock: Clock;
  /** absent where no rules are kept */
  stackRules?: StackRules;
  /** what was measured of earlier deployments; absent where nothing is */
  stepTimes?: StepTimes;
  log: ConductorLog;
}

/** The few words of the operators' log that the conductor uses; pino has them. */
export interface ConductorLog {
  debug(details: object, message: string): void;
  info(details: object, message: string): void;
  warn(details: object, message: string): void;
  error(details: object, message: string): void;
}

export interface ConductorOptions {
  /** runs carried out at a time by this process */
  maxRuns?: number;
  /** how many of them may be of one tenant; all when left out */
  maxRunsOfTenant?: number;
  /** how long to wait for an agent when a package says nothing, in milliseconds */
  defaultPlanTimeoutMs?: number;
  /** no agent is waited for longer, whatever a package says, in milliseconds */
  maxPlanTimeoutMs?: number;
  /** rounds after which a rule set counts as one that never settles */
  maxRounds?: number;
  /** how much of the processor one deployment may take for its packages' programs, in milliseconds */
  maxProcessorMs?: number;
  /** entries that one list or map of a program of objects may have; 2,000 when left out, as the original's */
  maxItems?: number;
  /** how often an operation of the lifecycle is tried again, and after how many seconds; not at all when left out */
  operationRetries?: { count: number; seconds: number };
  /** wait before a call of the cloud is tried again, in milliseconds; doubles each time */
  retryDelayMs?: number;
  /** how often to look for what dead processes left, in milliseconds */
  recoveryIntervalMs?: number;
  /** how long another process may show no life before its runs are taken over, in milliseconds; 0: as long as it likes */
  hangMs?: number;
  /** for the kill test: where to die */
  crashAt?: CrashPlaces;
  /** what happens there: the process kills itself when left out; runs go on afterwards where it says so */
  crash?: () => 'dies' | 'goes on';
}

/** How the conductor of this process is. */
export interface ConductorState {
  /** started and not stopped */
  working: boolean;
  /** deployments that this process carries out now */
  running: number;
  /** when it last looked for what dead processes left; null: never, or the database did not answer */
  lastLook: Date | null;
}

/** Carries deployments out, durably: a killed process or a dead replica loses nothing. */
export interface Conductor {
  /** Goes on with what was unfinished. Agents' answers are taken from the moment the conductor is made. */
  start(): Promise<void>;
  /**
   * Starts a deployment whose row is committed. Only a nudge: one that is missed is found by `start` or
   * by the recovery of any replica. Submitting twice changes nothing.
   */
  submit(runId: string): Promise<void>;
  /**
   * Tells whoever runs the deployment, in this process or another, that its row asks for its end in that way
   * (`cancelled_by` and `cancel_mode` are set before). What was reached is kept. A run that is killed is over when this
   * resolves, also when no process that has it answers.
   */
  cancel(runId: string, mode?: CancelMode): Promise<void>;
  /**
   * What a deployment would do, without doing any of it.
   *
   * @throws VetroError when packages or cloud cannot be asked
   */
  preview(job: PreviewJob): Promise<Prediction>;
  state(): ConductorState;
  /** Stops without ending deployments: the next process goes on with them. */
  stop(): Promise<void>;
}
