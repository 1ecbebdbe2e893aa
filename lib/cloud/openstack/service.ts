import { errors, type VetroError } from '@/lib/errors';
import { isObject, type Json, type JsonObject } from '@/lib/model/json';
import type { HttpClient, ServiceAnswer, ServiceCall } from './http-client';
import { type Keystone, reasonOf } from './keystone';

/** One service of the catalog. */
export interface ServiceKind {
  /** under which type the catalog may have it, the usual one first */
  types: readonly string[];
  /** what its addresses end with where the catalog leaves the version out: `/v2.0` */
  version?: string;
  headers?: Record<string, string>;
}

/** A service of one project, as one credential reaches it. */
export interface Service {
  /**
   * Calls it. A token that it no longer takes is changed for a new one, once. What a run asks (`signal`) waits for a
   * service that is out: the run pauses.
   *
   * @param path below the service's address, with its leading slash; or a whole address
   * @returns the answer, whatever its status
   */
  call(method: ServiceCall['method'], path: string, more?: CallOptions): Promise<ServiceAnswer>;
  /** What is at a path; null when nothing is. @throws `cloud` error for every other answer */
  read(path: string, signal?: AbortSignal): Promise<JsonObject | null>;
  /**
   * The objects of a collection, all pages of it.
   *
   * @param key under which they stand
   */
  list(path: string, key: string, signal?: AbortSignal): Promise<JsonObject[]>;
}

export interface CallOptions {
  body?: JsonObject;
  signal?: AbortSignal | undefined;
  repeatable?: boolean;
}

/** So long a run waits for a service that is out, in milliseconds; then it fails and can be resumed. */
const RUN_RETRY_FOR_MS = 30 * 60_000;
/** No collection that is asked for has more pages. */
const MAX_PAGES = 100;

/** Makes one service reachable. */
export function createService(http: HttpClient, keystone: Keystone, { types, version, headers }: ServiceKind): Service {
  async function call(method: ServiceCall['method'], path: string, more: CallOptions = {}): Promise<ServiceAnswer> {
    const { body, signal, repeatable } = more;
    for (let again = false; ; again = true) {
      const session = await keystone.session(signal);
      const address = path.startsWith('http') ? path : `${versioned(session.endpoint(...types), version)}${path}`;
      const answer = await http.call({
        method,
        url: address,
        headers: { ...headers, 'x-auth-token': session.token },
        ...(body ? { body } : {}),
        ...(repeatable === undefined ? {} : { repeatable }),
        ...(signal ? { signal, retryForMs: RUN_RETRY_FOR_MS } : {}),
      });
      if (answer.status === 401 && !again) {
        keystone.forget(session);
        continue;
      }
      const { location } = answer.headers;
      // Heat: a stack's name leads to its id
      if (method === 'GET' && answer.status === 302 && typeof location === 'string')
        return call(method, location, more);
      return answer;
    }
  }

  async function read(path: string, signal?: AbortSignal): Promise<JsonObject | null> {
    const answer = await call('GET', path, { signal });
    if (answer.status === 404) return null;
    return expectOk(answer, path);
  }

  return {
    call,
    read,
    list: async (path, key, signal) => {
      const found: JsonObject[] = [];
      const [place] = path.split('?');
      let next: string | null = path;
      for (let page = 0; next !== null && page < MAX_PAGES; page += 1) {
        const body: JsonObject | null = await read(next, signal);
        const items = body?.[key];
        if (Array.isArray(items)) found.push(...items.filter(isObject));
        const query = body && nextQuery(body, key);
        next = query ? `${place}${query}` : null;
      }
      return found;
    },
  };
}

/** @throws `cloud` error for an answer that is no success: `retryable` when the same call may succeed later */
export function expectOk(answer: ServiceAnswer, place: string): JsonObject {
  if (answer.status >= 200 && answer.status < 300) return answer.body;
  throw refusedCall(answer, place);
}

/** What is thrown for a service that says no, in its own words. */
export function refusedCall({ status, body, headers }: ServiceAnswer, place: string): VetroError {
  const reason = reasonOf(body);
  const words = reason === '' ? '' : `: ${reason}`;
  return errors.cloud('openstack_refused', `OpenStack answered with HTTP ${status}${words}`, {
    retryable: status >= 500 || status === 429 || status === 401,
    details: { place, status, requestId: headers['x-openstack-request-id'] },
  });
}

/** A text of an answer; empty when there is none. */
export function textOf(value: Json | undefined): string {
  return typeof value === 'string' ? value : '';
}

/** A number of an answer; null when there is none. */
export function numberOf(value: Json | undefined): number | null {
  return typeof value === 'number' ? value : null;
}

function versioned(address: string, version: string | undefined): string {
  return version === undefined || /\/v\d+(\.\d+)?(\/|$)/.test(address) ? address : `${address}${version}`;
}

/** Nova and Neutron link to the next page under `servers_links`, Glance under `next`; the address may be another one. */
function nextQuery(body: JsonObject, key: string): string | null {
  const links = body[`${key}_links`];
  const link = Array.isArray(links) ? links.filter(isObject).find(({ rel }) => rel === 'next')?.href : body.next;
  if (typeof link !== 'string') return null;
  const at = link.indexOf('?');
  return at < 0 ? null : link.slice(at);
}
