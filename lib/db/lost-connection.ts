/** Of Node's sockets, of PostgreSQL (errors of class 08, its ends and beginnings, no room for another connection), and of Prisma. */
const CODES =
  /^(?:ECONNREFUSED|ECONNRESET|EPIPE|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|ENOTFOUND|EAI_AGAIN|08\w{3}|57P0[1-5]|53300|P1001|P1002|P1008|P1017|P2024|P2028)$/;
/** What the driver says without a code. */
const WORDS =
  /Connection terminated|connection was ended|connection error and is not queryable|terminating connection|the database system is/i;
/** Errors wrap one another at most so often. */
const DEEPEST = 6;

/**
 * Whether an error says that there is no connection to the database, rather than what the database thinks of a
 * statement. Prisma wraps the driver's errors, and knows some of its own.
 */
export function isLostConnection(error: unknown, depth = 0): boolean {
  if (typeof error !== 'object' || error === null || depth > DEEPEST) return false;
  const { code, message, syscall, cause, meta } = error as Record<string, unknown>;
  if (typeof code === 'string' && (CODES.test(code) || (code === 'ENOENT' && syscall === 'connect'))) return true;
  if (typeof message === 'string' && WORDS.test(message)) return true;
  const wrapped = (meta as { driverAdapterError?: unknown } | undefined)?.driverAdapterError;
  return isLostConnection(cause, depth + 1) || isLostConnection(wrapped, depth + 1);
}
