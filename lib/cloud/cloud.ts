import type { ExecutionPlan, PlanResult } from '@/lib/formats/execution-plan/plan';
import type { JsonObject } from '@/lib/model/json';
import type { Offer } from '@/lib/model/service-type';
import type { CloudHealth, Quotas } from './administration';
import type { Clock } from './clock';
import type { Faults } from './faults';

/**
 * What Vetro asks of a cloud: stacks, agents and an offer. Two drivers implement it, `embedded` (real
 * stack engine, simulated Windows machines) and `openstack`; `contract.ts` is the suite both pass.
 *
 * Promises every driver keeps
 * - Asking twice with the same `requestId` (or plan id) is the same operation: a caller that died in
 *   mid-flight asks again and joins it. Nothing is carried out twice.
 * - Operations survive a restart of this process; nothing lives in memory alone.
 * - Every call ends: with its result, with a typed error (`cloud` or `agent` kind, `retryable` honest),
 *   or when its AbortSignal fires.
 * - Secrets arrive sealed. A driver opens them only where it hands them to the other side, and never
 *   stores, logs or returns them in clear.
 */
export interface Cloud {
  readonly name: 'embedded' | 'openstack';
  /** true when machines are simulated; the dashboard says so plainly */
  readonly simulated: boolean;
  readonly stacks: Stacks;
  readonly agents: Agents;
  /** what a tenant may choose from, and its quota */
  offer(scope: CloudScope): Promise<Offer>;
  /** the networks that a tenant can see, as they are now */
  networks(scope: CloudScope): Promise<NetworkView>;
  /**
   * Where a browser reaches what a machine serves at `url` (`http://10.0.0.5/path`), for example a
   * service's `uri`: a path of this product; null when the address is not one of the tenant's. Absent
   * where machines serve their own pages: there the url is its own link.
   */
  linkFor?(scope: CloudScope, url: string): Promise<string | null>;
  /**
   * The page that a simulated machine serves; null when there is no such machine. Absent where
   * machines serve their own pages.
   *
   * @param machineId unguessable physical id, as in the links of `linkFor`
   * @param path below the site's root, without a leading slash
   */
  page?(machineId: string, path: string): Promise<MachinePage | null>;
  /** how long things usually take here, for whoever expects them; absent where nobody knows */
  readonly pace?: Pace;
  /** what can be made to go wrong; only where machines are simulated */
  readonly faults?: Faults;
  /** how fast machines are; only where they are simulated */
  readonly clock?: Clock;
  /** the tenants' shares, where the cloud counts them itself */
  readonly quotas?: Quotas;
  /** how the cloud is now, where it can be told */
  health?(): Promise<CloudHealth>;
  /**
   * Removes the driver's own records of what was over before an instant; absent where it keeps none.
   *
   * @returns how many; one pass is bounded
   */
  prune?(before: Date): Promise<number>;
  /** the cloud's own news, for the event log; at least once, in order per stack, those of one moment together */
  subscribe(handler: (events: CloudEvent[]) => Promise<void>): () => void;
  /** picks up what was under way when the last process ended */
  start(): Promise<void>;
  stop(): Promise<void>;
}

/** How long things usually take on a cloud, in milliseconds; of simulated machines at their usual speed. */
export interface Pace {
  /** from asking for a machine until the cloud has made it */
  machineMs: number;
  /** from then on until its agent answers */
  bootMs: number;
  restartMs: number;
  /** to make, change or remove what is no machine; those that need nothing of each other at the same time */
  resourceMs: number;
  /** @param name of a command of an execution plan */
  commandMs(name: string): number;
}

export interface MachinePage {
  status: 200 | 404 | 502 | 503;
  /** a whole HTML document */
  html: string;
}

export interface CloudScope {
  tenantId: string;
}

export interface Stacks {
  /**
   * Makes the stack be as the template says: creates it, updates it in place or by replacing
   * resources, removes what the template no longer has. Resolves when the operation is over.
   */
  apply(request: StackRequest, signal: AbortSignal): Promise<StackResult>;
  /** Deletes the stack; one that does not exist is already deleted. Resolves when it is gone. */
  delete(request: Omit<StackRequest, 'template' | 'parameters'>, signal: AbortSignal): Promise<StackResult>;
  get(scope: CloudScope, name: string): Promise<StackView | null>;
  list(scope: CloudScope): Promise<StackView[]>;
  /** A stack as it was last asked for, secrets sealed, with its outputs; null when there is none. */
  read(scope: CloudScope, name: string): Promise<StackState | null>;
  /**
   * Takes the stack as it is now, to play operations through on it. Nothing is carried out, however often it is
   * asked.
   */
  dryRun(scope: CloudScope, name: string): Promise<StackDryRun>;
}

