import { isVetroError } from '@/lib/errors';
import type { AgentCall, AgentCallEnd } from '@/lib/formats/agent-channel/broker';
import { AGENT_EXCHANGE, answersQueue, CALL_MS, CALLS_QUEUE, serverOfKey } from '@/lib/formats/agent-channel/broker';
import { AgentCallSchema } from '@/lib/model/agent-calls';
import type { AgentChannel, IdentifiedAgent } from '@/lib/ports/cloud/server-pool';
import type { Broker, BrokerLog } from './broker';

export interface CallParts {
  broker: Broker;
  channel: Pick<AgentChannel, 'identify'>;
  log: BrokerLog;
}

/** Calls for work stay open: so many agents of one process are heard at the same time. */
const AT_ONCE = 2_000;

/** As HTTP says it; everything else is a fault of the server's, and is asked again. */
const STATUSES: Partial<Record<string, number>> = {
  not_authenticated: 401,
  forbidden: 403,
  not_found: 404,
  conflict: 409,
  invalid_input: 400,
  limit_exceeded: 429,
};

/**
 * Takes the calls of agents from the broker, as the endpoints take them by HTTPS. A call is acknowledged once its end is
 * confirmed by the broker: what a process was at when it died another one does again.
 *
 * @returns ends it; calls that are open are answered first
 */
export function serveAgentCalls({ broker, channel, log }: CallParts): () => Promise<void> {
  const closing = new AbortController();

  async function endOf(routingKey: string, shown: string, body: unknown): Promise<AgentCallEnd> {
    const read = AgentCallSchema.safeParse(body);
    if (!read.success) return { status: 400, code: 'bad_call', detail: 'The call of the agent is not understood.' };
    const agent = await channel.identify(shown);
    if (agent.serverId !== serverOfKey(routingKey)) {
      const detail = 'The server does not know this machine.';
      return { status: 401, code: 'agent_unknown', detail };
    }
    return { status: 200, body: await take(agent, read.data as AgentCall) };
  }

  async function take(agent: IdentifiedAgent, call: AgentCall): Promise<unknown> {
    if (call.kind === 'work') return agent.poll(call.request, closing.signal);
    if (call.kind === 'secrets') return agent.secrets(call.planId, call.request);
    if (call.kind === 'report') await agent.report(call.planId, call.report);
    else if (call.kind === 'answer') await agent.answer(call.planId, call.answer);
    else await agent.renewKey(call.key);
    return null;
  }

  const consumer = broker.connection.createConsumer(
    {
      queue: CALLS_QUEUE,
      queueOptions: { durable: true },
      exchanges: [{ exchange: AGENT_EXCHANGE, type: 'topic', durable: true }],
      queueBindings: [{ queue: CALLS_QUEUE, exchange: AGENT_EXCHANGE, routingKey: '*.call' }],
      qos: { prefetchCount: AT_ONCE },
    },
    async ({ routingKey, correlationId, headers, body }) => {
      const [, shown = ''] = /^Bearer (\S+)$/.exec(String(headers?.authorization ?? '')) ?? [];
      const end = await endOf(routingKey, shown, body).catch((error: unknown) => failureOf(error, log));
      // Where the answer goes is not for the caller to say: to the queue of whom the broker has let send this.
      const envelope = { routingKey: answersQueue(serverOfKey(routingKey)), expiration: String(CALL_MS) };
      await broker.publisher.send({ ...envelope, ...(correlationId ? { correlationId } : {}) }, end);
    },
  );
  consumer.on('error', (err) => log.warn({ err }, 'agents: a call could not be taken from the message broker'));
  return () => {
    closing.abort();
    return consumer.close();
  };
}

function failureOf(error: unknown, log: BrokerLog): AgentCallEnd {
  if (isVetroError(error)) return { status: STATUSES[error.kind] ?? 503, code: error.code, detail: error.sentence };
  log.warn({ err: error }, 'agents: a call failed');
  return { status: 503, code: 'unavailable', detail: 'The server cannot answer at the moment.' };
}
