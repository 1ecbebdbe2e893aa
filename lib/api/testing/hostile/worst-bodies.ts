import { zip } from '@/lib/formats/archive/testing/write-zip';
import { isObject, type JsonObject } from '@/lib/model/json';
import { MAX_LEVELS } from '../../storable-input';
import { object } from '../responses';
import { type Known, targetsOf } from './requests';
import type { TypedBody } from './uploads';

/** About so many bytes each body has. */
const BODY_BYTES = 200_000;
/** The longest text of rules, in characters: longer ones are refused unread. */
const RULES_CHARACTERS = 99_000;

const times = (count: number, make: (at: number) => string) => Array.from({ length: count }, (_, at) => make(at));
/** As many pieces as make a text of a length. */
const filled = (characters: number, make: (at: number) => string, between = ''): string => {
  const count = Math.floor(characters / (make(9_999).length + between.length));
  return times(count, make).join(between);
};
const nested = (open: string, close: string, levels: number, inner = '1') =>
  `${open.repeat(levels)}${inner}${close.repeat(levels)}`;

/** Values of about so many bytes, as JSON writes them. */
const VALUES: Readonly<Record<string, (bytes: number) => string>> = {
  'unknown fields': (bytes) => `{${filled(bytes, (at) => `"k${at}":0`, ',')}}`,
  'one field again and again': (bytes) => `{${filled(bytes, () => '"k":0', ',')}}`,
  'lists in lists': (bytes) => nested('[', ']', bytes / 2),
  'objects in objects': (bytes) => nested('{"a":', '}', bytes / 6),
  'objects in objects, as deep as they may be': (bytes) =>
    `[${filled(bytes, () => nested('{"a":', '}', MAX_LEVELS - 5), ',')}]`,
  'many numbers': (bytes) => `[${filled(bytes, () => '0', ',')}]`,
  'many objects': (bytes) => `[${filled(bytes, () => '{}', ',')}]`,
  'many units': (bytes) => `{"type":"webServer","name":"web","units":[${filled(bytes, () => '{}', ',')}]}`,
  'objects of classes in one another': (bytes) =>
    `{"?":{"type":"com.example.WebPair"},"x":[${filled(bytes, () => '{"?":{"type":"A"}}', ',')}]}`,
  'one long text': (bytes) => `"${'x'.repeat(bytes)}"`,
  'a number without end': (bytes) => '9'.repeat(bytes),
  'a long name': (bytes) => `{"${'n'.repeat(bytes)}":0}`,
  'expressions in expressions': (bytes) => `"${nested('$.select(', ')', bytes / 10, '$')}"`,
  'entities of XML': (bytes) =>
    JSON.stringify(
      `<!DOCTYPE a [<!ENTITY e0 "e">${filled(bytes, (at) => `<!ENTITY e${at + 1} "&e${at};&e${at};">`)}]><a>&e9;</a>`,
    ),
};

const made = new Map<string, string>();

/** A value of about so many bytes, made once: many operations have as many fields. */
function shapeOf(shape: string, bytes: number): string {
  const key = `${shape} ${bytes}`;
  const value = made.get(key) ?? VALUES[shape]?.(bytes) ?? '';
  made.set(key, value);
  return value;
}