/** A stack on which operations are played through, each on what the ones before would leave. */
export interface StackDryRun {
  apply(wanted: Pick<StackRequest, 'template' | 'parameters'>): Promise<StackForecast>;
  delete(): Promise<StackForecast>;
  /** the resources that there are now, before anything is played through, as `unchanged` */
  readonly now: readonly ResourceForecast[];
}

/**
 * What an operation would do: every resource of before and after. Outputs that only the cloud can give, like the
 * address of a machine to come, are phrases in ‹ ›. Or what the cloud would refuse; the quota is not looked at.
 */
export type StackForecast =
  | { ok: true; outputs: JsonObject; resources: ResourceForecast[] }
  | Extract<StackResult, { ok: false }>;

export interface ResourceForecast {
  name: string;
  type: string;
  change: 'create' | 'inPlace' | 'replace' | 'remove' | 'unchanged';
  /** names of the properties because of which it changes */
  properties: string[];
  /** what it is made from before and after, as far as known: secrets sealed, phrases as in outputs; null: not there */
  before: JsonObject | null;
  after: JsonObject | null;
}

const MACHINE = 'OS::Nova::Server';

/** Whether a resource is a machine. */
export function isMachine({ type }: Pick<ResourceForecast, 'type'>): boolean {
  return type === MACHINE;
}

export interface StackRequest {
  scope: CloudScope;
  name: string;
  /** idempotency key of this operation */
  requestId: string;
  template: JsonObject;
  parameters: JsonObject;
}

export type StackResult =
  | { ok: true; outputs: JsonObject }
  /** `resource` and `reason` are the cloud's own words */
  | { ok: false; status: string; resource: string | null; resourceType: string | null; reason: string };

export interface StackState {
  template: JsonObject;
  parameters: JsonObject;
  outputs: JsonObject;
}

/** What a tenant sees of the networks; each entry in Neutron's words. */
export interface NetworkView {
  networks: JsonObject[];
  subnets: JsonObject[];
  ports: JsonObject[];
  extensions: JsonObject[];
  /** the router that new networks are connected to; null where there is none */
  defaultRouter: string | null;
  /** the network that a router leads to, by the router's id */
  externalNetworks: Record<string, string>;
  nameServers: string[];
}

export interface StackView {
  id: string;
  name: string;
  /** for example CREATE_COMPLETE */
  status: string;
  reason: string;
  outputs: JsonObject;
  resources: {
    name: string;
    type: string;
    status: string;
    reason: string;
    physicalId: string;
    attributes: JsonObject;
  }[];
}

export interface Agents {
  /**
   * Hands a plan to a machine's agent. Resolves once it is safely in the machine's inbox; the machine
   * need not exist yet.
   */
  send(message: AgentMessage): Promise<void>;
  /** takes an unanswered plan back; one that runs already is left to end */
  withdraw(planId: string): Promise<void>;
  /** results, at least once each; an answer is repeated until the handler has resolved */
  subscribe(handler: (reply: AgentReply) => Promise<void>): () => void;
}

export interface AgentMessage {
  scope: CloudScope;
  /** correlation id, the same whenever the same effect is sent again */
  planId: string;
  /** `e<environment>-<service>-<unit>`, see `agentQueue` */
  queue: string;
  plan: ExecutionPlan;
}

export interface AgentReply {
  planId: string;
  result: PlanResult;
}

/** The name of a unit's inbox: lower-case `e<environment>-<service>-<unit>`, as in Murano v0.2. */
export function agentQueue(environmentId: string, serviceId: string, unitId: string): string {
  return `e${environmentId}-${serviceId}-${unitId}`.toLowerCase();
}

export type CloudEvent =
  | {
      kind: 'resource';
      stack: string;
      tenantId: string;
      resource: string;
      type: string;
      action: string;
      status: string;
      reason: string;
      at: Date;
    }
  | {
      kind: 'machine';
      stack: string;
      tenantId: string;
      host: string;
      queue: string;
      phase: 'booting' | 'ready' | 'rebooting' | 'stopped' | 'failed';
      at: Date;
    }
  | {
      kind: 'command';
      stack: string;
      tenantId: string;
      host: string;
      queue: string;
      planId: string;
      command: string;
      index: number;
      count: number;
      ok: boolean;
      at: Date;
    };
