import type { ExecutionPlan, PlanResult } from '@/lib/formats/execution-plan/plan';
import type { CurrentResource, ResourceForecast, ResourceTypeFacts } from '@/lib/formats/hot/plan';
import { isObject, type JsonObject } from '@/lib/model/json';
import type { PackageLock } from '@/lib/model/package-lock';
import type { Offer } from '@/lib/model/service-type';
import type { CloudHealth } from './administration';
import type { Inspection } from './inspection';
import type { Power } from './power';
import type { CloudScope } from './scope';
import type { AgentChannel, ServerPool } from './server-pool';
import type { Simulation } from './simulation';

export type { ResourceForecast } from '@/lib/formats/hot/plan';
export type { CloudScope } from './scope';

/**
 * What Vetro asks of a cloud: stacks, agents and an offer. A driver is one folder in `lib/cloud/` and one line in
 * `lib/cloud/drivers.ts`. `lib/cloud/contract.ts` is the suite that every driver passes.
 *
 * Promises every driver keeps
 * - It remembers nothing on its own that a restart would lose: what was asked for, and how far it was observed, is in
 *   the ledger of whoever calls; what came of it is in the cloud.
 * - Every call ends: with its result, with a typed error (`cloud` or `agent` kind, `retryable` honest),
 *   or when its AbortSignal fires.
 * - Secrets arrive sealed. A driver opens them only where it hands them to the other side, and never
 *   stores, logs or returns them in clear.
 */
export interface Cloud {
  /** the driver's, as the setting VETRO_CLOUD names it */
  readonly name: string;
  /** the regions that environments may be in, the usual one first; absent or empty: there is one, which has no name */
  readonly regions?: readonly string[];
  readonly stacks: StackDriver;
  readonly agents: Agents;
  /** what a tenant may choose from, and its quota */
  offer(scope: CloudScope): Promise<Offer>;
  /** the networks that a tenant can see, as they are now */
  networks(scope: CloudScope): Promise<NetworkView>;
  /** present where machines are simulated; the dashboard says so plainly */
  readonly simulation?: Simulation;
  /** what can be told of single machines, where anything can */
  readonly inspection?: Inspection;
  /** works the switches of single machines, where the cloud lets one */
  readonly power?: Power;
  /** the servers that machines are, where they are servers that somebody has */
  readonly pool?: ServerPool;
  /** the channel of Vetro's own agents, where a cloud makes machines that have them from their first start */
  readonly machineAgents?: Pick<ServerPool, 'program'> & { readonly agents: Omit<AgentChannel, 'enrol'> };
  /** how the cloud is now, where it can be told */
  health?(): Promise<CloudHealth>;
  /**
   * Removes the driver's own records of what was over before an instant; absent where it keeps none.
   *
   * @returns how many; one pass is bounded
   */
  prune?(before: Date): Promise<number>;
  /**
   * What machines report by themselves, for the event log; at least once, in order per machine, those of one moment
   * together.
   */
  subscribe(handler: (events: MachineEvent[]) => Promise<void>): () => void;
  /** picks up what was under way when the last process ended */
  start(): Promise<void>;
  stop(): Promise<void>;
}

/** What an offer says of regions: nothing where there is no choice. */
export function regionsOffered(regions: readonly string[]): Pick<Offer, 'regions'> {
  return regions.length > 1 ? { regions: [...regions] } : {};
}

/** Whether a cloud suspends machines at all: servers that are there anyway are switched by nobody from here. */
export function suspends({ pool }: Pick<Cloud, 'pool'>): boolean {
  return pool === undefined;
}

/**
 * Stacks, as clouds have them. Whoever calls keeps the ledger: an operation has an id of the ledger's, is begun, and is
 * observed until it is over. One operation at a time is begun on a stack.
 */
