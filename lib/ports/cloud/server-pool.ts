import type {
  AgentAnswer,
  AgentFacts,
  AgentReport,
  AgentWork,
  PlanSecrets,
  PollRequest,
  SecretsRequest,
} from '@/lib/formats/agent-channel/messages';
import type { ReleaseSignature } from '@/lib/formats/agent-channel/releases';

/**
 * Servers that somebody has already, and on which machines of environments are made: each runs an agent, which has
 * enrolled with a code that an administrator made.
 */
export interface ServerPool {
  /** All servers, and the codes that nobody has used yet and that are still good. */
  list(): Promise<{ servers: ServerView[]; codes: EnrolmentCodeView[] }>;
  /**
   * Makes a code with which one server enrols, once.
   *
   * @returns the code itself too: it is kept as a hash alone, and never shown again
   * @throws not_found `server_pool_not_found`
   */
  createCode(input: NewEnrolmentCode): Promise<EnrolmentCodeView & { code: string }>;
  /** @returns whether there was one */
  revokeCode(id: string): Promise<boolean>;
  /**
   * Makes a code with which a server that is in the pool enrols anew, in place: what its agent had until then is good no
   * more once that has happened.
   *
   * @returns with the name of the server; null: there is no such server
   */
  createRenewal(
    id: string,
    input: Omit<NewEnrolmentCode, 'tags' | 'poolId'>,
  ): Promise<(EnrolmentCodeView & { code: string; name: string }) | null>;
  /**
   * @param change `poolId`: the pool that a free server moves to
   * @returns null: there is no such server
   * @throws conflict `server_name_taken`; not_found `server_pool_not_found`; state_forbids `server_not_free` for one that
   *   is to move while it is a machine, or is cleaned up after one
   */
  change(id: string, change: { name?: string; tags?: string[]; poolId?: string }): Promise<ServerView | null>;
  /**
   * Takes a server out of the pool: its agent is not known any more.
   *
   * @param losesMachine also while a machine of an environment is on it: that is lost, and what it was at has failed
   * @throws state_forbids `server_taken` while a machine of an environment is on it, unless that may be lost
   */
  remove(id: string, losesMachine?: boolean): Promise<ServerView | null>;
  /** the pools that servers are in */
  readonly pools: NamedPools;
  /** The agent that servers get. @throws not_found `agent_not_built` */
  program(): Promise<AgentProgram>;
  /** what agents ask for, each with a proof of its own */
  readonly agents: AgentChannel;
}

export interface AgentProgram {
  text: string;
  /** SHA-256 of it, in hex */
  digest: string;
  /** by whom it was released; each is good */
  signatures: readonly ReleaseSignature[];
}

/** Pools of servers, each open to all tenants or to some. A deployment takes servers of those that are open to its tenant. */
export interface NamedPools {
  /** All of them, by name; one of them is there from the beginning. */
  list(): Promise<NamedPoolView[]>;
  /** @throws conflict `server_pool_name_taken` */
  create(input: NamedPoolSettings): Promise<NamedPoolView>;
  /** What is left out stays. @throws as `create`; not_found `server_pool_not_found` */
  change(id: string, change: Partial<NamedPoolSettings>): Promise<NamedPoolView>;
  /**
   * @returns what it was called
   * @throws not_found `server_pool_not_found`; state_forbids `default_server_pool`, `server_pool_not_empty`
   */
  remove(id: string): Promise<string>;
}

export interface NamedPoolSettings {
  name: string;
  openToAll: boolean;
  /** who may use it where it is not open to all */
  tenantIds: string[];
  /** systems on which plans may have the system's own account, where they say that they need it; Windows has no other */
  systemAccounts: AgentFacts['system'][];
}

export interface NamedPoolView extends NamedPoolSettings {
  id: string;
  /** servers go into it where no other one is named */
  isDefault: boolean;
  servers: number;
  /** of these, also such as are silent */
  free: number;
  createdAt: Date;
}

