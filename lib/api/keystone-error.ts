import { STATUS_CODES } from 'node:http';
import type { VetroError } from '@/lib/errors';
import { boundedError } from './bounded-error';

/** An error in the shape Keystone v3 clients read: `{error: {code, title, message}}`. */
export function keystoneError(
  error: VetroError,
  status: number,
): { error: { code: number; title: string; message: string } } {
  const { sentence, fields } = boundedError(error);
  const message = sentence + fields.map((field) => ` ${field.path}: ${field.sentence}`).join('');
  return { error: { code: status, title: STATUS_CODES[status] ?? 'Error', message } };
}
