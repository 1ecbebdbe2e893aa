import type { AgentAnswer, AgentReport, PollRequest, SecretsRequest } from './messages';

/** How agents and their server tell each other the same over a message broker (AMQP 0-9-1) instead of HTTPS. */

/** How an agent reaches its broker. Its login is its own: no other machine has it. */
export interface AgentBroker {
  host: string;
  port: number;
  tls: boolean;
  /** certificates of authorities beside the known ones, in PEM; null: none */
  ca: string | null;
  virtualHost: string;
  user: string;
  password: string;
}

/** What agents send goes to this topic exchange. The broker lets each send under its own server's id alone. */
export const AGENT_EXCHANGE = 'vetro.agents';
/** Where the server reads what agents ask, report and answer. */
export const CALLS_QUEUE = 'vetro.agents.calls';
/** Where the server reads the results of agents of another make. */
export const RESULTS_QUEUE = 'vetro.agents.results';

/** One call of an agent of ours; the answer is an `AgentCallEnd`. */
export type AgentCall =
  | { kind: 'work'; request: PollRequest }
  | { kind: 'secrets'; planId: string; request: SecretsRequest }
  | { kind: 'report'; planId: string; report: AgentReport }
  | { kind: 'answer'; planId: string; answer: AgentAnswer }
  | { kind: 'key'; key: string };

/** How a call ended, as HTTP would say it. */
export interface AgentCallEnd {
  status: number;
  /** what was asked for, where the status is 200 */
  body?: unknown;
  /** why not, in a word and in a sentence */
  code?: string;
  detail?: string;
}

/** So long somebody waits for the end of a call, in milliseconds: longer than the server keeps one open. */
export const CALL_MS = 60_000;

/** The queue that answers to the agent of a server come by. */
export function answersQueue(serverId: string): string {
  return `vetro.agent.${serverId}`;
}

/** The routing key of what the agent of a server asks. */
export function callKey(serverId: string): string {
  return `${serverId}.call`;
}

/** The routing key of results of an agent of another make. */
export function resultKey(serverId: string): string {
  return `${serverId}.result`;
}

/** Whose a routing key is. */
export function serverOfKey(key: string): string {
  return key.split('.', 1)[0] ?? '';
}
