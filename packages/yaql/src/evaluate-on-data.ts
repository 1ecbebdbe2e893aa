import { fromPlain } from './engine/convert-data';
import { YaqlEngine } from './engine/engine';
import { isYaqlError } from './errors';
import { createLibrary } from './library/index';

/** As Heat limits it (`heat.conf`, `[yaql]`), with more memory than its 10,000 bytes: values here are held otherwise. */
const ENGINE = new YaqlEngine({ limits: { steps: 200_000, iterators: 200, memory: 1024 * 1024 } });
const LIBRARY = createLibrary();

/** What an expression comes to, or what is wrong with it. */
export type Evaluated = { value: unknown } | { problem: string };

/**
 * Evaluates an expression as templates of Heat have it (the function `yaql` of HOT): it finds the data as `$.data`.
 *
 * @param data what JSON can hold, as the value is
 */
export function evaluateOnData(expression: string, data: unknown): Evaluated {
  try {
    const result = ENGINE.parse(expression).evaluate(fromPlain({ data }), LIBRARY.child());
    return { value: JSON.parse(JSON.stringify(result, plain)) ?? null };
  } catch (error) {
    if (isYaqlError(error)) return { problem: error.message };
    throw error;
  }
}

function plain(_key: string, value: unknown): unknown {
  if (typeof value === 'bigint') return Number(value);
  if (value instanceof Map) return Object.fromEntries(value);
  return value instanceof Set ? [...value] : value;
}
