import { setTimeout as pause } from 'node:timers/promises';
import pLimit from 'p-limit';
import { Agent, request as send } from 'undici';
import { errors, isVetroError } from '@/lib/errors';
import { isObject, type JsonObject } from '@/lib/model/json';

/** One call of a service. */
export interface ServiceCall {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  url: string;
  headers?: Record<string, string>;
  body?: JsonObject;
  signal?: AbortSignal;
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
   * Calls a service. What only reads is tried again when the network fails or the service is out for a moment; what
   * changes something is not: whether it has arrived only its caller can find out.
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
}

/** More at once would only stand in the queues of the services. */
const AT_ONCE = 8;
/** No single answer may take longer, in milliseconds: a template of a hundred resources takes Heat some seconds. */
const TIMEOUT_MS = 60_000;
const CONNECT_MS = 10_000;
const ATTEMPTS = 5;
const FIRST_DELAY_MS = 300;
/** The service or what is before it is out for a moment, or asks for patience. */
const OUT = new Set([429, 502, 503, 504]);

export function createHttpClient({ ca, insecure, log }: HttpClientOptions): HttpClient {
  const dispatcher = new Agent({
    connections: AT_ONCE,
    connectTimeout: CONNECT_MS,
    headersTimeout: TIMEOUT_MS,
    bodyTimeout: TIMEOUT_MS,
    connect: { rejectUnauthorized: !insecure, ...(ca === null ? {} : { ca }) },
  });
  const limit = pLimit(AT_ONCE);

  async function once({ method, url, headers, body, signal }: ServiceCall): Promise<ServiceAnswer> {
    const begun = performance.now();
    try {
      const answer = await send(url, {
        method,
        dispatcher,
        ...(signal ? { signal } : {}),
        headers: { accept: 'application/json', ...(body ? { 'content-type': 'application/json' } : {}), ...headers },
        ...(body ? { body: JSON.stringify(body) } : {}),
      });
      const { statusCode: status } = answer;
      const parsed = parse(await answer.body.text());
      const requestId = answer.headers['x-openstack-request-id'];
      log.debug({ method, url, status, requestId, ms: Math.round(performance.now() - begun) }, 'openstack answered');
      return { status, headers: answer.headers, body: parsed };
    } catch (error) {
      if (signal?.aborted) throw errors.cancelled('cloud_call_cancelled', 'Asking the cloud was given up.');
      const { host } = new URL(url);
      const sentence = `OpenStack does not answer at ${host}. Check that it runs and that this server reaches it.`;
      const details = { method, url, reason: error instanceof Error ? error.message : '' };
      throw errors.cloud('openstack_unreachable', sentence, { retryable: true, details, cause: error });
    }
  }

  async function patiently(call: ServiceCall): Promise<ServiceAnswer> {
    for (let attempt = 1; ; attempt += 1) {
      const isLast = attempt === ATTEMPTS || call.method !== 'GET';
      try {
        const answer = await once(call);
        if (isLast || !OUT.has(answer.status)) return answer;
      } catch (error) {
        if (isLast || !isVetroError(error) || !error.retryable) throw error;
      }
      await pause(FIRST_DELAY_MS * 2 ** (attempt - 1), undefined, { signal: call.signal }).catch(() => undefined);
    }
  }

  return {
    call: (call) => limit(() => patiently(call)),
    close: () => dispatcher.close(),
  };
}

function parse(text: string): JsonObject {
  try {
    const value: unknown = JSON.parse(text);
    return isObject(value) ? value : {};
  } catch {
    return {};
  }
}
