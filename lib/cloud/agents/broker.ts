import { isIP } from 'node:net';
import type { Connection, Publisher } from 'rabbitmq-client';
import { errors } from '@/lib/errors';
import { AGENT_EXCHANGE, CALLS_QUEUE, RESULTS_QUEUE } from '@/lib/formats/agent-channel/broker';
import type { BrokerSettings } from './broker-settings';

/** The server's connection to the message broker. */
export interface Broker {
  readonly connection: Connection;
  /** each message is confirmed by the broker before it resolves */
  readonly publisher: Publisher;
  /**
   * Resolves once the exchange and the queues of the server are there, connected or not since.
   *
   * @throws cloud `broker_unreachable` (retryable)
   */
  ready(): Promise<void>;
  /** Makes a queue that outlives the broker's restart. @throws as `ready` */
  declare(queue: string): Promise<void>;
  close(): Promise<void>;
}

export interface BrokerLog {
  warn(details: object, text: string): void;
}

const HEARTBEAT_SECONDS = 20;
const LONGEST_PAUSE_MS = 5_000;
/** So long a call waits for a connection, in milliseconds. */
const ACQUIRE_MS = 10_000;

/** Connects, and connects again for as long as it is not closed. */
export async function openBroker(settings: BrokerSettings, log: BrokerLog): Promise<Broker> {
  // Whoever has no broker loads nothing of it.
  const { Connection } = await import('rabbitmq-client');
  const { host, port, tls, ca, virtualHost, user, password } = settings;
  const connection = new Connection({
    ...{ hostname: host, port, vhost: virtualHost, username: user, password, connectionName: 'vetro' },
    ...{ heartbeat: HEARTBEAT_SECONDS, retryHigh: LONGEST_PAUSE_MS, acquireTimeout: ACQUIRE_MS },
    ...(tls ? { tls: { ...(isIP(host) ? {} : { servername: host }), ...(ca === null ? {} : { ca }) } } : {}),
  });
  connection.on('error', (err) => log.warn({ err }, 'agents: the connection to the message broker was lost'));
  const publisher = connection.createPublisher({ confirm: true });

  async function reach<T>(work: () => Promise<T>): Promise<T> {
    try {
      return await work();
    } catch (cause) {
      const sentence = `The message broker ${host} does not answer.`;
      throw errors.cloud('broker_unreachable', sentence, { retryable: true, cause });
    }
  }

  return {
    connection,
    publisher,
    ready: () =>
      reach(async () => {
        await connection.exchangeDeclare({ exchange: AGENT_EXCHANGE, type: 'topic', durable: true });
        for (const [queue, kind] of [
          [CALLS_QUEUE, 'call'],
          [RESULTS_QUEUE, 'result'],
        ] as const) {
          await connection.queueDeclare({ queue, durable: true });
          await connection.queueBind({ queue, exchange: AGENT_EXCHANGE, routingKey: `*.${kind}` });
        }
      }),
    declare: (queue) => reach(async () => void (await connection.queueDeclare({ queue, durable: true }))),
    close: async () => {
      await publisher.close();
      await connection.close();
    },
  };
}
