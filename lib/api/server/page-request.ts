import type { IncomingMessage } from 'node:http';
import { errors, type VetroError } from '@/lib/errors';
import { methodNotAllowed } from '../address-errors';

/** The longest body of a request that is not for the API, in bytes: forms to sign in with. */
export const FORM_LIMIT_BYTES = 64 * 1024;

/** The methods that an address takes which is not the API's: pages and files are read, sign-in forms are sent. */
export function pageMethods(path: string): string[] {
  return isSignIn(path) ? ['GET', 'HEAD', 'POST', 'OPTIONS'] : ['GET', 'HEAD', 'OPTIONS'];
}

/** Whether an address belongs to signing in, which programs talk to rather than people. */
export function isSignIn(path: string): boolean {
  return /^\/+api\/+auth(?:\/|$)/.test(path);
}

/**
 * What is wrong with a request before the dashboard's server gets it, which reads a body of any length into memory.
 *
 * @returns an `invalid_input` error with code `method_not_allowed` (405), `length_required` (411) or
 *   `body_too_large` (413); null: nothing
 */
export function pageRequestError(path: string, { method = 'GET', headers }: IncomingMessage): VetroError | null {
  const allowed = pageMethods(path);
  if (!allowed.includes(method)) return methodNotAllowed(allowed, method);
  if (headers['transfer-encoding'] !== undefined) {
    return errors.invalidInput('Say how long the body is, with Content-Length.', [], { code: 'length_required' });
  }
  if (Number(headers['content-length'] ?? 0) > FORM_LIMIT_BYTES) {
    return errors.invalidInput('The body is larger than 64 KiB.', [], {
      code: 'body_too_large',
      details: { limitBytes: FORM_LIMIT_BYTES },
    });
  }
  return null;
}
