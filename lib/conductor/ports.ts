import type { Problem } from '@/lib/errors';
import type { ExecutionPlan, PlanResult } from '@/lib/formats/execution-plan/plan';
import type { EnvironmentModel } from '@/lib/model/environment';
import type { NewEvent } from '@/lib/model/event';
import type { JsonObject } from '@/lib/model/json';

/**
 * What the conductor needs of the world. Languages decide, effects act: whatever language a package is
 * written in, everything it can do to the world goes through `Effects`. That one port makes the
 * languages pure, the conductor durable, previews possible and the clouds interchangeable.
 */

/** A whole desired stack. Sealed secrets stay sealed; the driver opens them at its wire. */
export interface StackUpdate {
  /** a HOT template: heat_template_version, parameters, resources, outputs */
  template: JsonObject;
  parameters: JsonObject;
}

export type StackOutcome =
  | { ok: true; outputs: JsonObject }
  /** `message` names the resource and gives the cloud's own reason */
  | { ok: false; message: string; problem: Problem };

export interface PlanRequest {
  serviceId: string;
  unitId: string;
  /** host name of the unit's machine, for people */
  host: string;
  /** the template's name, for people and events: "CreatePrimaryDC" */
  name: string;
  /** the plan with scripts already in base64 */
  plan: ExecutionPlan;
  /** how long to wait for the answer, in milliseconds; every wait is bounded */
  timeoutMs: number;
}

export type PlanOutcome = { answered: true; result: PlanResult } | { answered: false; problem: Problem };

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
 */
export interface Effects {
  updateStack(update: StackUpdate): Promise<StackOutcome>;
  deleteStack(): Promise<StackOutcome>;
  executePlan(request: PlanRequest): Promise<PlanOutcome>;
  report(report: ReportRequest): Promise<void>;
  /** stores the model as gained so far, so that a crash or a cancel keeps what was reached */
  saveModel(model: EnvironmentModel): Promise<void>;
  /** resolves true once someone has asked to cancel; languages check it between rounds */
  cancelled(): Promise<boolean>;
}

/** Appends to the environment's event log; keyed events are appended once. */
export interface EventSink {
  append(environmentId: string, deploymentId: string | null, events: NewEvent[]): Promise<void>;
}

/** The instant now; languages never see it. */
export interface Clock {
  now(): Date;
}

/** What the conductor loads and stores of a deployment. Models keep their secrets sealed. */
export interface DeploymentStore {
  load(deploymentId: string): Promise<DeploymentRecord | null>;
  /** queued → running; false when it is already over */
  begin(deploymentId: string): Promise<boolean>;
  saveGained(deploymentId: string, model: EnvironmentModel): Promise<void>;
  /**
   * The end, in one transaction: model out becomes the environment's, version + 1, the session deployed,
   * the last report and `deployment.finished` appended. Repeating it changes nothing.
   */
  finish(deploymentId: string, end: DeploymentEnd): Promise<void>;
  /** deployments that were queued or running when this process started */
  unfinished(): Promise<string[]>;
}

export interface DeploymentRecord {
  id: string;
  kind: 'deploy' | 'delete';
  environmentId: string;
  tenantId: string;
  /** the name of the environment's stack */
  stackName: string;
  /** the document to make true, with the `state` gained before */
  model: EnvironmentModel;
}

export interface DeploymentEnd {
  outcome: 'success' | 'failed' | 'cancelled';
  model: EnvironmentModel;
  problem?: Problem;
}

/** Where the packages of an environment come from: texts only, languages parse them. */
export interface PackageSource {
  /** everything the service types of a model need, in the order workflows run */
  forModel(tenantId: string, model: EnvironmentModel): Promise<LoadedPackages>;
}

export interface LoadedPackages {
  workflows: { file: string; xml: string }[];
  /** stack templates by name, already parsed from YAML or JSON */
  stackTemplates: Record<string, JsonObject>;
  /** plan templates by name */
  planTemplates: Record<string, JsonObject>;
  /** PowerShell by file name */
  scripts: Record<string, string>;
}