export interface StackDriver {
  /** members of a group are resources of the stack itself; left out: a group is one resource to whoever looks */
  readonly groupsAreWritten?: boolean;
  /**
   * Hands an operation to the cloud. It may be called again with the same operation, when nobody knows whether the
   * cloud has got it: the driver finds out by what the cloud kept of the first call.
   *
   * @returns what the cloud refuses at once; null: it has the operation now
   * @throws `cloud` error; `retryable` when the same call may succeed later, as while the stack is busy
   */
  begin(operation: StackOperation, signal: AbortSignal): Promise<StackRefusal | null>;
  /**
   * Waits until there is news of an operation, at most some seconds.
   *
   * @param cursor of the last observation; null: from the operation's beginning
   */
  observe(operation: StackOperation, cursor: string | null, signal: AbortSignal): Promise<StackObservation>;
  /**
   * A stack with its resources as they are now; null when there is none.
   *
   * @param last what the stack was last asked to be, for a cloud that shows secrets in clear: without it, what may hold
   *   one is left out
   */
  get(scope: CloudScope, name: string, last?: () => Promise<StackContent | null>): Promise<StackView | null>;
  /** The names of a tenant's stacks. */
  list(scope: CloudScope): Promise<string[]>;
  /** What the cloud would refuse before it touches anything; null when it finds nothing wrong. */
  validate(scope: CloudScope, wanted: StackContent): Promise<StackRefusal | null>;
  /**
   * What new resources need beyond quotas that the offer does not tell of; null when there is enough. Absent where the
   * offer tells all.
   */
  shortage?(scope: CloudScope, created: readonly ResourceForecast[]): Promise<StackRefusal | null>;
  /**
   * The stacks that have software components on a machine which can be suspended and resumed without the rest of the
   * stack. Absent where the cloud tells components of whole stacks alone.
   *
   * @param queue as `agentQueue` names it
   */
  softwareOn?(scope: CloudScope, queue: string): Promise<string[]>;
  /** What the cloud knows of types of resources; one that it does not have is missing. */
  resourceTypes(scope: CloudScope, types: readonly string[]): Promise<ReadonlyMap<string, ResourceTypeFacts>>;
}

/** A HOT template with its parameters; secrets sealed. */
export interface StackContent {
  template: JsonObject;
  parameters: JsonObject;
}

/** One entry of the ledger, as a driver sees it. */
export interface StackOperation {
  /** the ledger's id of this operation: unique, and told to the cloud where it can keep it */
  id: string;
  scope: CloudScope;
  /** name of the stack */
  name: string;
  /**
   * What the stack shall be: it is created, updated in place or by replacing resources, and what the content no longer
   * has is removed. Null: the stack shall be gone; one that does not exist is already.
   */
  content: StackContent | null;
  /** instead: the stack stays what it is, and what it has is suspended or goes on; `content` is null then */
  action?: StackAction;
  /** of an action: only the software components on the machine that reads this inbox; the machine itself stays as it is */
  machine?: string;
}

/** What a stack can be put through without being changed. */
export type StackAction = 'suspend' | 'resume';

export interface StackObservation {
  /** what happened since the cursor, in the order in which it happened */
  events: StackEvent[];
  /** where the next observation goes on */
  cursor: string | null;
  /**
   * How it ended; null while it goes on. `unknown`: the cloud has never got this operation, or has forgotten it
   */
  end: StackResult | 'unknown' | null;
}

/** What the cloud says of one resource of a stack, in its own words. */
export interface StackEvent {
  /** unique in its stack: the same event told twice has the same */
  id: string;
  resource: string;
  type: string;
  /** CREATE, UPDATE, DELETE, SUSPEND, RESUME */
  action: string;
  /** IN_PROGRESS, COMPLETE, FAILED */
  status: string;
  reason: string;
  at: Date;
  /** what of it is done on machines by their agents, where the cloud can tell; none when left out */
  software?: SoftwareStep[];
}

/** One action of a deployment of software on one machine: what its agent was given, and what it has reported. */
export interface SoftwareStep {
  /** of the copy of the config that the agent got: no other action has the same */
  id: string;
  /** what the deployment is called */
  deployment: string;
  /** CREATE, UPDATE, DELETE, SUSPEND, RESUME */
  action: string;
  tool: string;
  host: string;
  /** the inbox of the machine's agent */
  queue: string;
  /** when it was given, ISO 8601 */
  at: string;
  /** null while nothing was reported */
  end: SoftwareEnd | null;
}

