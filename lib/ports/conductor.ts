import type { Problem } from '@/lib/errors';
import type { ExecutionPlan, PlanResult } from '@/lib/formats/execution-plan/plan';
import type { ServiceBlueprints } from '@/lib/model/blueprints/service-blueprint';
import type { ClassConfigs } from '@/lib/model/class-configs';
import type { EnvironmentModel } from '@/lib/model/environment';
import type { NewEvent } from '@/lib/model/event';
import type { GuideStep } from '@/lib/model/guide';
import type { Json, JsonObject } from '@/lib/model/json';
import type { UnitTypes } from '@/lib/model/operations/declared';
import type { PackageLock } from '@/lib/model/package-lock';
import type { NamingPackage } from '@/lib/model/package-names';
import type { PackageResources } from '@/lib/model/package-resources';
import type { CancelMode } from '@/lib/model/runs/cancel-mode';
import type { RunKind } from '@/lib/model/runs/kinds';
import type { RunTarget } from '@/lib/model/runs/target';
import type { ServiceType } from '@/lib/model/service-type';
import type { RunOutcome } from '@/lib/model/states';
import type { StepKind, StepTime } from '@/lib/model/step-estimate';
import type { NetworkView, StackAction } from './cloud/cloud';
import type { StackState } from './stack-ledger';

/**
 * What the conductor needs of the world. Languages decide, effects act: whatever language a package is
 * written in, everything it can do to the world goes through `Effects`. That one port makes the
 * languages pure, the conductor durable, previews possible and the clouds interchangeable.
 */

export type { NetworkView } from './cloud/cloud';
export type { StackState } from './stack-ledger';

/** A whole desired stack. Sealed secrets stay sealed; the driver opens them at its wire. */
export interface StackUpdate {
  /** a HOT template: heat_template_version, parameters, resources, outputs */
  template: JsonObject;
  parameters: JsonObject;
  /** names of the templates this update was asked with, in order, for people */
  templates?: string[];
  /** a further stack of the environment, by a name of its own; absent: the environment's stack */
  stack?: string;
}

/**
 * Judges what a run asks its cloud for. Rules were asked about its document before it began; servers that a program makes
 * by itself stand in no document.
 */
export interface StackRules {
  /**
   * @param model the document as the run has reached it
   * @returns why the stack may not be made; null: it may
   * @throws what asking the cloud, the catalog or the database throws
   */
  refusal(
    run: Pick<RunRecord, 'id' | 'kind' | 'environmentId' | 'tenantId' | 'tenantName' | 'user'>,
    model: EnvironmentModel,
    stack: Pick<StackUpdate, 'template' | 'parameters'>,
  ): Promise<Problem | null>;
}

export type StackOutcome =
  | { ok: true; outputs: JsonObject }
  /** `message` names the resource and gives the cloud's own reason; `effectId` as in `PlanOutcome` */
  | { ok: false; message: string; problem: Problem; at?: string; effectId?: string };

export interface PlanRequest {
  serviceId: string;
  unitId: string;
  /** host name of the unit's machine, for people */
  host: string;
  /** the template's name, for people and events: "CreatePrimaryDC" */
  name: string;
  /** the plan with scripts already in base64 */
  plan: ExecutionPlan;
  /** full name of the package whose plan it is; absent where a program made it */
  package?: string;
  /** how long to wait for the answer, in milliseconds; every wait is bounded */
  timeoutMs: number;
  /**
   * for whoever plays a run through: plans of the same round wait for none of each other. Left out by programs, which ask
   * for all that goes side by side in one go
   */
  round?: number;
  /** a machine that is switched off is switched on first, where the cloud can do that */
  switchesOn?: boolean;
  /** it only looks: that a machine is switched off is its answer, where the cloud can tell, and nobody waits for it */
  readsOnly?: boolean;
}

/**
 * `at`: when it ended, an ISO instant, for error variables; languages have no clock. `effectId`: the effect under which
 * the run tells of it; an error that a program raises because of it carries it in its details.
 */
export type PlanOutcome =
  | { answered: true; result: PlanResult; at?: string; effectId?: string }
  | { answered: false; problem: Problem; at?: string; effectId?: string };

/** What is suspended or resumed: one machine, or everything that the environment's stacks have. */
export interface SuspensionRequest {
  action: StackAction;
  /** absent: all stacks of the environment, with the software that they put on machines */
  machine?: { serviceId: string; unitId: string /** for people */; host: string };
  /** as in `PlanRequest` */
  round?: number;
}

/** How it ended; `at` and `effectId` as in `PlanOutcome`. */
export type SuspensionOutcome =
  | { ok: true; at?: string }
  | { ok: false; problem: Problem; at?: string; effectId?: string };