/** Texts of formats that a field holds, by the operation that reads them: others hand them to the same parser. */
const TEXTS: Readonly<Record<string, { field: string; shapes: Readonly<Record<string, string>> }>> = {
  importPolicy: {
    field: 'file',
    shapes: {
      'a mapping of unknown keys': `{${filled(RULES_CHARACTERS, (at) => `z${at}:`, ',')}}`,
      'a mapping of one key': filled(RULES_CHARACTERS, () => 'a: 1\n'),
      'lists in lists': nested('[', ']', RULES_CHARACTERS / 2),
      'keys that are keys': '? '.repeat(RULES_CHARACTERS / 2),
      'aliases of aliases': `a0: &a0 [x]\n${times(200, (at) => `a${at + 1}: &a${at + 1} [*a${at}, *a${at}, *a${at}]\n`).join('')}`,
      'a scalar without end': `rules: |\n${'  x\n'.repeat(RULES_CHARACTERS / 4)}`,
      'quotes without end': `"${'\\n'.repeat(RULES_CHARACTERS / 2)}`,
    },
  },
  checkPolicyText: {
    field: 'text',
    shapes: {
      'many rules': filled(RULES_CHARACTERS, (at) => `r${at}(x) :- r${at + 1}(x)\n`),
      'rules that are wrong': filled(RULES_CHARACTERS, (at) => `p(x) :- q${at}(y)\n`),
      'many facts': filled(RULES_CHARACTERS, (at) => `f("${at}")\n`),
      'one rule of many parts': `p(x) :- ${filled(RULES_CHARACTERS - 20, () => 'f(x)', ', ')}`,
      'brackets without end': '('.repeat(RULES_CHARACTERS),
      'inserts in inserts': 'insert['.repeat(RULES_CHARACTERS / 7),
      'comments without end': '/*'.repeat(RULES_CHARACTERS / 2),
      'quotes without end': '"""'.repeat(RULES_CHARACTERS / 3),
      'a number without end': `p(${'9'.repeat(RULES_CHARACTERS - 10)})`,
      'named columns': `p(${filled(RULES_CHARACTERS - 10, (at) => `c${at}=1`, ',')})`,
    },
  },
  explainPolicy: {
    field: 'atom',
    shapes: { 'an atom of many columns': `predeploy_errors(${filled(1_900, () => 'x', ',')})` },
  },
  previewSchedule: {
    field: 'cron',
    shapes: { 'a list of minutes': `${filled(150, (at) => String(at % 60), ',')} * * * *` },
  },
};

/** A body in one of the shapes that cost a parser most, and what the shape is called. */
interface WorstBody {
  shape: string;
  body: TypedBody;
}

/** A request with such a body. */
export interface WorstRequest extends WorstBody, BodyTarget {}

/** An operation that takes a body. */
export interface BodyTarget {
  operation: string;
  /** undefined: anyone may call it */
  role: string | undefined;
  method: string;
  path: string;
  /** of the body, the usual one first */
  types: string[];
}

/**
 * Every operation that takes a body, by a description of the API.
 *
 * @param known what paths name
 */
export function bodyTargets(description: JsonObject, known: Pick<Known, 'ids' | 'apart'>): BodyTarget[] {
  return targetsOf(description).flatMap(({ method, path, described }) => {
    const { operationId: operation, 'x-required-role': role, requestBody } = described;
    if (!requestBody) return [];
    const idOf = (name: string) => (known.apart[operation]?.[name] ?? known.ids[name] ?? ['x'])[0] ?? 'x';
    const named = path.replace(/\{(\w+)\}/g, (_, name: string) => idOf(name));
    return [{ operation, role, method, path: named, types: Object.keys(requestBody.content) }];
  });
}

/** A request for every operation that takes a body, in every shape: made one after the other, each as it is asked for. */
export function* worstRequests(
  description: JsonObject,
  known: Known,
  operations: readonly string[] = bodyTargets(description, known).map(({ operation }) => operation),
): Generator<WorstRequest> {
  const schemas = object(object(description.components).schemas);
  const described = new Map(targetsOf(description).map((target) => [target.described.operationId, target.described]));
  for (const target of bodyTargets(description, known).filter(({ operation }) => operations.includes(operation))) {
    const { schema = {} } = described.get(target.operation)?.requestBody?.content['application/json'] ?? {};
    const { $ref } = schema;
    const whole = typeof $ref === 'string' ? object(schemas[$ref.split('/').pop() ?? '']) : schema;
    const proper = known.bodies[target.operation]?.find((body) => isObject(body)) as JsonObject | undefined;
    const bodies = target.types.includes('application/json')
      ? worstBodies(target.operation, whole, proper)
      : worstArchives();
    for (const body of bodies) yield { ...target, ...body };
  }
}

/**
 * Bodies of JSON in every shape, each by itself and in the fields that a schema has, and texts for the fields that hold
 * some of a format.
 *
 * @param operation the one that takes the body
 * @param schema of the body, without references
 * @param proper a body that would be taken, whose texts are put in the place of its own
 */
