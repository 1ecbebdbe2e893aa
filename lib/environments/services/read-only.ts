import { errors } from '@/lib/errors';
import { READ_ONLY } from './prepare';

/**
 * Refuses a path to what the system keeps itself: ids, instants, status and state of a service and its
 * units, and a service's type.
 *
 * @param path segments below one service
 * @throws invalid_input `read_only`
 */
export function refuseReadOnly(path: readonly string[]): void {
  const [first, , third] = path;
  const own: readonly (string | undefined)[] = READ_ONLY;
  if (own.includes(first) || first === 'type' || (first === 'units' && third !== undefined && own.includes(third))) {
    const field = path.join('.');
    throw errors.invalidInput(`"${field}" cannot be set or removed: Vetro keeps it itself.`, [
      { path: field, code: 'read_only', sentence: 'This cannot be changed.' },
    ]);
  }
}