export interface ReportRequest {
  entity: 'environment' | 'service' | 'unit';
  id: string;
  level: 'debug' | 'info' | 'warning' | 'error';
  text: string;
  details?: string;
}

/**
 * Everything a language can do to the world. Durable: an effect that was recorded is never performed
 * again; call effects that run in parallel in one tick and in an order that a replay repeats.
 *
 * An effect that a cancel cut short answers with a problem of kind `cancelled`: it neither succeeded
 * nor failed, so neither the success nor the failure block is for it.
 */
export interface Effects {
  updateStack(update: StackUpdate): Promise<StackOutcome>;
  /** @param stack as in `StackUpdate`: absent, the environment's own */
  deleteStack(stack?: string): Promise<StackOutcome>;
  /** Looks at a stack; null when there is none of that name. */
  readStack(stack?: string): Promise<StackState | null>;
  /** Looks at the networks that there are now. */
  networks(): Promise<NetworkView>;
  executePlan(request: PlanRequest): Promise<PlanOutcome>;
  /** Suspends or resumes machines; those that are so already stay so. */
  suspension(request: SuspensionRequest): Promise<SuspensionOutcome>;
  report(report: ReportRequest): Promise<void>;
  /**
   * Says that the program has dealt with an effect that failed: it goes on, and that failure is no reason for the run's end.
   *
   * @param effectId as in the outcome
   */
  failureHandled(effectId: string): Promise<void>;
  /**
   * Takes the model as reached so far, so that a crash or a cancel keeps what was reached: it is stored
   * before any effect that is asked for afterwards begins.
   */
  saveModel(model: EnvironmentModel): Promise<void>;
  /** resolves true once someone has asked to cancel; languages check it between rounds */
  cancelled(): Promise<boolean>;
  /** Waits as long as a program wants, in milliseconds; a cancel ends the wait. */
  sleep(milliseconds: number): Promise<void>;
  /**
   * Which of several effects under way ended first: a replay hears the same, and so goes on in the same order
   * where a language runs branches side by side.
   *
   * @returns its index
   */
  first(pending: readonly Promise<unknown>[]): Promise<number>;
}

/** Appends to the environment's event log; keyed events are appended once. */
export interface EventSink {
  append(environmentId: string, runId: string | null, events: NewEvent[]): Promise<void>;
}

/** How long things took before, at the usual speed of machines. */
export interface MeasuredTimes {
  /** from when its machine began with it; null for a step that has never run */
  of(step: StepKind): StepTime | null;
  /** how long machines started once they were made; null where no cloud told */
  boot: StepTime | null;
}

export type StepTimes = (steps: readonly StepKind[]) => Promise<MeasuredTimes>;

/** The instant now; languages never see it. */
export interface Clock {
  now(): Date;
}

/** What the conductor loads and stores of a run. Models keep their secrets sealed. */
export interface RunStore {
  /** with the environment's own document, which stays as it is until the run is over */
  load(runId: string): Promise<(RunRecord & { deployed: EnvironmentModel }) | null>;
  /** queued → running, with its event; null when it is already over or unknown */
  begin(runId: string): Promise<RunRecord | null>;
  saveCheckpoint(runId: string, model: EnvironmentModel): Promise<void>;
  /**
   * The end, in one transaction: the model becomes the environment's, a new version when the run changed it (and drafts
   * of the version before are invalid), the session deployed, the last report and `run.finished` appended. Repeating it
   * changes nothing.
   */
  finish(runId: string, end: RunEnd): Promise<void>;
  /** runs that are queued or running, oldest first */
  unfinished(): Promise<string[]>;
  /** Where a run stands; one that is unknown or over has its turn and nothing to cancel. */
  queueStatus(runId: string): Promise<QueueStatus>;
  /** the run that holds an environment now; null when none does */
  runningIn(environmentId: string): Promise<string | null>;
}

/** Notes on runs that outlive the process: which of them takes its process with it. */
export interface RunWatch {
  /**
   * A process begins with the run. If none died with it, the run computes from now on.
   *
   * @param steps how many steps are recorded of it
   * @returns how many processes in a row died while the run computed, without a step recorded in between
   */
  begins(runId: string, steps: number): Promise<number>;
  /** From now on the run computes. */
  computes(runId: string, steps: number): Promise<void>;
  /** From now on the run waits, with so many steps recorded; null: its process ends in order. */
  rests(runId: string, steps: number | null): Promise<void>;
}

export interface QueueStatus {
  /** false while another run holds its environment: see `lib/model/runs/queue.ts` */
  hasTurn: boolean;
  /** whose environment it is; empty for a run that there is not */
  tenantId: string;
  /** null for a run that there is not */
  kind: RunKind | null;
  /** in which way someone has asked for its end; null when nobody did */
  cancel: CancelMode | null;
}

