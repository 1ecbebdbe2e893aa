import type { IncomingMessage } from 'node:http';
import { errors, type VetroError } from '@/lib/errors';

/** What a request is for, as its first line says: the path as it was sent, without the query. */
export interface Target {
  path: string;
  /** `*`: not an address but the whole server, which only OPTIONS may ask about */
  wholeServer: boolean;
}

const CONTROL = /\p{Cc}/u;
/** A name or an address in figures, and a port; nothing that an address could go on with (RFC 9110, 7.2). */
const HOST = /^(?:[A-Za-z0-9._~-]+|\[[0-9A-Fa-f:.]+\])(?::\d*)?$/;

/**
 * Reads the target of a request (RFC 9112, 3.2) and makes the message say it in the short form, which is the one
 * everybody behind expects: `GET http://host/path` is as good as `GET /path`.
 *
 * @returns what is wrong with it as an error to answer with; nobody behind would know what to do with such an address
 */
export function readTarget(incoming: IncomingMessage): Target | VetroError {
  const { url = '/', method, headers } = incoming;
  if (url === '*' && method === 'OPTIONS') return { path: '*', wholeServer: true };
  if (/^https?:\/\//i.test(url)) {
    if (!URL.canParse(url)) return malformed('It cannot be read.');
    const { host, pathname, search } = new URL(url);
    headers.host = host;
    incoming.url = pathname + search;
  } else if (!url.startsWith('/')) {
    return malformed('It has to begin with a slash.');
  }
  if (headers.host !== undefined && !isHost(headers.host)) return malformed('The header Host names no host.');
  const [path = '/'] = (incoming.url ?? '/').split('?', 1);
  let decoded: string;
  try {
    decoded = decodeURIComponent(path);
  } catch {
    return malformed('A percent sign in it is not followed by the code of a character in UTF-8.');
  }
  if (CONTROL.test(decoded)) return malformed('It holds a control character.');
  // With an empty id at its end, a request to delete one of many would be the request to delete them all.
  if (method === 'DELETE' && path.endsWith('/'))
    return malformed('Nothing follows its last slash, so that it is not clear what to delete.');
  return { path, wholeServer: false };
}

/** Whether a Host header could be one, and so could be part of an address. */
export function isHost(text: string): boolean {
  return HOST.test(text) && URL.canParse(`http://${text}`);
}

function malformed(why: string): VetroError {
  return errors.invalidInput(`The address of the request is not a proper one. ${why}`, [], {
    code: 'malformed_address',
  });
}
