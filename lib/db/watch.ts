import net from 'node:net';
import pg from 'pg';
import { errors, isVetroError, type VetroError } from '@/lib/errors';
import { connectionOf } from './fence';
import { lastAnswerOf } from './last-answer';
import { isLostConnection } from './lost-connection';
import { AUDIT_COPY_FAILS, sqlStateOf } from './sql-state';

/** How long a request waits in silence before it is asked whether the database answers at all, in milliseconds. */
const FIRST_LOOK_MS = 400;
/** And before it is asked again. */
const NEXT_LOOK_MS = 1_000;
/** How often it is looked whose silence has lasted so long. */
const LOOK_INTERVAL_MS = 200;
/** How long the database may take to answer: with the waits before, a request knows within two seconds. */
const TICKS = 12;
const TICK_MS = 100;
/** And while it answers over other connections: it lives then, and has much to do. */
const MAX_TICKS = 100;
/** How often a database that does not answer is asked, in milliseconds. */
const DOWN_LOOK_MS = 500;
/** For so long an answer is as good as a new one, in milliseconds. */
const FRESH_MS = 1_000;
/** When clients should try again. */
const RETRY_AFTER_S = 2;
const AUDIT_RETRY_AFTER_S = 10;

/**
 * Watches whether the database answers, for those who must not wait for one that does not: requests. Whoever carries
 * out deployments waits as long as it takes and never asks here.
 */
export interface DatabaseWatch {
  /**
   * Waits for work that needs the database. When the database falls silent meanwhile the caller goes on without, and
   * what the work still does is lost to it.
   *
   * @param begin begins the work; its errors that tell of a lost connection become the one of this watch
   * @returns what the work returns
   * @throws unavailable `database_unreachable` when the database does not answer; whatever the work throws
   */
  during<T>(begin: () => Promise<T>): Promise<T>;
  /** Whether the database answers: asked now, or known for less than a second. */
  answers(): Promise<boolean>;
  /** @throws unavailable `database_unreachable` while it is known not to answer; nobody is asked */
  refuseWhileDown(): void;
  /** Asks no more. */
  close(): void;
}

/** Somebody who waits for work that needs the database. */
interface Waiter {
  /** when it is next asked for them whether the database answers, by `performance.now` */
  lookAt: number;
  giveUp: (error: VetroError) => void;
}

/**
 * Makes the watch of a database. It asks over connections of its own, each time a new one: a server may take no new
 * ones while those that are open still work.
 *
 * @param url connection string
 */
export function createDatabaseWatch(url: string): DatabaseWatch {
  let down = false;
  let closed = false;
  let asking: Promise<boolean> | null = null;
  let answeredAt = Number.NEGATIVE_INFINITY;
  const waiting = new Set<Waiter>();
  let looking: NodeJS.Timeout | undefined;

  function ask(): Promise<boolean> {
    asking ??= answersAnew(url).then((answered) => {
      asking = null;
      down = !answered;
      if (answered) answeredAt = performance.now();
      else if (!closed) setTimeout(ask, DOWN_LOOK_MS).unref();
      return answered;
    });
    return asking;
  }

  /** One timer for all who wait: with one for each, the timers of short requests cost more than the watching. */
  function look(): void {
    if (waiting.size === 0) {
      clearInterval(looking);
      looking = undefined;
      return;
    }
    const now = performance.now();
    const silent = [...waiting].filter(({ lookAt }) => lookAt <= now);
    if (silent.length === 0) return;
    for (const waiter of silent) waiter.lookAt = now + NEXT_LOOK_MS;
    ask().then((answered) => {
      if (!answered) for (const { giveUp } of silent) giveUp(databaseUnreachable());
    });
  }

  /** What failed for want of the database failed for that, whatever the words. */
  async function explained(error: unknown): Promise<unknown> {
    if (isVetroError(error) && error.kind !== 'defect') return error;
    if (sqlStateOf(error) === AUDIT_COPY_FAILS) return auditCopyFails(error);
    return isLostConnection(error) || !(await ask()) ? databaseUnreachable(error) : error;
  }

  return {
    during: (begin) =>
      new Promise((resolve, reject) => {
        const work = begin();
        const waiter: Waiter = { lookAt: performance.now() + FIRST_LOOK_MS, giveUp: reject };
        waiting.add(waiter);
        looking ??= setInterval(look, LOOK_INTERVAL_MS).unref();
        work.then(
          (value) => {
            waiting.delete(waiter);
            resolve(value);
          },
          (error: unknown) => {
            waiting.delete(waiter);
            explained(error).then(reject);
          },
        );
      }),
    answers: async () => !down && (performance.now() - answeredAt < FRESH_MS || ask()),
    refuseWhileDown: () => {
      if (down) throw databaseUnreachable();
    },
    close: () => {
      closed = true;
      clearInterval(looking);
    },
  };
}

/** The one error for a database that does not answer. */
export function databaseUnreachable(cause?: unknown): VetroError {
  return errors.unavailable(
    'database_unreachable',
    'The database cannot be reached at the moment. Nothing is lost; try again in a few seconds.',
    { retryable: true, retryAfterSeconds: RETRY_AFTER_S, cause },
  );
}

/** The one error for what may not be done while the audit log cannot be copied. */
function auditCopyFails(cause: unknown): VetroError {
  return errors.unavailable(
    'audit_copy_fails',
    'The copy of the audit log cannot be written, and this installation does nothing that is not written there. Nothing was changed. Whoever administers the installation sees the reason on the page of the audit log; try again once it is put right.',
    { retryable: true, retryAfterSeconds: AUDIT_RETRY_AFTER_S, cause },
  );
}

/**
 * Opens a connection and asks for a number. A refusal in the server's own words is an answer too, unless it says that
 * the server is just starting or ending.
 */
async function answersAnew(url: string): Promise<boolean> {
  const socket = new net.Socket();
  const client = new pg.Client({ ...connectionOf(url, 'watch'), stream: () => socket });
  client.on('error', () => undefined);
  const answer = client
    .connect()
    .then(() => client.query('select 1'))
    .then(
      () => true,
      (error: { code?: unknown }) =>
        typeof error.code === 'string' && /^[0-9FHPX][0-9A-Z]{4}$/.test(error.code) && !/^(?:57P|08)/.test(error.code),
    );
  try {
    return await Promise.race([answer, patience(lastAnswerOf(client)).then(() => false)]);
  } finally {
    socket.destroy();
  }
}

/** Time as this process had it: while it was kept from running, nobody could have been heard. */
async function patience(lastAnswer: { at: number }): Promise<void> {
  const begun = performance.now();
  for (let tick = 0; tick < (lastAnswer.at > begun ? MAX_TICKS : TICKS); tick += 1)
    await new Promise<void>((resolve) => setTimeout(() => setImmediate(resolve), TICK_MS).unref());
}
