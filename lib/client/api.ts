import type { AddressOf, BodyOf, ResponseOf } from '@/lib/api/contract';
import { isObject } from '@/lib/model/json';
import { ApiProblem, isApiProblem } from './api-problem';
import { inReadersWords, sentenceInReadersWords } from './server-words/readers-words';

/** A problem as the API tells it (RFC 9457). */
interface ProblemAnswer {
  code: string;
  detail: string;
  requestId?: string;
  fields?: { path: string; code: string; sentence: string }[];
}

export interface CallOptions {
  /** the session whose draft is read or written */
  sessionId?: string | null;
  /** the revision that was looked at: the call is refused when there is a newer one */
  revision?: number;
  signal?: AbortSignal;
}

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** The same path, if below `/v1` there is something that takes the method; else no type at all. */
export type Known<M extends Method, Path extends string> = [AddressOf<M, `/v1${Path}`>] extends [never] ? never : Path;
/** What a path below `/v1` answers to a method. */
export type Answer<M extends Method, Path extends string> = ResponseOf<M, `/v1${Path}`>;
type PathBody<M extends Method, Path extends string> = BodyOf<M, `/v1${Path}`>;

/**
 * Calls a path that the caller knows, and knows what it answers; others use `api`. What needs a newer proof of who somebody is
 * asks them for it, and is sent again.
 *
 * @throws ApiProblem for every answer that is no success, `unexpected_answer` for one that is not of the API
 */
export async function request<A>(method: Method, path: string, body?: unknown, options?: CallOptions): Promise<A> {
  const send = () => answerTo<A>(method, path, body, options);
  return send().catch(async (error: unknown) => {
    const isStepUp = isApiProblem(error) && error.code === 'step_up_required';
    if (isStepUp && (await (await import('./step-up')).proveAgain())) return send();
    throw error;
  });
}

async function answerTo<A>(
  method: Method,
  path: string,
  body: unknown,
  { sessionId, revision, signal }: CallOptions = {},
): Promise<A> {
  const headers = new Headers({ accept: 'application/json', 'accept-language': document.documentElement.lang });
  const isFile = body instanceof Blob;
  if (body !== undefined) headers.set('content-type', isFile ? 'application/octet-stream' : 'application/json');
  if (sessionId) headers.set('x-configuration-session', sessionId);
  if (revision !== undefined) headers.set('if-match', `"${revision}"`);
  const response = await fetch(`/v1${path}`, {
    method,
    headers,
    body: body === undefined || isFile ? body : JSON.stringify(body),
    signal,
    credentials: 'same-origin',
    cache: 'no-store',
  }).catch(async (error: unknown) => {
    if (signal?.aborted) throw error;
    throw new ApiProblem({
      status: 0,
      code: 'unreachable',
      sentence: await sentenceInReadersWords('The server does not answer. Check your connection and try again.'),
    });
  });
  const text = await response.text();
  if (!response.ok) throw await problemOf(response, text);
  if (text === '') return undefined as A;
  const answer = readJson(text);
  if (answer === undefined) {
    throw new ApiProblem({
      status: response.status,
      code: 'unexpected_answer',
      sentence: await sentenceInReadersWords(
        'The server answered in a way this page does not understand. Reload the page; it may be out of date.',
      ),
      requestId: response.headers.get('x-request-id'),
    });
  }
  return inReadersWords(answer as A, text);
}

async function problemOf(response: Response, text: string): Promise<ApiProblem> {
  const problem = readJson(text);
  const requestId = response.headers.get('x-request-id');
  if (!isProblem(problem)) {
    return new ApiProblem({
      status: response.status,
      code: 'unexpected_answer',
      sentence: await sentenceInReadersWords('The server could not do that. Try again in a moment.'),
      requestId,
    });
  }
  const wait = Number(response.headers.get('retry-after'));
  return new ApiProblem({
    status: response.status,
    code: problem.code,
    sentence: await sentenceInReadersWords(problem.detail),
    fields: await inReadersWords(problem.fields, text),
    requestId: problem.requestId ?? requestId,
    retryAfterSeconds: wait > 0 ? wait : null,
  });
}

function isProblem(answer: unknown): answer is ProblemAnswer {
  return isObject(answer) && typeof answer.code === 'string' && typeof answer.detail === 'string';
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/**
 * The API as the dashboard calls it: paths below `/v1`, every failure an {@link ApiProblem}. The sign-in cookie says
 * who asks. Which paths there are, what they take and what they answer is told by the endpoints themselves, to the
 * compiler alone; answers are trusted: server and dashboard are of one build, and tests hold every answer of the API
 * against its schema. Schemas stay out of the browser, where their library would weigh as much as a page. A file is sent as
 * it is, everything else as JSON.
 */
export const api = {
  get: <const P extends string>(path: P & Known<'GET', P>, options?: CallOptions) =>
    request<Answer<'GET', P>>('GET', path, undefined, options),
  post: <const P extends string>(path: P & Known<'POST', P>, body: PathBody<'POST', P>, options?: CallOptions) =>
    request<Answer<'POST', P>>('POST', path, body, options),
  put: <const P extends string>(path: P & Known<'PUT', P>, body: PathBody<'PUT', P>, options?: CallOptions) =>
    request<Answer<'PUT', P>>('PUT', path, body, options),
  patch: <const P extends string>(path: P & Known<'PATCH', P>, body: PathBody<'PATCH', P>, options?: CallOptions) =>
    request<Answer<'PATCH', P>>('PATCH', path, body, options),
  del: <const P extends string>(path: P & Known<'DELETE', P>, options?: CallOptions) =>
    request<Answer<'DELETE', P>>('DELETE', path, undefined, options),
};
