import pg from 'pg';

/** How the columns of an answer are read: what the driver works out from the server's description of them. */
interface Columns {
  fields: pg.FieldDef[];
  _parsers: unknown[];
  _prebuiltEmptyResultObject: object;
}

/** What of the driver's queries is not in its types. */
interface DriverQuery {
  name?: string;
  values?: unknown[];
  callback: (error: Error | null, result?: pg.QueryResult) => void;
  _result: Columns;
  _accumulateRows: boolean;
  prepare(connection: object): void;
  handleRowDescription(message: { fields: pg.FieldDef[] }): void;
}

/** The columns of each named statement of a connection: the same for as long as it stays prepared there. */
const columnsOf = new WeakMap<pg.ClientBase, Map<string, Columns>>();

/**
 * A statement to be sent through a connection of the driver. It is the driver's own query, but that a prepared statement
 * which was answered before is not described anew: the database need not send what its columns are, nor the driver work
 * out how they are read, a sixth of what a short answer costs (PostgreSQL manual, "Extended Query": Describe may be left out).
 *
 * @param settle told the error of the database or of the connection, or the result
 */
export function createStatementQuery<Row extends pg.QueryResultRow>(
  client: pg.ClientBase,
  { name, text, values }: pg.QueryConfig,
  settle: (error: Error | null, result?: pg.QueryResult<Row>) => void,
): pg.Submittable {
  // Made from its text alone: the driver would copy a configuration property by property.
  const query = new pg.Query(text);
  const own = query as unknown as DriverQuery;
  own.values = values;
  own.callback = settle as DriverQuery['callback'];
  if (!name) return query;
  own.name = name;
  const known = columnsOf.get(client) ?? new Map<string, Columns>();
  columnsOf.set(client, known);
  const columns = known.get(name);
  if (columns) leaveUndescribed(own, columns);
  else noteColumns(own, (described) => known.set(name, described));
  return query;
}

function leaveUndescribed(query: DriverQuery, columns: Columns): void {
  query._result.fields = columns.fields;
  query._result._parsers = columns._parsers;
  query._result._prebuiltEmptyResultObject = columns._prebuiltEmptyResultObject;
  query._accumulateRows = true;
  const { prepare } = query;
  query.prepare = (connection) => prepare.call(query, withoutDescribe(connection));
}

function noteColumns(query: DriverQuery, note: (columns: Columns) => void): void {
  const { handleRowDescription } = query;
  query.handleRowDescription = (message) => {
    handleRowDescription.call(query, message);
    const { fields, _parsers, _prebuiltEmptyResultObject } = query._result;
    note({ fields, _parsers, _prebuiltEmptyResultObject });
  };
}

const UNDESCRIBED = new WeakMap<object, object>();

/** The same connection, on which a request to describe something is not sent. */
function withoutDescribe(connection: object): object {
  const known = UNDESCRIBED.get(connection) ?? Object.create(connection, { describe: { value: () => undefined } });
  UNDESCRIBED.set(connection, known);
  return known;
}
