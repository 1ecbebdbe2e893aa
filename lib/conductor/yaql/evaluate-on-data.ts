import { fromPlain } from './engine/convert-data';
import { YaqlEngine } from './engine/engine';
import { createLibrary } from './library/index';

/** As Heat limits it (`heat.conf`, `[yaql]`), with more memory than its 10,000 bytes: values here are held otherwise. */
const ENGINE = new YaqlEngine({ limits: { steps: 200_000, iterators: 200, memory: 1024 * 1024 } });
const LIBRARY = createLibrary();

/**
 * Evaluates an expression as templates of Heat have it: it finds the data as `$.data`.
 *
 * @param data what JSON can hold
 * @returns what JSON can hold
 * @throws YaqlError
 */
export function evaluateOnData(expression: string, data: unknown): unknown {
  const result = ENGINE.parse(expression).evaluate(fromPlain({ data }), LIBRARY.child());
  return JSON.parse(JSON.stringify(result, plain)) ?? null;
}

function plain(_key: string, value: unknown): unknown {
  if (typeof value === 'bigint') return Number(value);
  if (value instanceof Map) return Object.fromEntries(value);
  return value instanceof Set ? [...value] : value;
}
