import { errors } from '@/lib/errors';
import { MASK, SEALED } from '@/lib/model/secret';
import type { OperationShape } from './operation';
import type { PlainAnswer } from './request';

/** Headers of every answer of the API: never cached, never guessed at, never framed. */
export const SAFE_HEADERS = {
  'cache-control': 'no-store',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
} as const;

/**
 * A handler's result as an answer: a Response with our safe headers, nothing as an empty body,
 * anything else as JSON. A sealed secret that a handler forgot to mask is masked here.
 *
 * @param strict checks the result against the declared answer (not in production: it costs time)
 * @throws defect `answer_undeclared` when strict and the result is not what the operation declares
 */
export function present(operation: OperationShape, result: unknown, strict: boolean): PlainAnswer | Response {
  const status = operation.success ?? 200;
  if (result instanceof Response) {
    for (const [name, value] of Object.entries(SAFE_HEADERS))
      if (!result.headers.has(name)) result.headers.set(name, value);
    return result;
  }
  if (result === undefined) return { status, headers: { ...SAFE_HEADERS }, body: null };
  const text = JSON.stringify(result).replace(SEALED, MASK);
  if (strict) checkAnswer(operation, text);
  return { status, headers: { ...SAFE_HEADERS, 'content-type': 'application/json' }, body: text };
}

function checkAnswer(operation: OperationShape, text: string): void {
  const checked = operation.answer?.safeParse(JSON.parse(text));
  if (checked?.success) return;
  throw errors.defect('answer_undeclared', `The answer is not what ${operation.id} declares.`, {
    details: { operation: operation.id, issues: checked?.error.issues ?? 'no answer is declared' },
  });
}