function worstBodies(operation: string, schema: JsonObject, proper: JsonObject | undefined): WorstBody[] {
  const properties = isObject(schema.properties ?? null) ? Object.keys(schema.properties as JsonObject) : [];
  const json = (text: string): TypedBody => ({ type: 'application/json', bytes: Buffer.from(text) });
  const inEach = (shape: string) => {
    const part = shapeOf(shape, Math.floor(BODY_BYTES / properties.length));
    return `{${properties.map((name) => `${JSON.stringify(name)}:${part}`).join(',')}}`;
  };
  const shapes = Object.keys(VALUES).map((shape) => ({
    shape,
    body: json(properties.length > 0 ? inEach(shape) : shapeOf(shape, BODY_BYTES)),
  }));
  const unknown = { shape: 'fields that nobody knows', body: json(shapeOf('unknown fields', BODY_BYTES)) };
  const { field, shapes: texts = {} } = TEXTS[operation] ?? {};
  const withTexts = Object.entries(texts).map(([shape, text]) => ({
    shape: `${field}: ${shape}`,
    body: json(JSON.stringify({ ...proper, [String(field)]: text })),
  }));
  return [...shapes, unknown, ...withTexts];
}

/** Bodies of a size that say they are a form to sign in with, in the types that forms come in. */
export function worstSignIns(): WorstBody[] {
  const form = (text: string): TypedBody => ({ type: 'application/x-www-form-urlencoded', bytes: Buffer.from(text) });
  const json = (shape: string): TypedBody => ({
    type: 'application/json',
    bytes: Buffer.from(shapeOf(shape, BODY_BYTES)),
  });
  return [
    { shape: 'many fields', body: form(filled(BODY_BYTES, (at) => `k${at}=v`, '&')) },
    { shape: 'escapes without end', body: form(`name=${'%25'.repeat(BODY_BYTES / 3)}`) },
    { shape: 'a long password', body: form(`name=max&password=${'x'.repeat(BODY_BYTES)}`) },
    ...Object.keys(VALUES).map((shape) => ({ shape, body: json(shape) })),
  ];
}

/** Archives of packages whose files are the worst of their formats. */
export function worstArchives(): WorstBody[] {
  const manifest = `Format: MuranoPL/1.4\nType: Application\nFullName: com.example.Worst\nName: Worst\nClasses:\n  com.example.Worst: Worst.yaml\n`;
  const archive = (...entries: Parameters<typeof zip>[0]): TypedBody => ({
    type: 'application/zip',
    bytes: Buffer.from(zip(entries)),
  });
  const withClass = (text: string) =>
    archive({ path: 'manifest.yaml', text: manifest }, { path: 'Classes/Worst.yaml', text });
  const workflow = (text: string) =>
    archive(
      { path: 'manifest.yaml', text: 'Format: Vetro/1.0\nFullName: com.example.Worst\nName: Worst\n' },
      { path: 'workflows/Worst.xml', text },
    );
  return Object.entries({
    'a manifest of unknown keys': archive({
      path: 'manifest.yaml',
      text: `${manifest}${filled(BODY_BYTES, (at) => `k${at}: 1\n`)}`,
    }),
    'a manifest of lists in lists': archive({ path: 'manifest.yaml', text: nested('[', ']', BODY_BYTES / 2) }),
    'a class of expressions in expressions': withClass(
      `Name: Worst\nMethods:\n  go:\n    Body:\n      - ${nested('$.select(', ')', 5_000, '$')}\n`,
    ),
    'a class of many properties': withClass(
      `Name: Worst\nProperties:\n${filled(BODY_BYTES / 2, (at) => `  p${at}:\n    Contract: $.strin()\n`)}`,
    ),
    'a workflow of entities': workflow(
      `<!DOCTYPE w [<!ENTITY e0 "e">${filled(BODY_BYTES, (at) => `<!ENTITY e${at + 1} "&e${at};&e${at};">`)}]><workflow>&e9;</workflow>`,
    ),
    'a workflow of elements in elements': workflow(nested('<a>', '</a>', BODY_BYTES / 7, '')),
    'a manifest of many megabytes': archive({
      path: 'manifest.yaml',
      text: `${manifest}${'# nothing\n'.repeat(200_000)}`,
    }),
    'a file that says it is larger than it may be': archive({ path: 'manifest.yaml', text: manifest, size: 2 ** 31 }),
    'a file that is larger than it says': archive({ path: 'manifest.yaml', text: 'x'.repeat(30_000_000), size: 10 }),
    'many paths in one another': archive(
      ...Array.from({ length: 2_000 }, (_, at) => ({ path: `${'a/'.repeat(48)}${at}`, text: '' })),
    ),
    'files without end': archive(...Array.from({ length: 2_001 }, (_, at) => ({ path: `f${at}`, text: '' }))),
    'a folder in a folder without end': archive({ path: `${'a/'.repeat(32_000)}a`, text: '' }),
  }).map(([shape, body]) => ({ shape, body }));
}
