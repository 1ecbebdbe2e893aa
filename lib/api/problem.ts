import { z } from 'zod';
import { type ErrorKind, errors, type FieldProblem, isVetroError, toProblem, type VetroError } from '@/lib/errors';
import { type Actor, hasRole } from '@/lib/model/actor';
import { isAboutMissing } from '@/lib/model/schema-words';
import { maskSealed } from '@/lib/model/secret';
import { asSentence } from '@/lib/model/sentence';
import { boundedError } from './bounded-error';

/** The body of every error: an RFC 9457 problem document with a stable code. */
export const ProblemSchema = z
  .object({
    type: z.string().meta({ description: 'urn:vetro:problem:<code>' }),
    title: z.string(),
    status: z.int(),
    code: z.string().meta({ description: 'stable, for programs' }),
    detail: z.string().meta({ description: 'a sentence for people: what happened and what to do' }),
    requestId: z.string().meta({ description: 'names the request in the log' }),
    fields: z
      .array(z.object({ path: z.string(), code: z.string(), sentence: z.string() }))
      .optional()
      .meta({ description: 'the bad fields of an invalid input' }),
    details: z.record(z.string(), z.unknown()).optional().meta({ description: 'more, for administrators' }),
  })
  .meta({ id: 'Problem' });
export type ProblemDocument = z.infer<typeof ProblemSchema>;

const STATUS: Record<ErrorKind, number> = {
  invalid_input: 400,
  not_authenticated: 401,
  forbidden: 403,
  not_found: 404,
  state_forbids: 409,
  conflict: 409,
  limit_exceeded: 403,
  policy_violation: 422,
  language: 422,
  cloud: 502,
  agent: 502,
  cancelled: 409,
  timed_out: 504,
  unavailable: 503,
  defect: 500,
};

const STATUS_OF_CODE: Record<string, number> = {
  unsupported_media_type: 415,
  body_too_large: 413,
  method_not_allowed: 405,
  length_required: 411,
  request_timeout: 408,
  headers_too_large: 431,
  client_gone: 499,
};

const TITLES: Record<number, string> = {
  400: 'Invalid input',
  401: 'Not signed in',
  403: 'Not allowed',
  404: 'Not found',
  405: 'Method not allowed',
  408: 'Too slow',
  409: 'Not possible now',
  411: 'Length needed',
  413: 'Too large',
  415: 'Unsupported content type',
  422: 'Refused',
  429: 'Too many requests',
  431: 'Headers too large',
  499: 'Given up by the client',
  500: 'Our fault',
  502: 'The cloud failed',
  503: 'Not available now',
  504: 'Timed out',
};

/** The title of a problem with this status. */
export function titleOf(status: number): string {
  return TITLES[status] ?? 'Problem';
}

/** States for which the Murano v0.2 guide documents 403 (tables 4.14, 4.16, 4.18). */
const FORBIDDEN_STATES = new Set([
  'environment_deploying',
  'session_invalid',
  'session_deploying',
  'session_deployed',
  'session_missing',
]);

/** The HTTP status of an error. What a state forbids is 409, unless the guide says 403. */
export function statusOf(error: VetroError): number {
  const special = STATUS_OF_CODE[error.code];
  if (special) return special;
  if (error.kind === 'state_forbids' && FORBIDDEN_STATES.has(error.code)) return 403;
  if (error.kind === 'limit_exceeded' && error.retryAfterSeconds !== undefined) return 429;
  return STATUS[error.kind];
}

/** Any thrown value as one of ours; what is not becomes a defect that keeps its cause. */
export function asVetroError(error: unknown): VetroError {
  return isVetroError(error)
    ? error
    : errors.defect('defect', `${toProblem(error).sentence} Its id there is the request id.`, { cause: error });
}

/**
 * The problem document of an error. Details are for administrators alone; sealed secrets are masked.
 *
 * @param actor who asked, null when not known
 */
export function problemOf(error: VetroError, requestId: string, actor: Actor | null): ProblemDocument {
  const status = statusOf(error);
  const { sentence, fields } = boundedError(error);
  const details = {
    ...error.details,
    ...(error.span ? { file: error.span.file, line: error.span.line, column: error.span.column } : {}),
  };
  const showsDetails = actor !== null && hasRole(actor.role, 'admin') && Object.keys(details).length > 0;
  return maskSealed({
    type: `urn:vetro:problem:${error.code}`,
    title: titleOf(status),
    status,
    code: error.code,
    detail: sentence,
    requestId,
    ...(fields.length > 0 ? { fields } : {}),
    ...(showsDetails ? { details } : {}),
  });
}

/**
 * A failed schema check as an `invalid_input` error with the path of every bad field.
 *
 * @param prefix put before each path, for example `query`
 */
export function invalidBySchema(sentence: string, issues: z.core.$ZodIssue[], prefix = ''): VetroError {
  return errors.invalidInput(
    sentence,
    issues.flatMap((issue) => fieldsOf(issue, prefix)),
  );
}

function fieldsOf(issue: z.core.$ZodIssue, prefix: string): FieldProblem[] {
  const at = (path: PropertyKey[]): string => [...(prefix ? [prefix] : []), ...path.map(String)].join('.');
  if (issue.code === 'unrecognized_keys') {
    return issue.keys.map((key) => ({
      path: at([...issue.path, key]),
      code: 'unknown_property',
      sentence: `There is no property "${key}" here. Remove it.`,
    }));
  }
  const code = isAboutMissing(issue.message) ? 'required' : issue.code;
  return [{ path: at(issue.path), code, sentence: asSentence(issue.message) }];
}