/** The pool that a server is in. */
export interface PoolName {
  id: string;
  name: string;
}

export interface NewEnrolmentCode {
  /** the pool that the server goes into; left out: the default one */
  poolId?: string;
  /** the server that enrols with it has these */
  tags: string[];
  minutes: number;
  /** id of the administrator */
  createdBy: string;
}

export interface EnrolmentCodeView {
  id: string;
  tags: string[];
  /** where the server goes */
  pool: PoolName;
  createdAt: Date;
  expiresAt: Date;
}

export interface ServerView {
  id: string;
  name: string;
  tags: string[];
  /** null: a machine of OpenStack */
  pool: PoolName | null;
  /** silent: its agent has not been heard of for 45 seconds; cleaning: it is being given back */
  state: 'free' | 'taken' | 'cleaning' | 'silent';
  facts: AgentFacts;
  agentVersion: string;
  /**
   * whether its agent runs the program that this server gives; failed: that one did not come up there; unsigned: it is not
   * signed by the release key that its agent goes by
   */
  agentProgram: 'current' | 'updating' | 'outdated' | 'failed' | 'unsigned';
  enrolledAt: Date;
  lastSeenAt: Date;
  /** the machine that it is */
  machine: { host: string; stack: string; tenantId: string } | null;
  /** another process that has used the identity of its agent, and was refused; contested: so is the server's own */
  secondAgent: { at: string; isContested: boolean } | null;
}

/** The server's side of the channel that agents speak (`lib/formats/agent-channel`). */
export interface AgentChannel {
  /**
   * Takes a server into the pool; or, with a code that was made for a server in it, gives its agent a new identity.
   *
   * @param input `key`: public half of the key pair of the agent, which signs its calls (`proof.ts`)
   * @throws forbidden `enrolment_code_invalid` for a code that is unknown, used or too old
   */
  enrol(input: { code: string; name: string; version: string; facts: AgentFacts; key: string }): Promise<{
    serverId: string;
    /** what it is called here: as it wants, with a number where another server has that name */
    name: string;
    /** public key of what is sent to this agent, PEM */
    verifyKey: string;
  }>;
  /**
   * The agent that has signed a call, or that shows the credential of its enrolment by an earlier release: looked up once
   * for each call. One process of an agent is answered at a time.
   *
   * @param options `seesEnd`: the end of a call that stays open would be noticed
   * @throws not_authenticated `agent_unknown`; conflict `agent_call_late`, `agent_elsewhere`, `agent_superseded`;
   *   forbidden `agent_contested` when two agents use one identity
   */
  identify(shown: string, options?: { seesEnd?: boolean }): Promise<IdentifiedAgent>;
}

/** What an agent may ask for, once it is known. */
export interface IdentifiedAgent {
  /** of the server that it is on */
  readonly serverId: string;
  /**
   * Waits for work, at most some seconds.
   *
   * @throws limit_exceeded `too_many_polls` when one agent asks all the time; not_authenticated `agent_unknown` once its
   *   server is removed
   */
  poll(request: PollRequest, signal: AbortSignal): Promise<AgentWork>;
  /**
   * The secrets of the plan that this process of the agent was given last: once, and within minutes.
   *
   * @throws not_found `plan_not_yours`; conflict `plan_secrets_fetched`, `plan_secrets_late`, `plan_secrets_replaced`,
   *   `plan_over`; invalid_input `bad_key`
   */
  secrets(planId: string, request: SecretsRequest): Promise<PlanSecrets>;
  /**
   * Takes what a plan has come to so far; what was reported before is not taken twice.
   *
   * @throws not_found `plan_not_yours` for a plan that this server was not given
   */
  report(planId: string, report: AgentReport): Promise<void>;
  /** Takes the answer to a plan. The first one counts. @throws as `report` */
  answer(planId: string, answer: AgentAnswer): Promise<void>;
  /** Takes a new key of the agent, in place of the one that has signed this call or of its credential. */
  renewKey(key: string): Promise<void>;
}
