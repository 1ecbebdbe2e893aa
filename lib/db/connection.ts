import { AsyncLocalStorage } from 'node:async_hooks';
import type { EventEmitter } from 'node:events';
import type { Duplex } from 'node:stream';
import pg from 'pg';
import { lastAnswerOf } from './last-answer';
import { statementName } from './statement-names';
import { createStatementQuery } from './statement-query';

const BEGIN = /^begin\b/i;
const END = /^(commit|rollback)$/i;
/** Its columns may become others while connections live: a plan that was made before would be refused. */
const ALL_COLUMNS = /\b(select|returning)\s+(\w+\.)?\*/i;
/** What is answered for a statement that need not be sent, or not yet. */
const NOTHING = { rows: [], fields: [], rowCount: 0, command: '', oid: 0 };

type Query = (statement: string | pg.QueryConfig | pg.Submittable, ...rest: unknown[]) => unknown;
type Settle = Parameters<typeof createStatementQuery>[2];

/** A transaction on its connection, told apart by identity. */
export interface OpenTransaction {
  connection: Connection;
  /** its last statement, which is sent with the commit */
  last: LastStatement | null;
}

/** A statement that waits for the commit of its transaction. */
export interface LastStatement {
  statement: pg.QueryConfig;
  /** what it came to once it was sent; null before */
  answered: Promise<unknown> | null;
}

/**
 * A connection of a pool.
 *
 * - Statements with parameters are prepared once, also those of libraries that do not ask for it.
 * - The BEGIN of a transaction travels in one packet with its first statement, and its COMMIT with the last one where
 *   that is known: a round trip less for each. A transaction without statements never reaches the database.
 */
export class Connection extends pg.Client {
  /** null between transactions */
  transaction: OpenTransaction | null = null;

  constructor(config?: string | pg.ClientConfig) {
    super({ ...(typeof config === 'string' ? { connectionString: config } : config), pipeline: true });
    const sendAnything: Query = this.query.bind(this);
    const send: Query = (statement, ...rest) =>
      isPrepared(statement) ? sendPrepared(this, sendAnything, statement, rest) : sendAnything(statement, ...rest);
    const answer = lastAnswerOf(this);
    const { connection } = this as unknown as { connection: EventEmitter };
    connection.on('readyForQuery', () => {
      answer.at = performance.now();
    });
    let begin: string | null = null;
    const query = (statement: string | pg.QueryConfig, ...rest: unknown[]) => {
      const text = typeof statement === 'string' ? statement : statement.text;
      if (BEGIN.test(text)) {
        begin = text;
        this.transaction = { connection: this, last: null };
        noteTransaction(this.transaction);
        return Promise.resolve(NOTHING);
      }
      const ends = END.test(text);
      const last = ends && /^commit$/i.test(text) ? (this.transaction?.last ?? null) : null;
      if (ends) this.transaction = null;
      const [first, ...more] = prepared(statement, rest);
      if (begin === null && last === null) return send(first, ...more);
      const held = begin;
      begin = null;
      if (ends && last === null) return Promise.resolve(NOTHING);
      const { stream } = (this as unknown as { connection: { stream: Duplex } }).connection;
      stream.cork();
      // A statement must not count without its BEGIN: such a connection is given up.
      if (held !== null) (send(held) as Promise<unknown>).catch(() => stream.destroy());
      if (last) {
        last.answered = send(last.statement) as Promise<unknown>;
        // Whoever ends the transaction is told; until then it must not count as nobody's.
        last.answered.catch(() => undefined);
      }
      const answered = send(first, ...more);
      stream.uncork();
      return answered;
    };
    Object.assign(this, { query });
  }
}

/** The arguments of a query, with the name under which its statement is prepared. */
function prepared(statement: string | pg.QueryConfig, rest: unknown[]): [string | pg.QueryConfig, ...unknown[]] {
  const [values, ...more] = rest;
  if (typeof statement !== 'string' || !Array.isArray(values) || ALL_COLUMNS.test(statement))
    return [statement, ...rest];
  return [{ name: statementName(statement), text: statement, values }, ...more];
}

/** Whether a statement has a name and asks nothing of the driver that {@link createStatementQuery} does not do. */
function isPrepared(statement: string | pg.QueryConfig | pg.Submittable): statement is pg.QueryConfig {
  return typeof statement === 'object' && Object.keys(statement).every((key) => PLAIN.has(key)) && 'name' in statement;
}
const PLAIN = new Set(['name', 'text', 'values']);

/** @param rest ends with who is told, where that is not asked for as a promise */
function sendPrepared(client: pg.Client, send: Query, statement: pg.QueryConfig, rest: unknown[]): unknown {
  const settle = rest.at(-1);
  if (typeof settle === 'function') return send(createStatementQuery(client, statement, settle as Settle));
  return new Promise((resolve, reject) => {
    send(createStatementQuery(client, statement, (error, result) => (error ? reject(error) : resolve(result))));
  });
}

const BEGUN = Symbol.for('vetro.begun-transactions');

/** Kept for the whole process, because modules are loaded more than once. */
function begun(): AsyncLocalStorage<{ transaction: OpenTransaction | null }> {
  const home = globalThis as { [BEGUN]?: AsyncLocalStorage<{ transaction: OpenTransaction | null }> };
  home[BEGUN] ??= new AsyncLocalStorage();
  return home[BEGUN];
}

function noteTransaction(transaction: OpenTransaction): void {
  const note = begun().getStore();
  if (note) note.transaction ??= transaction;
}

/**
 * Runs `work`, which begins a transaction by whatever library.
 *
 * @param work is given a function that tells the first transaction begun in it; null until then
 */
export function trackFirstTransaction<T>(work: (first: () => OpenTransaction | null) => T): T {
  const note: { transaction: OpenTransaction | null } = { transaction: null };
  return begun().run(note, () => work(() => note.transaction));
}
