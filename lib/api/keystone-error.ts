import { STATUS_CODES } from 'node:http';
import type { VetroError } from '@/lib/errors';

/** An error in the shape Keystone v3 clients read: `{error: {code, title, message}}`. */
export function keystoneError(
  error: VetroError,
  status: number,
): { error: { code: number; title: string; message: string } } {
  const fields = error.fields.map((field) => ` ${field.path}: ${field.sentence}`).join('');
  return {
    error: { code: status, title: STATUS_CODES[status] ?? 'Error', message: error.sentence + fields },
  };
}
