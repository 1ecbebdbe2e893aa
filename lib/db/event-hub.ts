import pg from 'pg';
import type { Db, Tx } from './client';
import { EVENTS_CHANNEL } from './event-notifications';
import { connectionOf } from './fence';
import { Prisma } from './generated/client';
import { rowsOf } from './statement';

const SIGNALS_CHANNEL = 'vetro_signals';
const FIRST_RETRY_MS = 100;
const LAST_RETRY_MS = 5_000;
const POLL_INTERVAL_MS = 10_000;

/** An environment's log has grown, up to and including event `seq`. */
export interface LogGrowth {
  environmentId: string;
  tenantId: string;
  seq: number;
}

/** One environment, all environments of a tenant, or all there are. */
export type EventFilter = { environmentId: string } | { tenantId: string } | 'all';

/**
 * Tells this process what any process appended to the event log or signalled. One database connection
 * for all subscribers. A notice may come twice and is not stored: a subscriber reads the log from the
 * last number it has.
 */
export interface EventHub {
  /** @returns a function that ends the subscription */
  subscribe(filter: EventFilter, onGrowth: (growth: LogGrowth) => void): () => void;
  /** @returns a function that ends the subscription */
  onSignal(name: string, handler: (payload: string) => void): () => void;
  /** Called after the connection was lost and is back: signals may have been missed. */
  onReconnected(handler: () => void): () => void;
  /** whether it is connected now, and how many listen to it */
  state(): { connected: boolean; subscribers: number };
  /** @throws Error when the database cannot be reached */
  start(): Promise<void>;
  close(): Promise<void>;
}

export interface EventHubOptions {
  /** told of every lost connection and failed attempt to come back */
  onProblem?: (error: unknown) => void;
  /** how often it polls for events whose notification was lost with the process that appended them, in milliseconds */
  pollIntervalMs?: number;
}

/**
 * Sends a signal to every process that listens, at the end of the transaction if there is one.
 *
 * @param payload short text, at most 7 kB: an id
 */
export async function signal(db: Db | Tx, name: string, payload: string): Promise<void> {
  await rowsOf(db, Prisma.sql`select pg_notify(${SIGNALS_CHANNEL}, ${`${name}:${payload}`})::text`);
}

/**
 * Makes the hub of a process; `start` connects it.
 *
 * @param url connection string of the database (a direct one: LISTEN does not pass transaction poolers)
 */
export function createEventHub(url: string, options: EventHubOptions = {}): EventHub {
  const subscribers = new Set<{ filter: EventFilter; onGrowth: (growth: LogGrowth) => void }>();
  const signals = new Set<{ name: string; handler: (payload: string) => void }>();
  const reconnected = new Set<() => void>();
  let client: pg.Client | null = null;
  let closed = false;
  let retry: NodeJS.Timeout | null = null;
  let poll: NodeJS.Timeout | null = null;

  function dispatch(growth: LogGrowth): void {
    for (const { filter, onGrowth } of subscribers) {
      if (matches(filter, growth)) onGrowth(growth);
    }
  }

  function receive(message: pg.Notification): void {
    const payload = message.payload ?? '';
    if (message.channel === EVENTS_CHANNEL) {
      const [environmentId, seq, tenantId] = payload.split(':');
      if (environmentId && seq && tenantId) dispatch({ environmentId, tenantId, seq: Number(seq) });
      return;
    }
    const colon = payload.indexOf(':');
    for (const { name, handler } of signals) {
      if (name === payload.slice(0, colon)) handler(payload.slice(colon + 1));
    }
  }

  async function connect(): Promise<void> {
    const next = new pg.Client({ ...connectionOf(url, 'event hub'), keepAlive: true });
    next.on('notification', receive);
    next.on('error', (error) => options.onProblem?.(error));
    try {
      await next.connect();
      await next.query(`listen ${EVENTS_CHANNEL}; listen ${SIGNALS_CHANNEL}`);
    } catch (error) {
      await next.end().catch(() => undefined);
      throw error;
    }
    if (closed) {
      await next.end();
      return;
    }
    client = next;
    next.on('end', () => {
      if (client !== next) return;
      client = null;
      if (!closed) scheduleReconnect(FIRST_RETRY_MS);
    });
  }

  function scheduleReconnect(delayMs: number): void {
    retry = setTimeout(async () => {
      try {
        await connect();
        await catchUp();
        for (const handler of reconnected) handler();
      } catch (error) {
        options.onProblem?.(error);
        if (!closed && client === null) scheduleReconnect(Math.min(delayMs * 2, LAST_RETRY_MS));
      }
    }, delayMs);
    retry.unref();
  }

  /** What was appended while nobody listened is dispatched as if it came now. */
  async function catchUp(): Promise<void> {
    if (client === null || subscribers.size === 0) return;
    const filters = [...subscribers].map(({ filter }) => filter);
    for (const growth of await logsOf(client, filters)) dispatch(growth);
  }

  return {
    subscribe: (filter, onGrowth) => addMember(subscribers, { filter, onGrowth }),
    onSignal: (name, handler) => addMember(signals, { name, handler }),
    onReconnected: (handler) => addMember(reconnected, handler),
    state: () => ({ connected: client !== null, subscribers: subscribers.size }),
    start: async () => {
      closed = false;
      if (client === null) await connect();
      poll ??= setInterval(
        () => catchUp().catch((error) => options.onProblem?.(error)),
        options.pollIntervalMs ?? POLL_INTERVAL_MS,
      ).unref();
    },
    close: async () => {
      closed = true;
      if (retry) clearTimeout(retry);
      if (poll) clearInterval(poll);
      poll = null;
      const last = client;
      client = null;
      await last?.end();
    },
  };
}

/** How far the logs are that filters are about. */
async function logsOf(client: pg.Client, filters: readonly EventFilter[]): Promise<LogGrowth[]> {
  const environments = new Set<string>();
  const tenants = new Set<string>();
  let all = false;
  for (const filter of filters) {
    if (filter === 'all') all = true;
    else if ('environmentId' in filter) environments.add(filter.environmentId);
    else tenants.add(filter.tenantId);
  }
  const { rows } = await client.query<{ id: string; tenant_id: string; event_seq: number }>(
    'select id, tenant_id, event_seq from environments where id = any($1::bpchar[]) or tenant_id = any($2::bpchar[]) or $3',
    [[...environments], [...tenants], all],
  );
  return rows.map((row) => ({ environmentId: row.id, tenantId: row.tenant_id, seq: row.event_seq }));
}

function matches(filter: EventFilter, { environmentId, tenantId }: LogGrowth): boolean {
  if (filter === 'all') return true;
  return 'environmentId' in filter ? filter.environmentId === environmentId : filter.tenantId === tenantId;
}

/** Adds a member and returns the way out. */
function addMember<T>(members: Set<T>, member: T): () => void {
  members.add(member);
  return () => {
    members.delete(member);
  };
}
