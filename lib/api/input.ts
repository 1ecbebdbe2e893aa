import { z } from 'zod';
import { errors, type VetroError } from '@/lib/errors';
import { inexactNumberIn, isTooLargeToBeExact } from '@/lib/model/exact-numbers';
import { repeatedFieldIn } from '@/lib/model/repeated-fields';
import { schemaWords } from '@/lib/model/schema-words';
import { requireUtf8, utf8Text } from './bodies/utf8';
import { invalidBySchema } from './problem';
import type { ApiRequest } from './request';
import { assertStorable } from './storable-input';

/** The longest body we read, in bytes. */
export const BODY_LIMIT_BYTES = 1024 * 1024;

/**
 * Reads and checks a JSON body.
 *
 * @param types content types of JSON that do not say so in their names
 * @returns the parsed body
 * @throws invalid_input with code `unsupported_media_type` (415), `body_too_large` (413),
 *   `malformed_body`, `inexact_number`, `repeated_field`, `sealed_input` (400), `client_gone` (499) or the bad fields (400)
 */
export async function readBody<B>(
  request: ApiRequest,
  schema: z.ZodType<B>,
  types: readonly string[] = [],
): Promise<B> {
  const type = mediaTypeOf(request);
  if (type === '' && (await readText(request)) === '') {
    throw errors.invalidInput('This request needs a body of JSON, and has none.', [], { code: 'malformed_body' });
  }
  if (type !== 'application/json' && !type.endsWith('+json') && !types.includes(type)) {
    throw errors.invalidInput('Send the body as JSON, with "Content-Type: application/json".', [], {
      code: 'unsupported_media_type',
    });
  }
  requireUtf8(request);
  const value = readJson(await readText(request));
  assertStorable(value, 'body', '');
  return checkInput(schema, value, 'The request has fields that need correction.', '');
}

/**
 * Reads a JSON text.
 *
 * @throws invalid_input with code `malformed_body`, `inexact_number` for a number that would be changed, or
 *   `repeated_field` for a field of which one value alone would be kept
 */
export function readJson(text: string): unknown {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw errors.invalidInput('The body is not valid JSON.', [], { code: 'malformed_body' });
  }
  const number = inexactNumberIn(text);
  if (number !== null) {
    throw errors.invalidInput(
      isTooLargeToBeExact(number)
        ? `The whole number ${shortened(number)} is larger than ${Number.MAX_SAFE_INTEGER} and would be rounded. Send it as a text, in quotation marks, or send a smaller one.`
        : `The number ${shortened(number)} would be kept as ${Number(number)}. Send it as a text, in quotation marks, or with fewer digits.`,
      [],
      { code: 'inexact_number' },
    );
  }
  const repeated = repeatedFieldIn(text);
  if (repeated === null) return value;
  throw errors.invalidInput(
    `One object of the body has the field "${shortened(repeated)}" twice, and one of both would be lost. Send it once.`,
    [],
    { code: 'repeated_field' },
  );
}

const shortened = (written: string) => (written.length > 40 ? `${written.slice(0, 40)}…` : written);

/** What a request says its body is: `application/json`, without parameters; empty when it says nothing. */
export function mediaTypeOf({ headers }: Pick<ApiRequest, 'headers'>): string {
  return headers.get('content-type')?.split(';', 1)[0]?.trim().toLowerCase() ?? '';
}

/**
 * Checks path parameters. What no resource can be named by is not found, rather than invalid.
 *
 * @throws VetroError (not_found) `not_found` when the address is not one of the endpoint's
 */
export function readParams<P>(params: Record<string, unknown>, schema: z.ZodType<P>): P {
  const result = schema.safeParse(params);
  if (!result.success) throw errors.notFound('not_found', 'There is nothing at this address.');
  return result.data;
}

/** Checks the query; a parameter that its schema has as a list may be repeated. Unknown ones are ignored. */
export function readQuery<Q>(query: URLSearchParams, schema: z.ZodType<Q>): Q {
  const lists = listsOf(schema);
  const values: Record<string, unknown> = {};
  for (const key of new Set(query.keys())) values[key] = lists.has(key) ? query.getAll(key) : query.get(key);
  assertStorable(values, 'query', 'query');
  return checkInput(schema, values, 'The query of the address needs correction.', 'query');
}

/** Checks headers by the names the schema gives them. */
export function readHeaders<H>(headers: ApiRequest['headers'], schema: z.ZodType<H>): H {
  const values: Record<string, unknown> = {};
  for (const key of schema instanceof z.ZodObject ? Object.keys(schema.shape) : [])
    values[key] = headers.get(key) ?? undefined;
  assertStorable(values, 'header', 'headers');
  return checkInput(schema, values, 'A header of the request needs correction.', 'headers');
}

/**
 * Checks a value against its schema.
 *
 * @param prefix put before the path of each bad field
 * @throws invalid_input with the bad fields
 */
export function checkInput<T>(schema: z.ZodType<T>, value: unknown, sentence: string, prefix: string): T {
  const result = schema.safeParse(value, { error: schemaWords });
  if (!result.success) throw invalidBySchema(sentence, result.error.issues, prefix);
  return result.data;
}

/** The parameters of a schema that may be repeated, looked for once. */
function listsOf(schema: z.ZodType): ReadonlySet<string> {
  const known = LISTS.get(schema);
  if (known) return known;
  const shape = schema instanceof z.ZodObject ? (schema.shape as Record<string, z.ZodType>) : {};
  const lists = new Set(Object.keys(shape).filter((name) => shape[name] && isList(shape[name])));
  LISTS.set(schema, lists);
  return lists;
}
const LISTS = new WeakMap<z.ZodType, ReadonlySet<string>>();

function isList(schema: z.ZodType): boolean {
  if (schema instanceof z.ZodArray) return true;
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodDefault || schema instanceof z.ZodNullable)
    return isList(schema.unwrap() as z.ZodType);
  return false;
}

async function readText(request: ApiRequest): Promise<string> {
  if (Number(request.headers.get('content-length') ?? 0) > BODY_LIMIT_BYTES) throw bodyTooLarge(BODY_LIMIT_BYTES);
  if (!request.body) return '';
  // Who asks was looked up meanwhile: a short body is there by now, and waiting for it piece by piece costs more than it.
  const arrived = request.takeArrived?.();
  if (arrived) {
    if (arrived.byteLength > BODY_LIMIT_BYTES) throw bodyTooLarge(BODY_LIMIT_BYTES);
    return utf8Text(arrived);
  }
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of whileConnected(request.body)) {
    size += chunk.byteLength;
    // Leaving the loop gives the rest of the body up.
    if (size > BODY_LIMIT_BYTES) throw bodyTooLarge(BODY_LIMIT_BYTES);
    chunks.push(chunk);
  }
  return utf8Text(Buffer.concat(chunks));
}

/** That a body is longer than it may be: 413. */
export function bodyTooLarge(limitBytes: number): VetroError {
  return errors.invalidInput(`The body is larger than ${limitBytes / 1024 / 1024} MiB.`, [], {
    code: 'body_too_large',
    details: { limitBytes },
  });
}

/**
 * The bytes of a body. A client that goes away in mid-body is no fault of anybody's: `client_gone`, which nobody reads.
 *
 * @throws VetroError (cancelled) `client_gone`
 */
export async function* whileConnected(body: AsyncIterable<Uint8Array> | []): AsyncGenerator<Uint8Array> {
  try {
    yield* body;
  } catch (error) {
    throw errors.cancelled('client_gone', 'The client went away before it had sent the whole request.', {
      cause: error,
    });
  }
}
