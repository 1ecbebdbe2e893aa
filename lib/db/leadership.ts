import pg from 'pg';
import { connectionOf, refuseFenced } from './fence';
import { KEEPALIVE_OPTIONS } from './session-locks';

const FIRST_RETRY_MS = 20;
/** Between two attempts of whoever does not lead, in milliseconds: so long nobody does after a leader has died. */
const LAST_RETRY_MS = 500;

export interface LeadershipOptions {
  /** connection string of the database (a direct one: session locks do not pass transaction poolers) */
  url: string;
  /** number of the advisory lock that one process at a time holds */
  lock: number;
  /** channel to listen to, a plain identifier */
  channel: string;
  onMessage: (payload: string) => void;
  /** told after each connection: messages may have been missed before */
  onConnected: () => void;
  /** told when this process has become the one that leads */
  onLead: () => void;
  /** told when it no longer is: another process may lead by now */
  onLost: () => void;
  onProblem: (error: unknown) => void;
}

export interface Leadership {
  /** @throws Error when the database cannot be reached at first */
  start(): Promise<void>;
  stop(): Promise<void>;
}

/**
 * Elects one process among all that share a database, and carries short messages between them. The
 * lock belongs to one dedicated connection: it is free the moment its process dies, however it dies.
 */
export function createLeadership(options: LeadershipOptions): Leadership {
  let client: pg.Client | null = null;
  let leading = false;
  let stopped = true;
  let timer: NodeJS.Timeout | null = null;

  async function connect(): Promise<void> {
    const next = new pg.Client({
      ...connectionOf(options.url, 'leadership'),
      keepAlive: true,
      options: KEEPALIVE_OPTIONS,
    });
    next.on('notification', (message) => options.onMessage(message.payload ?? ''));
    next.on('error', options.onProblem);
    try {
      await next.connect();
      await refuseFenced(next);
      await next.query(`listen ${options.channel}`);
    } catch (error) {
      await next.end().catch(() => undefined);
      throw error;
    }
    if (stopped) return next.end();
    client = next;
    next.on('end', () => {
      if (client !== next) return;
      client = null;
      loseLead();
      if (!stopped) later(FIRST_RETRY_MS, reconnect);
    });
    options.onConnected();
    await tryToLead(next, FIRST_RETRY_MS);
  }

  /** Trying again and again keeps the connection free to hear messages; waiting for the lock would not. */
  async function tryToLead(on: pg.Client, delayMs: number): Promise<void> {
    if (client !== on || stopped) return;
    const answer = await on.query<{ won: boolean }>('select pg_try_advisory_lock($1) as won', [options.lock]);
    if (client !== on || stopped) return;
    if (answer.rows[0]?.won) {
      leading = true;
      options.onLead();
      return;
    }
    const next = Math.min(delayMs * 2, LAST_RETRY_MS);
    later(delayMs, () => tryToLead(on, next));
  }

  async function reconnect(): Promise<void> {
    if (stopped || client) return;
    try {
      await connect();
    } catch (error) {
      options.onProblem(error);
      if (!stopped) later(LAST_RETRY_MS, reconnect);
    }
  }

  function later(delayMs: number, work: () => Promise<void>): void {
    timer = setTimeout(() => void work().catch(options.onProblem), delayMs);
    timer.unref();
  }

  function loseLead(): void {
    if (!leading) return;
    leading = false;
    options.onLost();
  }

  return {
    start: async () => {
      if (!stopped) return;
      stopped = false;
      try {
        await connect();
      } catch (error) {
        stopped = true;
        throw error;
      }
    },
    stop: async () => {
      stopped = true;
      if (timer) clearTimeout(timer);
      const last = client;
      client = null;
      leading = false;
      await last?.end();
    },
  };
}
