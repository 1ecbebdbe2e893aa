import type { FieldProblem } from '@/lib/model/field-problem';

/** Why a request failed, in words for people. Made from the API's problem documents. */
export class ApiProblem extends Error {
  override readonly name = 'ApiProblem';
  /** the HTTP status; 0 when the server could not be reached */
  readonly status: number;
  /** stable, for programs: `session_invalid` */
  readonly code: string;
  /** what happened and what to do */
  readonly sentence: string;
  /** the bad fields of an invalid input */
  readonly fields: FieldProblem[];
  /** names the request in the server's log */
  readonly requestId: string | null;
  readonly retryAfterSeconds: number | null;

  constructor(facts: {
    status: number;
    code: string;
    sentence: string;
    fields?: FieldProblem[];
    requestId?: string | null;
    retryAfterSeconds?: number | null;
  }) {
    super(facts.sentence);
    this.status = facts.status;
    this.code = facts.code;
    this.sentence = facts.sentence;
    this.fields = facts.fields ?? [];
    this.requestId = facts.requestId ?? null;
    this.retryAfterSeconds = facts.retryAfterSeconds ?? null;
  }
}

/** Whether a caught value is a failed request. */
export function isApiProblem(value: unknown): value is ApiProblem {
  return value instanceof Error && value.name === 'ApiProblem';
}

/** The sentence to show for any caught value; null for none. */
export function sentenceOf(error: unknown): string | null {
  if (error === null || error === undefined) return null;
  if (isApiProblem(error) && error.code === 'policy_stopped' && error.fields.length > 1) {
    // every rule that stops it: the sentence itself counts the others only
    return [...new Set(error.fields.map(({ sentence }) => sentence))].join(' · ');
  }
  return isApiProblem(error) ? error.sentence : 'Something went wrong on this page. Reload it and try again.';
}
