import type { Duplex } from 'node:stream';
import pg from 'pg';
import { refuseFenced } from './fence';
import { createStatementQuery } from './statement-query';
import { createStatementSharing } from './statement-sharing';

/** More connections than cores of the database would only wait for cores. */
const CONNECTION_COUNT = 2;

/** Connections on which statements follow one another without waiting for the answers of those before. */
export interface PipelinedConnections {
  /**
   * Runs one short statement, which commits by itself, on the connection with the fewest under way. A statement that waits for
   * a lock holds up those behind it: whoever holds that lock must not need a connection to let go of it.
   *
   * @throws Error of the database, or of a connection that broke; the next statement opens another
   */
  query<Row extends pg.QueryResultRow>(statement: pg.QueryConfig): Promise<pg.QueryResult<Row>>;
  /**
   * The same for a statement that only reads: whoever asks for the same before it has left gets the same result, which
   * nobody may change. It reads what is committed once the last of them has asked.
   */
  queryShared<Row extends pg.QueryResultRow>(statement: pg.QueryConfig): Promise<pg.QueryResult<Row>>;
  /** Ends the connections once everything asked for is answered. */
  end(): Promise<void>;
}

interface PipelinedConnection {
  /** null until it is needed, and when it broke */
  opening: Promise<pg.Client> | null;
  /** the same once it is open: most statements need not wait for a promise */
  client: pg.Client | null;
  underWay: number;
}

/**
 * Makes pipelined connections to a database; they open when they are first needed. Short statements that come by the hundred
 * cost a third less than through a pool: one wake-up of either side carries several of them (PostgreSQL manual,
 * "Pipelining").
 */
export function createPipelinedConnections(config: pg.ClientConfig): PipelinedConnections {
  const connections = Array.from(
    { length: CONNECTION_COUNT },
    (): PipelinedConnection => ({ opening: null, client: null, underWay: 0 }),
  );
  let ended = false;
  const share = createStatementSharing();

  function open(connection: PipelinedConnection): Promise<pg.Client> {
    if (connection.opening) return connection.opening;
    const client = new pg.Client({ ...config, pipeline: true });
    const opening = client.connect().then(async () => {
      await refuseFenced(client);
      if (connection.opening === opening) connection.client = client;
      return client;
    });
    const forget = () => {
      if (connection.opening !== opening) return;
      connection.opening = null;
      connection.client = null;
    };
    client.on('error', forget);
    client.on('end', forget);
    opening.catch(forget);
    connection.opening = opening;
    return opening;
  }

  /** @param onLeft told when the statement goes out, or cannot */
  function query<Row extends pg.QueryResultRow>(
    statement: pg.QueryConfig,
    onLeft?: () => void,
  ): Promise<pg.QueryResult<Row>> {
    return new Promise((resolve, reject) => {
      if (ended) {
        onLeft?.();
        throw new Error('The connections to the database were ended.');
      }
      const connection = connections.reduce((idlest, one) => (one.underWay < idlest.underWay ? one : idlest));
      connection.underWay += 1;
      const settle = (error: Error | null, result?: pg.QueryResult<Row>) => {
        connection.underWay -= 1;
        if (error) reject(error);
        else resolve(result as pg.QueryResult<Row>);
      };
      const send = (client: pg.Client) => {
        gatherWrites(client, onLeft);
        client.query(createStatementQuery(client, statement, settle));
      };
      const fail = (error: Error) => {
        onLeft?.();
        settle(error);
      };
      if (connection.client) send(connection.client);
      else open(connection).then(send, fail);
    });
  }

  return {
    query,
    queryShared: <Row extends pg.QueryResultRow>(statement: pg.QueryConfig) =>
      share<Row>(statement, (onLeft) => query<Row>(statement, onLeft)),
    end: async () => {
      ended = true;
      await Promise.all(connections.map(async ({ opening }) => (await opening?.catch(() => null))?.end()));
    },
  };
}

/** The connections whose statements of this moment are still being gathered, and whom to tell when those leave. */
const gathering = new WeakMap<Duplex, (() => void)[]>();

/**
 * Holds back what a connection sends until everything that has come in by now has been begun, so that the statements of
 * several requests leave in one write: writing, and waking the database by it, is what costs most of a short statement.
 */
function gatherWrites(client: pg.Client, onLeft: (() => void) | undefined): void {
  const { stream } = (client as unknown as { connection: { stream: Duplex } }).connection;
  const listeners = gathering.get(stream);
  if (listeners) {
    if (onLeft) listeners.push(onLeft);
    return;
  }
  const waiting = onLeft ? [onLeft] : [];
  gathering.set(stream, waiting);
  stream.cork();
  setImmediate(() => {
    gathering.delete(stream);
    for (const leave of waiting) leave();
    stream.uncork();
  });
}
