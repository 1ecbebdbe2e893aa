import type { VetroError } from '@/lib/errors';

const TITLES: Record<number, string> = {
  400: 'Bad Request',
  401: 'Unauthorized',
  403: 'Forbidden',
  404: 'Not Found',
  405: 'Method Not Allowed',
  411: 'Length Required',
  413: 'Request Entity Too Large',
  415: 'Unsupported Media Type',
  429: 'Too Many Requests',
  503: 'Service Unavailable',
};

/** An error in the shape Keystone v3 clients read: `{error: {code, title, message}}`. */
export function keystoneError(
  error: VetroError,
  status: number,
): { error: { code: number; title: string; message: string } } {
  const fields = error.fields.map((field) => ` ${field.path}: ${field.sentence}`).join('');
  return {
    error: { code: status, title: TITLES[status] ?? 'Internal Server Error', message: error.sentence + fields },
  };
}
