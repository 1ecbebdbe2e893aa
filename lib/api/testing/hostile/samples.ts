import { isObject, type Json, type JsonObject } from '@/lib/model/json';
import type { SeededRandom } from './seeded-random';
import { oddValue } from './values';

/** A word with the form of an id, which requests give things as their name: no id is made of one digit. */
export const HEXADECIMAL_WORD = 'f'.repeat(32);

/** What samples are made from. */
export interface Samples {
  /** the named schemas of the description */
  schemas: JsonObject;
  /** ids of what there is, by the parameter or property that takes them */
  ids: Record<string, readonly string[]>;
  chance: SeededRandom;
}

/** Deeper than this a schema is not followed. */
const DEEPEST = 6;

/**
 * A value that a JSON schema describes, or nearly so: patterns are not followed.
 *
 * @param name of the parameter or property that it is for: mostly it gets an id of something that is there
 */
export function sample(schema: Json | undefined, name: string, samples: Samples, depth = 0): unknown {
  const { schemas, chance } = samples;
  const ids = Object.hasOwn(samples.ids, name) ? samples.ids[name] : undefined;
  if (!isObject(schema) || depth > DEEPEST) return chance.oneIn(2) ? 'x' : oddValue(chance);
  if (typeof schema.$ref === 'string') return sample(schemas[schema.$ref.split('/').pop() ?? ''], name, samples, depth);
  if ('const' in schema) return schema.const;
  if (ids?.length && schema.type !== 'array' && !chance.oneIn(6)) return chance.one(ids);
  if (Array.isArray(schema.enum)) return chance.one(schema.enum);
  for (const choice of [schema.anyOf, schema.oneOf, schema.allOf])
    if (Array.isArray(choice)) return sample(chance.one(choice), name, samples, depth + 1);
  switch (Array.isArray(schema.type) ? chance.one(schema.type) : schema.type) {
    case 'object':
      return Object.fromEntries(
        Object.entries(isObject(schema.properties ?? null) ? (schema.properties as JsonObject) : {})
          .filter(([key]) => (Array.isArray(schema.required) && schema.required.includes(key)) || chance.oneIn(2))
          .map(([key, inner]) => [key, sample(inner, key, samples, depth + 1)]),
      );
    case 'array':
      return Array.from({ length: chance.below(3) }, () => sample(schema.items, name, samples, depth + 1));
    case 'integer':
    case 'number':
      return chance.one([schema.minimum ?? 0, schema.maximum ?? 10, 1, 0]);
    case 'boolean':
      return chance.oneIn(2);
    case 'null':
      return null;
    case 'string':
      return chance.one(['x', 'a name', HEXADECIMAL_WORD, 'Gr33n-Orchard!', '2026-01-01T00:00:00Z', 'http://10.0.0.5']);
    default:
      return oddValue(chance);
  }
}
