import { isObject, type Json, type JsonObject } from '@/lib/model/json';
import { type Samples, sample } from './samples';
import type { SeededRandom } from './seeded-random';
import { hostileUpload, type TypedBody } from './uploads';
import { mutated, oddBody, TEXTS } from './values';

/** A request as bytes go out: the path encoded or deliberately not. */
export interface HostileRequest {
  operation: string;
  method: string;
  path: string;
  headers: Record<string, string>;
  body: Buffer | null;
  /** to hang up after so many bytes of the body */
  hangUpAt: number | null;
  /** to hang up when there is no answer after so many milliseconds; else it is waited for */
  patienceMs?: number;
}

/** What there is to be named: ids by the parameter that takes them, and bodies by operation that would be taken. */
export interface Known {
  ids: Record<string, string[]>;
  bodies: Record<string, Json[]>;
  /** ids that one operation alone may name, because it takes away what they stand for, and much with it */
  apart: Record<string, Record<string, string[]>>;
}

interface Described {
  operationId: string;
  'x-required-role'?: string;
  parameters?: { name: string; in: 'path' | 'query' | 'header'; required: boolean; schema: JsonObject }[];
  /** by content type: JSON, or an upload */
  requestBody?: { content: Partial<Record<string, { schema: JsonObject }>> };
}

/** An operation of the API's description. */
export interface Target {
  method: string;
  path: string;
  described: Described;
}

/** Every operation that a description of the API (`/openapi.json`) has. */
export function targetsOf(description: JsonObject): Target[] {
  return Object.entries(description.paths as JsonObject).flatMap(([path, methods]) =>
    Object.entries(methods as JsonObject).map(([method, described]) => ({
      method: method.toUpperCase(),
      path,
      described: described as unknown as Described,
    })),
  );
}

/**
 * Makes a request of an operation that is right but for what chance has made odd in it: a value of the path, of the
 * query, a header, a place in the body, or all of the body.
 */
export function hostileRequest(
  target: Target,
  known: Known,
  schemas: JsonObject,
  chance: SeededRandom,
): HostileRequest {
  const oddPlace = chance.one(['path', 'query', 'header', 'body', 'body', 'body', 'bytes', 'nothing']);
  const request = requestOf(target, known, { schemas, chance, ids: known.ids }, oddPlace);
  const { body } = request;
  if (body && chance.oneIn(12)) request.headers['content-type'] = inHeader(chance);
  if (body && body.length > 2 && chance.oneIn(40)) request.hangUpAt = chance.below(body.length);
  return request;
}

function requestOf(target: Target, known: Known, all: Samples, oddPlace: string): HostileRequest {
  const { described } = target;
  const { chance } = all;
  const parameters = described.parameters ?? [];
  const samples = { ...all, ids: { ...known.ids, ...known.apart[described.operationId] } };
  const isIncluded = ({ required }: { required: boolean }) => required || chance.oneIn(2);
  const proper = (name: string, schema: JsonObject) => String(sample(schema, name, samples));
  const path = target.path.replace(/\{(\w+)\}/g, (_, name: string) => {
    const schema = parameters.find((one) => one.in === 'path' && one.name === name)?.schema ?? {};
    return oddPlace === 'path' && chance.oneIn(2) ? oddSegment(chance) : segments(proper(name, schema));
  });
  const query = parameters
    .filter((one) => one.in === 'query' && isIncluded(one))
    .map(({ name, schema }) => [name, oddPlace === 'query' ? chance.one(TEXTS) : proper(name, schema)] as const);
  if (oddPlace === 'query') query.push([chance.one(TEXTS), chance.one(TEXTS)]);
  const headers: Record<string, string> = {};
  for (const { name, schema } of parameters.filter((one) => one.in === 'header' && isIncluded(one)))
    headers[name] = oddPlace === 'header' ? inHeader(chance) : proper(name, schema);
  if (oddPlace === 'header') {
    const name = chance.one([
      'accept',
      'x-request-id',
      'last-event-id',
      'origin',
      'range',
      'if-none-match',
      'cookie',
      'expect-ct',
    ]);
    headers[name] = inHeader(chance);
  }
  const body = bodyOf(target, known.bodies[described.operationId], samples, oddPlace);
  if (body) headers['content-type'] = body.type;
  return {
    operation: described.operationId,
    method: target.method,
    path: (path + queryText(query, oddPlace === 'query' && chance.oneIn(4))).slice(0, 9_000),
    headers,
    body: body?.bytes ?? null,
    hangUpAt: null,
  };
}

function bodyOf(
  { described }: Target,
  bodies: Json[] | undefined,
  samples: Samples,
  oddPlace: string,
): TypedBody | null {
  const { chance } = samples;
  const type = 'application/json';
  const content = described.requestBody?.content ?? {};
  const { 'multipart/form-data': upload, ...files } = content;
  if (upload) {
    const fields = isObject(upload.schema.properties ?? null)
      ? Object.keys(upload.schema.properties as JsonObject)
      : [];
    const types = Object.keys(files);
    return hostileUpload({ fields: fields.filter((name) => name !== 'file'), types }, oddPlace === 'body', chance);
  }
  const schema = content[type]?.schema;
  if (!schema) return chance.oneIn(10) ? { type, bytes: oddBody(chance) } : null;
  if (oddPlace === 'bytes') return { type, bytes: oddBody(chance) };
  let value: unknown = bodies ? chance.one(bodies) : sample(schema, '', samples);
  if (oddPlace === 'body') for (let times = 1 + chance.below(2); times > 0; times -= 1) value = mutated(value, chance);
  return { type, bytes: Buffer.from(JSON.stringify(value) ?? 'null') };
}

/** A value in a path; of the rest of a path several. */
const segments = (value: string) => value.split('/').map(encodeURIComponent).join('/');

/** A segment of a path, encoded or raw, never with what a client's library would not send. */
function oddSegment(chance: SeededRandom): string {
  const text = chance.one(TEXTS).slice(0, 3_000);
  const raw = text.replace(/[^\x21-\x7e]|[?#]/g, '');
  return chance.oneIn(3) ? raw : encoded(text);
}

/** Halves of pairs have no code of their own: they go out as three bytes, as careless programs send them. */
function encoded(text: string): string {
  return text.replace(/[\s\S]/gu, (letter) => {
    const code = letter.codePointAt(0) ?? 0;
    if (code < 0xd800 || code > 0xdfff) return encodeURIComponent(letter);
    return `%ED%${(0x80 | ((code >> 6) & 0x3f)).toString(16)}%${(0x80 | (code & 0x3f)).toString(16)}`;
  });
}

function queryText(pairs: (readonly [string, string])[], raw: boolean): string {
  const form = (text: string) => (raw ? text.replace(/[^\x21-\x7e]|#/g, '') : encoded(text));
  return pairs.length === 0 ? '' : `?${pairs.map(([name, value]) => `${form(name)}=${form(value)}`).join('&')}`;
}

function inHeader(chance: SeededRandom): string {
  return chance
    .one(TEXTS)
    .replace(/[^\x20-\x7e\xa0-\xff]/g, '')
    .slice(0, 6_000);
}
