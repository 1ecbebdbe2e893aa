import { Agent, request } from 'undici';
import { errors } from '@/lib/errors';
import { AGENT_EXCHANGE, answersQueue } from '@/lib/formats/agent-channel/broker';
import { escapeRegExp } from '@/lib/model/escape-reg-exp';
import type { BrokerSettings } from './broker-settings';

/** The logins of machines at a RabbitMQ: each reads its own queue and sends under its own name, and nothing else. */
export interface BrokerLogins {
  /** Makes a login, or makes it right again. @throws cloud `broker_unreachable` (retryable), `broker_refuses` */
  grant(login: BrokerLogin, signal?: AbortSignal): Promise<void>;
  /** Ends a login with its connections and its queues. What there is not is ended already. @throws as `grant` */
  revoke(serverId: string, queue: string): Promise<void>;
  /** What RabbitMQ says of itself: its version. @throws as `grant` */
  version(): Promise<string>;
  close(): Promise<void>;
}

export interface BrokerLogin {
  serverId: string;
  password: string;
  /** the queues that it may read */
  queues: readonly string[];
}

const TIMEOUT_MS = 10_000;

/** The name that a machine signs in with. */
export function loginOf(serverId: string): string {
  return `vetro-${serverId}`;
}

/** Makes logins by the HTTP interface of RabbitMQ's management. */
export function createBrokerLogins(settings: BrokerSettings): BrokerLogins {
  const { ca, managementUrl, user, password } = settings;
  const dispatcher = new Agent({ connect: { timeout: TIMEOUT_MS, ...(ca === null ? {} : { ca }) } });
  const authorization = `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`;
  const virtualHost = encodeURIComponent(settings.virtualHost);

  async function call(method: 'GET' | 'PUT' | 'DELETE', path: string, body?: object, signal?: AbortSignal) {
    const limit = AbortSignal.timeout(TIMEOUT_MS);
    const answer = await request(`${managementUrl}/api${path}`, {
      ...{ method, dispatcher, headers: { authorization, 'content-type': 'application/json' } },
      signal: signal ? AbortSignal.any([signal, limit]) : limit,
      ...(body ? { body: JSON.stringify(body) } : {}),
    }).catch((cause: unknown) => {
      const sentence = `The management of the message broker does not answer at ${managementUrl}.`;
      throw errors.cloud('broker_unreachable', sentence, { retryable: true, cause });
    });
    const text = await answer.body.text();
    const { statusCode: status } = answer;
    if (status < 300 || (method === 'DELETE' && status === 404)) return text;
    const why = status === 401 ? 'it does not know the name or the password' : `it answers ${status}`;
    throw errors.cloud('broker_refuses', `The management of the message broker refuses: ${why}.`, {
      retryable: status >= 500,
      details: { path, status, answer: text.slice(0, 500) },
    });
  }

  return {
    grant: async ({ serverId, password: secret, queues }, signal) => {
      const name = loginOf(serverId);
      const read = `^(${queues.map(escapeRegExp).join('|')})$`;
      await call('PUT', `/users/${name}`, { password: secret, tags: '' }, signal);
      const rights = { configure: '^$', write: `^${escapeRegExp(AGENT_EXCHANGE)}$`, read };
      await call('PUT', `/permissions/${virtualHost}/${name}`, rights, signal);
      const topics = { exchange: AGENT_EXCHANGE, write: `^${serverId}\\.(call|result)$`, read: '^$' };
      await call('PUT', `/topic-permissions/${virtualHost}/${name}`, topics, signal);
    },
    revoke: async (serverId, queue) => {
      await call('DELETE', `/users/${loginOf(serverId)}`);
      for (const name of [queue, answersQueue(serverId)])
        await call('DELETE', `/queues/${virtualHost}/${encodeURIComponent(name)}`);
    },
    version: async () => {
      const { rabbitmq_version: version } = JSON.parse(await call('GET', '/overview')) as { rabbitmq_version?: string };
      return version ?? 'unknown';
    },
    close: () => dispatcher.close(),
  };
}
