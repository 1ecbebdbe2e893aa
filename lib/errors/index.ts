/**
 * The one tree of errors. Each carries a stable `code`, a `sentence` safe to show to any user,
 * `details` for administrators and whether trying again may help. They become HTTP in `lib/api` and
 * pixels in `components/status`, nowhere else.
 *
 * Next loads modules more than once per process, so errors are recognised by brand (`isVetroError`),
 * never by `instanceof`.
 */
export type ErrorKind =
  | 'invalid_input'
  | 'not_authenticated'
  | 'forbidden'
  | 'not_found'
  | 'state_forbids'
  | 'conflict'
  | 'limit_exceeded'
  | 'policy_violation'
  | 'language'
  | 'cloud'
  | 'agent'
  | 'cancelled'
  | 'timed_out'
  | 'unavailable'
  | 'defect';

/** One bad field of an input: where (`units.0.recoveryPassword`), a stable code, and what to do. */
export interface FieldProblem {
  path: string;
  code: string;
  sentence: string;
}

/** Where in a package's text something went wrong; lines and columns count from 1. */
export interface SourceSpan {
  file: string;
  line: number;
  column: number;
}

export interface ErrorOptions {
  /** stable snake_case code, for example `session_outdated` */
  code: string;
  /** for users: what happened and what to do */
  sentence: string;
  /** for administrators; must hold no secret */
  details?: Record<string, unknown>;
  /** bad fields, for invalid input */
  fields?: FieldProblem[];
  /** place in a package, for language errors */
  span?: SourceSpan;
  retryable?: boolean;
  /** seconds to wait before trying again, for limits and outages */
  retryAfterSeconds?: number;
  cause?: unknown;
}

const BRAND = Symbol.for('vetro.error');

export class VetroError extends Error {
  readonly [BRAND] = true;
  readonly kind: ErrorKind;
  readonly code: string;
  readonly sentence: string;
  readonly details: Record<string, unknown>;
  readonly fields: FieldProblem[];
  readonly span?: SourceSpan;
  readonly retryable: boolean;
  readonly retryAfterSeconds?: number;

  constructor(kind: ErrorKind, options: ErrorOptions) {
    super(options.sentence, { cause: options.cause });
    this.name = 'VetroError';
    this.kind = kind;
    this.code = options.code;
    this.sentence = options.sentence;
    this.details = options.details ?? {};
    this.fields = options.fields ?? [];
    this.span = options.span;
    this.retryable = options.retryable ?? false;
    this.retryAfterSeconds = options.retryAfterSeconds;
  }
}

/** Whether a caught value is one of ours, across copies of this module. */
export function isVetroError(value: unknown): value is VetroError {
  return typeof value === 'object' && value !== null && (value as Record<symbol, unknown>)[BRAND] === true;
}

type ErrorDetails = Omit<ErrorOptions, 'code' | 'sentence'>;
const make =
  (kind: ErrorKind) =>
  (code: string, sentence: string, more: ErrorDetails = {}) =>
    new VetroError(kind, { code, sentence, ...more });

/** One constructor per kind: `throw errors.notFound('environment_not_found', '…')`. */
export const errors = {
  invalidInput: (sentence: string, fields: FieldProblem[], more: ErrorDetails & { code?: string } = {}) =>
    new VetroError('invalid_input', { ...more, code: more.code ?? 'invalid_input', sentence, fields }),
  notAuthenticated: make('not_authenticated'),
  forbidden: make('forbidden'),
  notFound: make('not_found'),
  stateForbids: make('state_forbids'),
  conflict: make('conflict'),
  limitExceeded: make('limit_exceeded'),
  policyViolation: make('policy_violation'),
  language: make('language'),
  cloud: make('cloud'),
  agent: make('agent'),
  cancelled: make('cancelled'),
  timedOut: make('timed_out'),
  unavailable: make('unavailable'),
  defect: make('defect'),
};

/** What an error looks like once stored or sent: plain JSON, no stack. */
export interface Problem {
  kind: ErrorKind;
  code: string;
  sentence: string;
  details: Record<string, unknown>;
  fields: FieldProblem[];
  span?: SourceSpan;
  retryable: boolean;
}

/** Any thrown value as a plain problem; what is not ours becomes a defect without its words. */
export function toProblem(error: unknown): Problem {
  if (!isVetroError(error)) {
    return {
      kind: 'defect',
      code: 'defect',
      sentence: 'Something went wrong on our side. The log has the details.',
      details: {},
      fields: [],
      retryable: false,
    };
  }
  const { kind, code, sentence, details, fields, span, retryable } = error;
  return { kind, code, sentence, details, fields, ...(span ? { span } : {}), retryable };
}

/** The error that a problem was made of. */
export function fromProblem(problem: Problem): VetroError {
  const { kind, code, sentence, details, fields, span, retryable } = problem;
  return new VetroError(kind, { code, sentence, details, fields, retryable, ...(span ? { span } : {}) });
}
