import { createPublicKey, verify } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { type AgentCall, CALL_MS } from '@/lib/formats/agent-channel/broker';
import {
  type AgentAnswer,
  type AgentFacts,
  type AgentReport,
  type AgentWork,
  type Order,
  type PollRequest,
  type SignedPlan,
  signedText,
} from '@/lib/formats/agent-channel/messages';
import { brokerTransport } from './broker';
import type { AgentIdentity } from './settings';
import { Refused, type Transport } from './transport';

/** The agent's program as the server gives it. */
export async function downloadProgram(server: string): Promise<string> {
  const response = await fetch(`${server}/v1/agents/vetro-agent.mjs`, { signal: AbortSignal.timeout(CALL_MS) });
  if (!response.ok)
    throw new Refused(response.status, 'agent_program', `The program of the agent: status ${response.status}.`);
  return response.text();
}

/** How an agent talks to its server. Each call is tried until it is answered. */
export interface Client {
  poll(request: PollRequest): Promise<AgentWork>;
  report(planId: string, report: AgentReport): Promise<void>;
  answer(planId: string, answer: AgentAnswer): Promise<void>;
}

const FIRST_RETRY_MS = 500;
const LAST_RETRY_MS = 20_000;

/**
 * Sends what a new agent shows to its server.
 *
 * @throws Refused when the code is not good any more
 */
export function enrol(
  server: string,
  input: { code: string; name: string; version: string; facts: AgentFacts },
): Promise<{ server_id: string; name: string; credential: string; verify_key: string }> {
  return call(`${server}/v1/agents/enrolment`, input, {});
}

/** An agent's client: by a broker where its settings name one, else by HTTPS. */
export function createClient(identity: AgentIdentity, say: (text: string) => void): Client {
  const take = identity.broker ? brokerTransport(identity.broker, identity, say) : httpsTransport(identity);

  async function send<Answer>(asked: AgentCall): Promise<Answer> {
    for (let waitMs = FIRST_RETRY_MS; ; waitMs = Math.min(waitMs * 2, LAST_RETRY_MS)) {
      try {
        return await take<Answer>(asked);
      } catch (error) {
        const isLasting = error instanceof Refused && error.status < 500 && error.status !== 429;
        if (isLasting) throw error;
        say(`The server does not answer (${error instanceof Error ? error.message : String(error)}); trying again.`);
        // Many agents lose one server at the same time: they do not come back at the same time.
        await pause(waitMs * (0.5 + Math.random()));
      }
    }
  }

  return {
    poll: (request) => send({ kind: 'work', request }),
    report: (planId, report) => send({ kind: 'report', planId, report }),
    answer: (planId, answer) => send({ kind: 'answer', planId, answer }),
  };
}

function httpsTransport({ server, credential }: AgentIdentity): Transport {
  const headers = { authorization: `Bearer ${credential}` };
  const post = <Answer>(path: string, body: object) => call<Answer>(`${server}/v1/agents/${path}`, body, headers);
  return (asked) => {
    if (asked.kind === 'work') return post('work', asked.request);
    const plan = `plans/${encodeURIComponent(asked.planId)}`;
    return asked.kind === 'report' ? post(`${plan}/reports`, asked.report) : post(`${plan}/answer`, asked.answer);
  };
}

async function call<Answer>(url: string, body: object, headers: Record<string, string>): Promise<Answer> {
  const response = await fetch(url, {
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/json' },
    body: JSON.stringify(body),
    signal: AbortSignal.timeout(CALL_MS),
  });
  const text = await response.text();
  if (response.ok) return (text === '' ? undefined : JSON.parse(text)) as Answer;
  const problem = readProblem(text);
  throw new Refused(response.status, problem.code ?? '', problem.detail ?? `status ${response.status}`);
}

function readProblem(text: string): { code?: string; detail?: string } {
  try {
    return JSON.parse(text) as { code?: string; detail?: string };
  } catch {
    return {};
  }
}

/**
 * Opens a plan.
 *
 * @returns null when it was not signed for this agent
 */
export function openPlan({ serverId, verifyKey }: AgentIdentity, plan: SignedPlan): Order | null {
  const signature = Buffer.from(plan.signature, 'base64');
  if (!verify(null, signedText(serverId, plan), createPublicKey(verifyKey), signature)) return null;
  return JSON.parse(plan.body) as Order;
}
