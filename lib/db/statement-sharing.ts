import type pg from 'pg';

/**
 * Sends a statement unless the same is waiting to be sent: then its result is shared, which nobody may change.
 *
 * @param send calls `onLeft` once the statement goes out, or cannot; whoever asks after that gets another result
 */
export type ShareStatement = <Row extends pg.QueryResultRow>(
  statement: pg.QueryConfig,
  send: (onLeft: () => void) => Promise<pg.QueryResult<Row>>,
) => Promise<pg.QueryResult<Row>>;

/** Coalesces statements that are asked at one moment with the same values. */
export function createStatementSharing(): ShareStatement {
  const waiting = new Map<string, Promise<pg.QueryResult>>();
  return <Row extends pg.QueryResultRow>(
    { name, text, values }: pg.QueryConfig,
    send: (onLeft: () => void) => Promise<pg.QueryResult<Row>>,
  ) => {
    // A name stands for its text, which is long.
    const key = `${name || text} ${JSON.stringify(values)}`;
    const known = waiting.get(key) as Promise<pg.QueryResult<Row>> | undefined;
    if (known) return known;
    let left = false;
    const result = send(() => {
      left = true;
      waiting.delete(key);
    });
    if (!left) waiting.set(key, result);
    return result;
  };
}
