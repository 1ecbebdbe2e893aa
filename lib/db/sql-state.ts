/** The code of PostgreSQL for a second row of the same unique key. */
export const UNIQUE_VIOLATION = '23505';
/** Our own code, of `vetro_demand`: what a statement demanded did not hold, and nothing of it was done. */
export const DEMAND_FAILED = 'VT001';
/** Our own code, of a trigger: an entry of the audit log was refused, since a copy fails without which nothing may be done. */
export const AUDIT_COPY_FAILS = 'VT002';

/**
 * The code of what the database refused (SQLSTATE), by whichever way it was asked: the driver tells it as the error's
 * code, the typed client as the original code of the error below its own.
 *
 * @returns five letters or digits; null for errors that are not the database's
 */
export function sqlStateOf(error: unknown): string | null {
  const known = error as {
    code?: unknown;
    meta?: { driverAdapterError?: { cause?: { originalCode?: unknown } } };
  } | null;
  // Node's own codes have no figure in them (EPIPE), and the typed client's are P1000 and up.
  for (const code of [known?.meta?.driverAdapterError?.cause?.originalCode, known?.code])
    if (typeof code === 'string' && /^(?=.*\d)(?!P[1-9])[0-9A-Z]{5}$/.test(code)) return code;
  return null;
}
