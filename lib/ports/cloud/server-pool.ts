import type {
  AgentAnswer,
  AgentFacts,
  AgentReport,
  AgentWork,
  PollRequest,
} from '@/lib/formats/agent-channel/messages';

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
   */
  createCode(input: NewEnrolmentCode): Promise<EnrolmentCodeView & { code: string }>;
  /** @returns whether there was one */
  revokeCode(id: string): Promise<boolean>;
  /** @returns null: there is no such server */
  change(id: string, change: { name?: string; tags?: string[] }): Promise<ServerView | null>;
  /**
   * Takes a server out of the pool: its agent is not known any more.
   *
   * @throws state_forbids `server_taken` while a machine of an environment is on it
   */
  remove(id: string): Promise<ServerView | null>;
  /** The agent that servers get. @throws not_found `agent_not_built` */
  program(): Promise<AgentProgram>;
  /** what agents ask for, each with the credential that enrolling gave it */
  readonly agents: AgentChannel;
}

export interface AgentProgram {
  text: string;
  /** SHA-256 of it, in hex */
  digest: string;
}

export interface NewEnrolmentCode {
  /** the server that enrols with it has these */
  tags: string[];
  minutes: number;
  /** id of the administrator */
  createdBy: string;
}

export interface EnrolmentCodeView {
  id: string;
  tags: string[];
  createdAt: Date;
  expiresAt: Date;
}

export interface ServerView {
  id: string;
  name: string;
  tags: string[];
  /** silent: its agent has not been heard of for a minute; cleaning: it is being given back */
  state: 'free' | 'taken' | 'cleaning' | 'silent';
  facts: AgentFacts;
  agentVersion: string;
  /** whether its agent runs the program that this server gives; failed: that one did not come up there */
  agentProgram: 'current' | 'updating' | 'outdated' | 'failed';
  enrolledAt: Date;
  lastSeenAt: Date;
  /** the machine that it is */
  machine: { host: string; stack: string; tenantId: string } | null;
}

/** The server's side of the channel that agents speak (`lib/formats/agent-channel`). */
export interface AgentChannel {
  /**
   * Takes a server into the pool.
   *
   * @throws forbidden `enrolment_code_invalid` for a code that is unknown, used or too old
   */
  enrol(input: { code: string; name: string; version: string; facts: AgentFacts }): Promise<{
    serverId: string;
    credential: string;
    /** public key of what is sent to this agent, PEM */
    verifyKey: string;
  }>;
  /**
   * Waits for work, at most some seconds.
   *
   * @throws not_authenticated `agent_unknown`
   */
  poll(credential: string, request: PollRequest, signal: AbortSignal): Promise<AgentWork>;
  /**
   * Takes what a plan has come to so far; what was reported before is not taken twice.
   *
   * @throws not_found `plan_not_yours` for a plan that this server was not given
   */
  report(credential: string, planId: string, report: AgentReport): Promise<void>;
  /** Takes the answer to a plan. The first one counts. @throws as `report` */
  answer(credential: string, planId: string, answer: AgentAnswer): Promise<void>;
}
