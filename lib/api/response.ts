import { errors } from '@/lib/errors';
import { MASK, SEALED } from '@/lib/model/secret';
import type { AnyEndpoint } from './endpoint';
import type { PlainResponse } from './request';

/** Headers of every response of the API: never cached, never guessed at, never framed. */
export const SAFE_HEADERS = {
  'cache-control': 'no-store',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
} as const;

/**
 * A handler's result as a response: a Response with our safe headers, nothing as an empty body,
 * anything else as JSON. A sealed secret that a handler forgot to mask is masked here.
 *
 * @param strict checks the result against the declared response (not in production: it costs time)
 * @throws defect `response_undeclared` when strict and the result is not what the endpoint declares
 */
export function toResponse(endpoint: AnyEndpoint, result: unknown, strict: boolean): PlainResponse | Response {
  const status = endpoint.success ?? 200;
  if (result instanceof Response) {
    for (const [name, value] of Object.entries(SAFE_HEADERS))
      if (!result.headers.has(name)) result.headers.set(name, value);
    return result;
  }
  if (result === undefined) return { status, headers: { ...SAFE_HEADERS }, body: null };
  const text = JSON.stringify(result).replace(SEALED, MASK);
  if (strict) checkResponse(endpoint, text);
  return { status, headers: { ...SAFE_HEADERS, 'content-type': 'application/json' }, body: text };
}

function checkResponse(endpoint: AnyEndpoint, text: string): void {
  const checked = endpoint.response?.safeParse(JSON.parse(text));
  if (checked?.success) return;
  throw errors.defect('response_undeclared', `The response is not what ${endpoint.id} declares.`, {
    details: { endpoint: endpoint.id, issues: checked?.error.issues ?? 'no response is declared' },
  });
}
