import { isObject, type Json, type JsonObject } from '@/lib/model/json';
import type { SeededRandom } from './seeded-random';
import { hostileUpload, type TypedBody } from './uploads';
import { mutated, oddBody, oddValue, TEXTS } from './values';

/** A request as bytes go out: the path encoded or deliberately not. */
export interface HostileRequest {
  operation: string;
  method: string;
  path: string;
  headers: Record<string, string>;
  body: Buffer | null;
  /** to hang up after so many bytes of the body */
  hangUpAt: number | null;
}

/** What there is to be named: ids by the parameter that takes them, and bodies by operation that would be taken. */
export interface Known {
  ids: Record<string, string[]>;
  bodies: Record<string, Json[]>;
}

interface Described {
  operationId: string;
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
  const { described } = target;
  const oddPlace = chance.one(['path', 'query', 'header', 'body', 'body', 'body', 'bytes', 'nothing']);
  const parameters = described.parameters ?? [];
  const proper = (name: string, schema: JsonObject) =>
    chance.oneIn(3) ? String(sample(schema, schemas, chance, 0)) : chance.one(known.ids[name] ?? ['f'.repeat(32)]);
  const path = target.path.replace(/\{(\w+)\}/g, (_, name: string) => {
    const schema = parameters.find((one) => one.in === 'path' && one.name === name)?.schema ?? {};
    return oddPlace === 'path' && chance.oneIn(2) ? oddSegment(chance) : segments(proper(name, schema));
  });
  const query = parameters
    .filter((one) => one.in === 'query' && (one.required || chance.oneIn(2)))
    .map(({ name, schema }) => [name, oddPlace === 'query' ? chance.one(TEXTS) : proper(name, schema)] as const);
  if (oddPlace === 'query') query.push([chance.one(TEXTS), chance.one(TEXTS)]);
  const headers: Record<string, string> = {};
  for (const { name, schema } of parameters.filter((one) => one.in === 'header' && (one.required || chance.oneIn(2))))
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
  const body = bodyOf(target, known, schemas, chance, oddPlace);
  if (body) headers['content-type'] = chance.oneIn(12) ? inHeader(chance) : body.type;
  return {
    operation: described.operationId,
    method: target.method,
    path: (path + queryText(query, oddPlace === 'query' && chance.oneIn(4))).slice(0, 9_000),
    headers,
    body: body?.bytes ?? null,
    hangUpAt: body && body.bytes.length > 2 && chance.oneIn(40) ? chance.below(body.bytes.length) : null,
  };
}

function bodyOf(
  { described }: Target,
  known: Known,
  schemas: JsonObject,
  chance: SeededRandom,
  oddPlace: string,
): TypedBody | null {
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
  const bodies = known.bodies[described.operationId];
  let value: unknown = bodies ? chance.one(bodies) : sample(schema, schemas, chance, 0);
  if (oddPlace === 'body') for (let times = 1 + chance.below(2); times > 0; times -= 1) value = mutated(value, chance);
  return { type, bytes: Buffer.from(JSON.stringify(value) ?? 'null') };
}

/** A value that a JSON schema describes, or nearly so: patterns are not followed. */
function sample(schema: Json | undefined, schemas: JsonObject, chance: SeededRandom, depth: number): unknown {
  if (!isObject(schema) || depth > 6) return chance.oneIn(2) ? 'x' : oddValue(chance);
  if (typeof schema.$ref === 'string')
    return sample(schemas[schema.$ref.split('/').pop() ?? ''], schemas, chance, depth);
  if ('const' in schema) return schema.const;
  if (Array.isArray(schema.enum)) return chance.one(schema.enum);
  for (const choice of [schema.anyOf, schema.oneOf, schema.allOf])
    if (Array.isArray(choice)) return sample(chance.one(choice), schemas, chance, depth + 1);
  switch (Array.isArray(schema.type) ? chance.one(schema.type) : schema.type) {
    case 'object':
      return Object.fromEntries(
        Object.entries(isObject(schema.properties ?? null) ? (schema.properties as JsonObject) : {})
          .filter(([key]) => (Array.isArray(schema.required) && schema.required.includes(key)) || chance.oneIn(2))
          .map(([key, inner]) => [key, sample(inner, schemas, chance, depth + 1)]),
      );
    case 'array':
      return Array.from({ length: chance.below(3) }, () => sample(schema.items, schemas, chance, depth + 1));
    case 'integer':
    case 'number':
      return chance.one([schema.minimum ?? 0, schema.maximum ?? 10, 1, 0]);
    case 'boolean':
      return chance.oneIn(2);
    case 'null':
      return null;
    case 'string':
      return chance.one(['x', 'a name', 'f'.repeat(32), 'Gr33n-Orchard!', '2026-01-01T00:00:00Z', 'http://10.0.0.5']);
    default:
      return oddValue(chance);
  }
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
