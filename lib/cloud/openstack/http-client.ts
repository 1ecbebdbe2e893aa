import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import pLimit from 'p-limit';
import { Agent, request as send } from 'undici';
import { errors, isVetroError } from '@/lib/errors';
import { isObject, type JsonObject } from '@/lib/model/json';

/** One call of a service. */
export interface ServiceCall {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  url: string;
  headers?: Record<string, string>;
  body?: JsonObject;
  signal?: AbortSignal | undefined;
  /** whether a second arrival changes nothing more; true for GET when left out, false for everything else */
  repeatable?: boolean;
  /** how long a repeatable call is tried while the service is out, in milliseconds; some seconds when left out */
  retryForMs?: number | undefined;
}

export interface ServiceAnswer {
  status: number;
  headers: Record<string, string | string[] | undefined>;
  /** empty when it is no JSON object */
  body: JsonObject;
}

/** Speaks with all services of a cloud: few connections that are kept, few calls at once. */
export interface HttpClient {
  /**
   * Calls a service. What is repeatable is tried again, with growing pauses, when the network fails or the service is
   * out for a moment; what changes something is not: whether it has arrived only its caller can find out.
   *
   * @returns the answer, whatever its status
   * @throws cloud `openstack_unreachable` (retryable) when nobody answers; `cancelled` when the signal fires
   */
  call(call: ServiceCall): Promise<ServiceAnswer>;
  close(): Promise<void>;
}

export interface HttpClientOptions {
  /** certificates of further authorities, in PEM */
  ca: string | null;
  insecure: boolean;
  log: { debug(details: object, text: string): void };
  /** before the second attempt, in milliseconds; each pause is twice as long as the one before */
  firstPauseMs?: number;
}

/** More at once would only stand in the queues of the services. */
const AT_ONCE = 8;
/** No single answer may take longer, in milliseconds: a template of a hundred resources takes Heat some seconds. */
const TIMEOUT_MS = 60_000;
const CONNECT_MS = 10_000;
/** So long somebody who waits for a page is kept, in milliseconds. */
const RETRY_FOR_MS = 5_000;
const FIRST_PAUSE_MS = 300;
const LONGEST_PAUSE_MS = 15_000;
/** The service or what is before it is out for a moment, or asks for patience. */
const OUT = new Set([429, 502, 503, 504]);

/** Makes the one client of a cloud. */
export function createHttpClient({ ca, insecure, log, firstPauseMs = FIRST_PAUSE_MS }: HttpClientOptions): HttpClient {
  const dispatcher = new Agent({
    connections: AT_ONCE,
    connectTimeout: CONNECT_MS,
    headersTimeout: TIMEOUT_MS,
    bodyTimeout: TIMEOUT_MS,
    connect: { rejectUnauthorized: !insecure, ...(ca === null ? {} : { ca }) },
  });
  const limit = pLimit(AT_ONCE);

  async function once({ method, url, headers, body, signal }: ServiceCall, requestId: string): Promise<ServiceAnswer> {
    const begun = performance.now();
    try {
      const answer = await send(url, {
        method,
        dispatcher,
        ...(signal ? { signal } : {}),
        headers: {
          accept: 'application/json',
          // services write it into their logs beside their own, so that a call can be followed through all of them
          'x-openstack-request-id': requestId,
          ...(body ? { 'content-type': 'application/json' } : {}),
          ...headers,
        },
        ...(body ? { body: JSON.stringify(body) } : {}),
      });
      const { statusCode: status } = answer;
      const parsed = parse(await answer.body.text());
      const theirs = answer.headers['x-openstack-request-id'];
      const ms = Math.round(performance.now() - begun);
      log.debug({ method, url, status, requestId, serviceRequestId: theirs, ms }, 'openstack answered');
      return { status, headers: answer.headers, body: parsed };
    } catch (error) {
      if (signal?.aborted) throw errors.cancelled('cloud_call_cancelled', 'Asking the cloud was given up.');
      const { host } = new URL(url);
      const sentence = `OpenStack does not answer at ${host}. Check that it runs and that this server reaches it.`;
      const details = { method, url, requestId, reason: error instanceof Error ? error.message : '' };
      throw errors.cloud('openstack_unreachable', sentence, { retryable: true, details, cause: error });
    }
  }

  /** Whoever pauses takes no place from others. */
  async function patiently(call: ServiceCall): Promise<ServiceAnswer> {
    const requestId = `req-${randomUUID()}`;
    const isRepeatable = call.repeatable ?? call.method === 'GET';
    const retryForMs = call.retryForMs ?? RETRY_FOR_MS;
    let waitedMs = 0;
    for (let pauseMs = firstPauseMs; ; pauseMs = Math.min(pauseMs * 2, LONGEST_PAUSE_MS)) {
      const isLast = !isRepeatable || waitedMs + pauseMs > retryForMs;
      try {
        const answer = await limit(() => once(call, requestId));
        if (isLast || !OUT.has(answer.status)) return answer;
      } catch (error) {
        if (isLast || !isVetroError(error) || !error.retryable) throw error;
      }
      await pause(pauseMs, undefined, { signal: call.signal }).catch(() => undefined);
      waitedMs += pauseMs;
    }
  }

  return { call: patiently, close: () => dispatcher.close() };
}

function parse(text: string): JsonObject {
  try {
    const value: unknown = JSON.parse(text);
    return isObject(value) ? value : {};
  } catch {
    return {};
  }
}
