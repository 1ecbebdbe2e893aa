import { z } from 'zod';
import { isObject, type Json, type JsonObject } from '@/lib/model/json';

/** Turns a zod schema into a JSON Schema, as what goes in or as what comes out. */
export type ToSchema = (schema: z.ZodType, io: 'input' | 'output') => JsonObject;

/**
 * Makes a writer of JSON Schemas that share one set of components: a schema with a meta id appears there
 * under that id, one that refers to itself under a made-up name, and both are referred to.
 */
export function createSchemaWriter(): { toSchema: ToSchema; components: JsonObject } {
  const components: JsonObject = {};
  const nameOfText = new Map<string, string>();

  /** The name of a component with this text; the wanted one unless another text has it. */
  function nameFor(wanted: string, text: string): string {
    const key = `${wanted} ${text}`;
    const known = nameOfText.get(key);
    if (known) return known;
    const taken = new Set(nameOfText.values());
    let name = wanted.startsWith('__') ? 'Shared' : wanted;
    for (let n = 2; taken.has(name); n++) name = `${wanted.startsWith('__') ? 'Shared' : wanted}${n}`;
    nameOfText.set(key, name);
    return name;
  }

  const toSchema: ToSchema = (schema, io) => {
    const made: unknown = JSON.parse(JSON.stringify(z.toJSONSchema(schema, { io, unrepresentable: 'any' })));
    if (!isObject(made as Json)) return {};
    const { $schema: _dialect, $defs, ...root } = made as JsonObject;
    const definitions = isObject($defs ?? null) ? ($defs as Record<string, JsonObject>) : {};
    // A root that refers to itself must live where it can be referred to.
    if (JSON.stringify(root).includes('"$ref":"#"')) definitions.__root = root;

    const group = JSON.stringify(definitions);
    const names = new Map(Object.keys(definitions).map((key) => [`#/$defs/${key}`, nameFor(key, group)]));
    const rootName = names.get('#/$defs/__root');
    if (rootName) names.set('#', rootName);
    for (const [key, definition] of Object.entries(definitions)) {
      const { id: _id, ...body } = definition;
      components[names.get(`#/$defs/${key}`) ?? key] = relink(body, names);
    }
    return rootName ? { $ref: `#/components/schemas/${rootName}` } : (relink(root, names) as JsonObject);
  };
  return { toSchema, components };
}

function relink(value: Json, names: Map<string, string>): Json {
  if (Array.isArray(value)) return value.map((inner) => relink(inner, names));
  if (!isObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) => {
      const name = key === '$ref' && typeof inner === 'string' ? names.get(inner) : undefined;
      return [key, name ? `#/components/schemas/${name}` : relink(inner, names)];
    }),
  );
}