/** Secrets in it are sealed. */
export interface SoftwareEnd {
  /** ISO 8601 */
  at: string;
  /** why it counts as failed; null when it does not */
  problem: string | null;
  /** null where nobody waits for a report */
  exitCode: number | null;
  stdout: string;
  stderr: string;
  /** those that the config declares, by name */
  outputs: JsonObject;
}

export type StackResult = { ok: true; outputs: JsonObject } | StackRefusal;

/** Why the cloud did not do something: `resource` and `reason` are its own words. */
export interface StackRefusal {
  ok: false;
  status: string;
  resource: string | null;
  resourceType: string | null;
  reason: string;
}

export interface StackView {
  id: string;
  name: string;
  /** for example CREATE_COMPLETE */
  status: string;
  reason: string;
  outputs: JsonObject;
  resources: StackResource[];
}

export interface StackResource extends CurrentResource {
  /** for example CREATE_COMPLETE */
  status: string;
  reason: string;
  physicalId: string;
}

/** What becomes of each resource of a stack, and its outputs; or what the cloud would refuse. */
export type StackForecast = { ok: true; outputs: JsonObject; resources: ResourceForecast[] } | StackRefusal;

const MACHINE = 'OS::Nova::Server';

/** Whether a resource is a machine. */
export function isMachine({ type }: Pick<ResourceForecast, 'type'>): boolean {
  return type === MACHINE;
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

export interface Agents {
  /**
   * Hands a plan to a machine's agent. Resolves once it is safely in the machine's inbox; the machine
   * need not exist yet. A plan that nobody has begun is not begun any more once it has expired, or once one of a newer
   * generation is in the same inbox: what was given up is taken back by no message, which a queue could lose.
   *
   * @throws cloud `machine_deleted` when its machine was deleted, and there is no other: nobody would answer
   */
  send(message: AgentMessage): Promise<void>;
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
  /** grows from run to run of an environment, and is the same for all plans of one run */
  generation: number;
  /** who sent it waits for the answer until then */
  expiresAt: Date;
  /** the versions of packages that the plan comes from; real machines have no use for them */
  packages?: PackageLock | undefined;
  /** full name of the one of them whose plan it is; as little use to real machines */
  package?: string;
}

export interface AgentReply {
  planId: string;
  result: PlanResult;
}

/** The name of a unit's inbox: lower-case `e<environment>-<service>-<unit>`, as in Murano v0.2. */
export function agentQueue(environmentId: string, serviceId: string, unitId: string): string {
  return `e${environmentId}-${serviceId}-${unitId}`.toLowerCase();
}

/** Of the id of a unit (32), the last ones are the number of a member where a group made it. */
const MEMBER_DIGITS = 4;
/** The inbox of a member of a group: all digits of the unit's id that its template can write, and the member's number. */
const MEMBER_INBOX = /^(.*-[0-9a-f]{28})\.(\d{1,4})$/;

/**
 * The inbox that `metadata.agent_queue` of a server names; empty for one without an agent. A group writes the same for all
 * of its members, but for the number of each (`%index%`, not padded), so that the id of a member's unit is filled up with
 * zeros before its number.
 *
 * @param properties as the cloud or a template has them, `{metadata: {agent_queue}}`
 */
export function inboxOfServer({ metadata }: JsonObject): string {
  const written = isObject(metadata) && typeof metadata.agent_queue === 'string' ? metadata.agent_queue : '';
  const inbox = written.toLowerCase();
  const [, group = '', member = ''] = MEMBER_INBOX.exec(inbox) ?? [];
  return member === '' ? inbox : group + member.padStart(MEMBER_DIGITS, '0');
}

/** What machines report: that they start and stop, what their agents have done, and what programs print meanwhile. */
export type MachineEvent =
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
      /** false: nobody can tell here what it does, so a simulated machine has passed it over */
      executed?: false;
      at: Date;
    }
  | {
      kind: 'output';
      stack: string;
      tenantId: string;
      host: string;
      queue: string;
      planId: string;
      /** number of the line among those of its plan */
      number: number;
      stream: 'stdout' | 'stderr';
      /** without what ends it; secrets sealed */
      line: string;
      at: Date;
    };
