import { createLibrary, fromPlain, isYaqlError, YaqlEngine } from '@/lib/conductor/yaql';
import { errors } from '@/lib/errors';
import type { Json } from '@/lib/model/json';

/** As Heat limits it (`heat.conf`, `[yaql]`), with more memory than its 10,000 bytes: values here are held otherwise. */
const ENGINE = new YaqlEngine({ limits: { steps: 200_000, iterators: 200, memory: 1024 * 1024 } });
const LIBRARY = createLibrary();

/**
 * The function `yaql` of HOT: evaluates an expression, which finds the data as `$.data`.
 *
 * @throws `template_unresolvable` (invalid input) with what is wrong with the expression
 */
export function evaluateYaql(expression: string, data: Json): Json {
  try {
    const context = LIBRARY.child();
    const result = ENGINE.parse(expression).evaluate(fromPlain({ data }), context);
    return JSON.parse(JSON.stringify(result, plain)) ?? null;
  } catch (error) {
    if (!isYaqlError(error)) throw error;
    throw errors.invalidInput(`Bad yaql expression: ${error.message}`, [], { code: 'template_unresolvable' });
  }
}

function plain(_key: string, value: unknown): unknown {
  if (typeof value === 'bigint') return Number(value);
  if (value instanceof Map) return Object.fromEntries(value);
  return value instanceof Set ? [...value] : value;
}
