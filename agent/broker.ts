import { randomUUID } from 'node:crypto';
import { isIP } from 'node:net';
import { Connection } from 'rabbitmq-client';
import {
  AGENT_EXCHANGE,
  type AgentBroker,
  type AgentCallEnd,
  answersQueue,
  CALL_MS,
  callKey,
} from '@/lib/formats/agent-channel/broker';
import type { AgentIdentity } from './settings';
import { type ProofOf, Refused, type Transport } from './transport';
import { onlyChanges, wordsOf } from './words';

const HEARTBEAT_SECONDS = 20;
/** An agent that has lost its broker tries again at the latest after this, in milliseconds. */
const LONGEST_PAUSE_MS = 15_000;

/**
 * Calls travel by a message broker: each is confirmed by the broker, and its end comes to a queue of this server's own.
 * A connection that is lost is made anew; a call whose end is lost is made again by whoever made it.
 */
export function brokerTransport(
  broker: AgentBroker,
  { serverId }: Pick<AgentIdentity, 'serverId'>,
  proofOf: ProofOf,
  say: (text: string) => void,
): Transport {
  const { host, port, tls, ca, virtualHost, user, password } = broker;
  const connection = new Connection({
    ...{ hostname: host, port, vhost: virtualHost, username: user, password },
    ...{ heartbeat: HEARTBEAT_SECONDS, retryHigh: LONGEST_PAUSE_MS, connectionName: `vetro agent ${serverId}` },
    ...(tls ? { tls: { ...(isIP(host) ? {} : { servername: host }), ...(ca === null ? {} : { ca }) } } : {}),
  });
  const sayOnce = onlyChanges(say);
  connection.on('connection', () => sayOnce(`Connected to the broker ${host}.`));
  connection.on('error', (error) => sayOnce(`The broker does not answer (${wordsOf(error)}).`));

  const waiting = new Map<string, (end: AgentCallEnd) => void>();
  const queue = answersQueue(serverId);
  const answers = connection.createConsumer(
    { queue, queueOptions: { queue, passive: true } },
    ({ correlationId, body }) => {
      // An end that nobody waits for any more belongs to a call that was made again.
      waiting.get(String(correlationId))?.(body as AgentCallEnd);
    },
  );
  answers.on('error', (error) => sayOnce(`The broker does not give this machine its answers (${wordsOf(error)}).`));
  const calls = connection.createPublisher({ confirm: true });

  return async <Answer>(call: Parameters<Transport>[0]) => {
    const id = randomUUID();
    let timer: NodeJS.Timeout | undefined;
    const ended = new Promise<AgentCallEnd>((resolve, reject) => {
      waiting.set(id, resolve);
      timer = setTimeout(() => reject(new Error('nobody has answered in time')), CALL_MS);
    });
    try {
      const envelope = {
        ...{ exchange: AGENT_EXCHANGE, routingKey: callKey(serverId), mandatory: true, durable: true },
        ...{ messageId: id, correlationId: id, headers: { authorization: `Bearer ${proofOf(call)}` } },
        // Nobody waits for work that was asked for long ago; what has become of a plan is kept.
        ...(call.kind === 'work' ? { expiration: String(CALL_MS) } : {}),
      };
      await Promise.race([calls.send(envelope, call), ended]);
      const { status, body, code = '', detail = `status ${status}` } = await ended;
      if (status === 200) return body as Answer;
      throw new Refused(status, code, detail);
    } finally {
      clearTimeout(timer);
      waiting.delete(id);
    }
  };
}
