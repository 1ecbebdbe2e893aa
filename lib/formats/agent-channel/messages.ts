import type { ExecutionPlan, PlanAccount, PlanResult, SoftwareConfig } from '@/lib/formats/execution-plan/plan';
import type { SignedSettings } from './channel-settings';
import type { ReleaseSignature } from './releases';
import type { SealedValues } from './sealed-values';

/** The code of the refusal of what an agent sends for a plan that is not its own: its machine may be gone. */
export const PLAN_NOT_YOURS = 'plan_not_yours';

/** What Vetro's own agent and its server tell each other over HTTPS, as JSON. The agent asks, the server answers. */

/** What an agent tells of the server that it runs on. */
export interface AgentFacts {
  system: 'windows' | 'linux';
  /** as people call it: "Debian GNU/Linux 12 (bookworm)" */
  systemTitle: string;
  /** short and without blanks: `debian-12`, `windows-server-2022-standard` */
  systemName: string;
  /** first the one that others reach it by */
  addresses: string[];
  cores: number;
  memoryMb: number;
  diskGb: number;
}

export interface PollRequest {
  version: string;
  /** SHA-256 of the agent's own program, in hex; left out by one that cannot update itself */
  program?: string | undefined;
  /** the program that it was told to change to and that did not come up */
  refused?: string | undefined;
  facts: AgentFacts;
  /** the machine that the agent has prepared its server for; null: for none */
  prepared: string | null;
  /** a machine after which it has cleaned up */
  cleaned: string | null;
  /** it fetches the secrets of a plan by references; left out by agents of earlier releases */
  fetchesSecrets?: boolean | undefined;
  /** the settings that it keeps (`settingsDigest`); left out by agents of earlier releases, which keep none */
  settings?: string | undefined;
  /** the release key that it was given first, and goes by; left out: none */
  releaseKey?: string | undefined;
}

/** What there is to do; nothing of it: ask again. */
export interface AgentWork {
  /** what the agent is to keep from now on */
  settings?: SignedSettings;
  /** the agent is to change to another program */
  update?: SignedUpdate;
  /** after this machine, which the server no longer is, clean up */
  clean?: string;
  /** the server is to be this machine */
  prepare?: { machine: string; host: string };
  plan?: SignedPlan;
}

/** Which program an agent is to change to. It asks for the program itself over the same channel. */
export interface SignedUpdate {
  /** SHA-256 of the program, in hex */
  digest: string;
  /** the call of the agent that it answers, and is good for; left out for an agent without a key of its own */
  call?: string;
  /** Ed25519 over `updateText`, base64 */
  signature: string;
  /** by whom the program was released; left out: nobody has signed it */
  release?: ReleaseSignature[];
}

/** A plan, or software, as it travels. `body` is an `Order` as JSON, and what is signed (`signedText`). */
export interface SignedPlan {
  id: string;
  body: string;
  /** the call of the agent that it answers, as of an update */
  call?: string;
  /** Ed25519, base64 */
  signature: string;
  /** so many lines of its output the server has already */
  linesSeen: number;
}

/** What an agent is to do. */
export type Order = PlanOrder | SoftwareOrder;

interface OrderedWork {
  machine: string;
  /** whose rights it has: a user's that is made for the machine, or the agent's own; a server of an earlier release says nothing */
  account?: PlanAccount;
  /** the grant by which the values are fetched that references stand for in it (`references.ts`); left out: there are none */
  secrets?: string;
}

export interface PlanOrder extends OrderedWork {
  plan: ExecutionPlan;
}

export interface SoftwareOrder extends OrderedWork {
  software: SoftwareConfig;
}

/** What has become of a plan since the last report. */
export interface AgentReport {
  lines: OutputLine[];
  /** commands that are over, in order */
  commands: CommandEnd[];
  /** the server restarts now, and the answer comes after that */
  rebooting?: boolean;
}

export interface OutputLine {
  /** counts from 1 in each plan */
  number: number;
  stream: 'stdout' | 'stderr';
  text: string;
}

export interface CommandEnd {
  command: string;
  index: number;
  count: number;
  ok: boolean;
}

export interface AgentAnswer {
  result: PlanResult;
}

/** What an agent asks for the secrets of a plan with, once. */
export interface SecretsRequest {
  /** as its order says */
  grant: string;
  /** what they are sealed for (`createOpeningKey`); it stands in the proof of the call too */
  key: string;
}

/** The values of the references of a plan. */
export interface PlanSecrets extends SealedValues {
  /** the call of the agent that it answers */
  call: string;
  /** Ed25519 over `secretsText`, base64 */
  signature: string;
}

/**
 * What the signature of a plan is made of: nobody can give a plan for one server to another, or under another id, or
 * again: it answers one call of the agent (`callName`), which waits for it a minute at most.
 *
 * @param serverId of the server that the plan is for
 * @param call null: of an agent that has no key of its own yet
 */
export function signedText(
  serverId: string,
  { id, body }: Pick<SignedPlan, 'id' | 'body'>,
  call: string | null,
): Buffer {
  return Buffer.from(`vetro plan\n${serverId}\n${callLine(call)}${id}\n${body}`, 'utf8');
}

/**
 * What the signature of an update is made of.
 *
 * @param serverId of the server whose agent is to change
 * @param call as of a plan: an update that was recorded is good for nothing
 */
export function updateText(serverId: string, digest: string, call: string | null): Buffer {
  return Buffer.from(`vetro agent\n${serverId}\n${callLine(call)}${digest}`, 'utf8');
}

/**
 * What the signature of the secrets of a plan is made of.
 *
 * @param serverId of the server whose agent has asked
 */
export function secretsText(serverId: string, planId: string, { key, payload, call }: Omit<PlanSecrets, 'signature'>) {
  return Buffer.from(`vetro secrets\n${serverId}\n${callLine(call)}${planId}\n${key}\n${payload}`, 'utf8');
}

function callLine(call: string | null): string {
  return call === null ? '' : `${call}\n`;
}
