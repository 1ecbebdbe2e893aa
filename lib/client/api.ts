import { z } from 'zod';
import { ApiProblem } from './api-problem';

const ProblemSchema = z.object({
  status: z.int(),
  code: z.string(),
  detail: z.string(),
  requestId: z.string().optional(),
  fields: z.array(z.object({ path: z.string(), code: z.string(), sentence: z.string() })).optional(),
});

export interface CallOptions {
  /** the session whose draft is read or written */
  sessionId?: string | null;
  signal?: AbortSignal;
}

/** For answers without a body. */
export const Nothing = z.unknown().transform(() => undefined);

async function call<A>(
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE',
  path: string,
  answer: z.ZodType<A>,
  body: unknown,
  { sessionId, signal }: CallOptions = {},
): Promise<A> {
  const headers = new Headers({ accept: 'application/json' });
  if (body !== undefined) headers.set('content-type', 'application/json');
  if (sessionId) headers.set('x-configuration-session', sessionId);
  const response = await fetch(`/v1${path}`, {
    method,
    headers,
    body: body === undefined ? undefined : JSON.stringify(body),
    signal,
    credentials: 'same-origin',
    cache: 'no-store',
  }).catch((error: unknown) => {
    if (signal?.aborted) throw error;
    throw new ApiProblem({
      status: 0,
      code: 'unreachable',
      sentence: 'The server does not answer. Check your connection and try again.',
    });
  });
  const text = await response.text();
  if (!response.ok) throw problemOf(response, text);
  const parsed = answer.safeParse(text === '' ? undefined : readJson(text));
  if (!parsed.success) {
    throw new ApiProblem({
      status: response.status,
      code: 'unexpected_answer',
      sentence: 'The server answered in a way this page does not understand. Reload the page; it may be out of date.',
      requestId: response.headers.get('x-request-id'),
    });
  }
  return parsed.data;
}

function problemOf(response: Response, text: string): ApiProblem {
  const parsed = ProblemSchema.safeParse(readJson(text));
  const requestId = response.headers.get('x-request-id');
  if (!parsed.success) {
    return new ApiProblem({
      status: response.status,
      code: 'unexpected_answer',
      sentence: 'The server could not do that. Try again in a moment.',
      requestId,
    });
  }
  const wait = Number(response.headers.get('retry-after'));
  return new ApiProblem({
    status: response.status,
    code: parsed.data.code,
    sentence: parsed.data.detail,
    fields: parsed.data.fields,
    requestId: parsed.data.requestId ?? requestId,
    retryAfterSeconds: wait > 0 ? wait : null,
  });
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/**
 * The API as the dashboard calls it: paths below `/v1`, answers checked against their schema, every failure an
 * {@link ApiProblem}. The sign-in cookie says who asks.
 */
export const api = {
  get: <A>(path: string, answer: z.ZodType<A>, options?: CallOptions) => call('GET', path, answer, undefined, options),
  post: <A>(path: string, body: unknown, answer: z.ZodType<A>, options?: CallOptions) =>
    call('POST', path, answer, body, options),
  put: <A>(path: string, body: unknown, answer: z.ZodType<A>, options?: CallOptions) =>
    call('PUT', path, answer, body, options),
  patch: <A>(path: string, body: unknown, answer: z.ZodType<A>, options?: CallOptions) =>
    call('PATCH', path, answer, body, options),
  del: (path: string, options?: CallOptions) => call('DELETE', path, Nothing, undefined, options),
};