export interface RunRecord {
  id: string;
  kind: RunKind;
  target: RunTarget;
  /** what its kind wants to know */
  input: JsonObject;
  environmentId: string;
  tenantId: string;
  /** the name of the environment's stack */
  stackName: string;
  /** what people call the tenant */
  tenantName?: string;
  /** who asked for it */
  user?: { id: string; name: string };
  /** the environment that it plays, of a rehearsal */
  rehearsed?: string;
  /** what programs make up follows from it, in a preview as in the run; left out, it is the run's own */
  seed?: string;
  /** the document that was asked for, else the environment's own; with the `state` reached before */
  model: EnvironmentModel;
}

export interface RunEnd {
  outcome: RunOutcome;
  model: EnvironmentModel;
  /** whether the run makes a version of the environment */
  changesModel: boolean;
  /** what it answered */
  result?: Json;
  problem?: Problem;
}

export interface ExpectedReply {
  sentAt: Date;
  /** see `AgentMessage` */
  generation: number;
  answered: boolean;
}

/**
 * Answers of agents, kept from their arrival until their deployment is over: a restart between plan
 * and answer loses nothing.
 */
export interface ReplyStore {
  /**
   * Notes that a plan is about to be sent. Asking again for the same plan changes nothing.
   * @returns when it was first sent (the wait's deadline counts from there, restarts or not), the generation of the
   *   run's plans, and whether its answer has come meanwhile
   */
  expect(planId: string, runId: string): Promise<ExpectedReply>;
  /** Keeps the first answer to an expected plan. @returns false when nobody expects it (any more) */
  record(planId: string, result: PlanResult): Promise<boolean>;
  /** The answer to a plan; null while there is none. */
  find(planId: string): Promise<PlanResult | null>;
  /** Drops what a deployment expected, once it is over. */
  forget(runId: string): Promise<void>;
}

/** Short messages between all processes that share the database; one may be missed, none is stored. */
export interface Signals {
  send(name: string, payload: string): Promise<void>;
  /** @returns a function that ends the subscription */
  on(name: string, handler: (payload: string) => void): () => void;
  /** Called when signals may have been missed. @returns a function that ends the subscription */
  onReconnected(handler: () => void): () => void;
}

/** Which processes that run deployments are alive. */
export interface ExecutorLease {
  /** Takes a lease that ends with this process, however it ends. @returns the executor's id */
  acquire(): Promise<string>;
  /** the executors that hold a lease now, this one included, each with its last sign of life: it changes while one goes on */
  living(): Promise<Map<string, string>>;
  /**
   * Takes the lease from an executor that hangs, and everything with it: what it still writes is refused.
   *
   * @param lastSign its last sign of life: one that has given another keeps its lease
   * @returns whether it lost it
   */
  fence(executorId: string, lastSign: string): Promise<boolean>;
  /** Runs `work` while no other process runs work of its own this way. */
  exclusively<T>(work: () => Promise<T>): Promise<T>;
  release(): Promise<void>;
}

/** Where the packages of an environment come from: texts only, languages parse them. */
export interface PackageSource {
  /** the version of everything that the services of a model need: what the model is locked to already, else the newest */
  lock(tenantId: string, model: EnvironmentModel): Promise<PackageLock>;
  /**
   * What a lock names, in the order workflows run. The same lock has the same answer, not a copy of it: nobody may
   * change it.
   *
   * @throws not_found `package_content_not_found`, invalid_input `package_unreadable`
   */
  resolve(lock: PackageLock): Promise<LoadedPackages>;
  /** What operators give to properties of classes, for the runs of a tenant, secrets sealed; absent: nothing. */
  classConfigs?(tenantId: string): Promise<ClassConfigs>;
}

/** A package written in MuranoPL: its files by their paths. */
export interface ObjectPackage {
  name: string;
  version: string;
  /** texts; base64 where `binary` names the path */
  files: Record<string, string>;
  binary: string[];
}

export interface LoadedPackages {
  /** tells the contents of all of them: what is compiled of them is kept under it */
  digest: string;
  /** in the order they run; `package`: the full name of whose it is */
  workflows: { file: string; xml: string; package: string }[];
  /** what each package has under names */
  resources: readonly (PackageResources & NamingPackage)[];
  /** packages of classes, without the core library */
  objects?: ObjectPackage[];
  /** what packages say of their steps, in English, by the names of their plans; `stack.update` and `stack.delete` */
  steps?: Record<string, GuideStep>;
  /** what may be done with the machines of their services */
  unitTypes?: UnitTypes;
  /** the topologies that their services are */
  blueprints?: ServiceBlueprints;
  /** the types of services that they describe: how services relate */
  serviceTypes?: readonly ServiceType[];
}
