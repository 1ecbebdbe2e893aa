import { setTimeout as pause } from 'node:timers/promises';
import { type AgentCall, CALL_MS } from '@/lib/formats/agent-channel/broker';
import {
  type AgentAnswer,
  type AgentFacts,
  type AgentReport,
  type AgentWork,
  type Order,
  type PlanSecrets,
  type PollRequest,
  type SecretsRequest,
  type SignedPlan,
  secretsText,
  signedText,
} from '@/lib/formats/agent-channel/messages';
import type { CallTarget } from '@/lib/formats/agent-channel/proof';
import { resolveReferences } from '@/lib/formats/agent-channel/references';
import { createOpeningKey } from '@/lib/formats/agent-channel/sealed-values';
import type { Json } from '@/lib/model/json';
import { brokerTransport } from './broker';
import { serverAddresses } from './channel-settings';
import { isFromServer } from './from-server';
import type { Session } from './session';
import type { AgentIdentity } from './settings';
import { type ProofOf, Refused, type Transport } from './transport';

/** How an agent talks to its server. Each call is tried until it is answered. */
export interface Client {
  poll(request: PollRequest): Promise<AgentWork>;
  /** The secrets of a plan, once for each time that it was given. */
  secrets(planId: string, request: SecretsRequest): Promise<PlanSecrets>;
  report(planId: string, report: AgentReport): Promise<void>;
  answer(planId: string, answer: AgentAnswer): Promise<void>;
  /** Gives the server a new public key of this agent. */
  renewKey(key: string): Promise<void>;
}

const FIRST_RETRY_MS = 500;
const LAST_RETRY_MS = 20_000;
/** Statuses from here on are a fault of the server, or of a proxy that does not reach it. */
const LEAST_SERVER_ERROR = 500;

/**
 * Sends what a new agent shows to its server.
 *
 * @throws Refused when the code is not good any more
 */
export function enrol(
  server: string,
  input: { code: string; name: string; version: string; facts: AgentFacts; key: string },
): Promise<{ server_id: string; name: string; verify_key: string }> {
  return call(`${server}/v1/agents/enrolment`, input, {});
}

/** An agent's client: by a broker where its settings name one, else by HTTPS. */
export function createClient(identity: AgentIdentity, session: Session, say: (text: string) => void): Client {
  const proofOf: ProofOf = (call) =>
    identity.key ? session.proof(identity.key, targetOf(call)) : (identity.credential ?? '');
  const take = identity.broker
    ? brokerTransport(identity.broker, identity, proofOf, say)
    : httpsTransport(identity, proofOf);

  async function send<Answer>(asked: AgentCall): Promise<Answer> {
    for (let waitMs = FIRST_RETRY_MS; ; waitMs = Math.min(waitMs * 2, LAST_RETRY_MS)) {
      try {
        const answer = await take<Answer>(asked);
        session.answered();
        return answer;
      } catch (error) {
        // Two calls at the same moment came the other way round.
        if (error instanceof Refused && error.code === 'agent_call_late') continue;
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
    secrets: (planId, request) => send({ kind: 'secrets', planId, request }),
    report: (planId, report) => send({ kind: 'report', planId, report }),
    answer: (planId, answer) => send({ kind: 'answer', planId, answer }),
    renewKey: (key) => send({ kind: 'key', key }),
  };
}

function targetOf(call: AgentCall): CallTarget {
  if (call.kind === 'secrets') return `secrets ${call.request.key} ${call.planId}`;
  return call.kind === 'work' || call.kind === 'key' ? call.kind : `${call.kind} ${call.planId}`;
}

/** One call goes to one address; after a call that nobody has answered the next one goes to the next. */
function httpsTransport(identity: AgentIdentity, proofOf: ProofOf): Transport {
  let failures = 0;
  return <Answer>(asked: AgentCall) => {
    const headers = { authorization: `Bearer ${proofOf(asked)}` };
    const addresses = serverAddresses(identity);
    const server = addresses[failures % addresses.length];
    const post = async (path: string, body: object) => {
      try {
        return await call<Answer>(`${server}/v1/agents/${path}`, body, headers);
      } catch (error) {
        if (!(error instanceof Refused) || error.status >= LEAST_SERVER_ERROR) failures += 1;
        throw error;
      }
    };
    if (asked.kind === 'work') return post('work', asked.request);
    if (asked.kind === 'key') return post('key', { key: asked.key });
    const plan = `plans/${encodeURIComponent(asked.planId)}`;
    if (asked.kind === 'secrets') return post(`${plan}/secrets`, asked.request);
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

/** The agent's program as the server gives it. @throws whatever the last of its addresses has answered */
export async function downloadProgram(identity: AgentIdentity): Promise<string> {
  let problem: unknown;
  for (const server of serverAddresses(identity)) {
    try {
      const response = await fetch(`${server}/v1/agents/vetro-agent.mjs`, { signal: AbortSignal.timeout(CALL_MS) });
      if (response.ok) return await response.text();
      problem = new Refused(response.status, 'agent_program', `The program of the agent: status ${response.status}.`);
    } catch (error) {
      problem = error;
    }
  }
  throw problem;
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
 * @returns null when it was not signed for this agent, or answers no call of this process: one that was recorded
 */
export function openPlan(identity: AgentIdentity, session: Pick<Session, 'isOwnCall'>, plan: SignedPlan): Order | null {
  const text = signedText(identity.serverId, plan, plan.call ?? null);
  if (!isFromServer(identity, session, text, plan)) return null;
  return JSON.parse(plan.body) as Order;
}

/**
 * Fetches the secrets of a plan and puts them where its references stand. A plan whose secrets were fetched, or not in time,
 * is given anew to who asks for work.
 *
 * @param order as `openPlan` says
 * @throws Refused when the server does not give them; Error in a sentence when what came is not from the server
 */
export async function withSecrets<Opened extends Order>(
  { identity, session, client }: SecretsOf,
  planId: string,
  order: Opened,
): Promise<Opened> {
  const { secrets: grant } = order;
  if (grant === undefined) return order;
  const own = createOpeningKey();
  const sent = await client.secrets(planId, { grant, key: own.publicKey });
  if (!isFromServer(identity, session, secretsText(identity.serverId, planId, sent), sent)) {
    throw new Error('What came as the secrets of the plan is not signed for this server and this call.');
  }
  return resolveReferences(order as unknown as Json, grant, own.open(sent, planId)) as unknown as Opened;
}

interface SecretsOf {
  identity: AgentIdentity;
  session: Pick<Session, 'isOwnCall'>;
  client: Pick<Client, 'secrets'>;
}
