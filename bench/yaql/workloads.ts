import { createLibrary, YaqlEngine } from '@vetro/yaql';

/** One row of expressions.json. */
export interface Workload {
  readonly name: string;
  readonly expr: string;
  readonly parse?: boolean;
  readonly data?: string;
  readonly expect?: unknown;
}

/**
 * Makes the work of one row, the same as the Python side does: evaluation in a child of one library's
 * context, the result made plain; or reading the expression anew each time.
 */
export function prepare(workload: Workload, data: Readonly<Record<string, unknown>>): () => unknown {
  const engine = new YaqlEngine({
    limits: { iterators: 100_000, memory: 100_000_000 },
    conversions: { setsToLists: true, tuplesToLists: true },
  });
  if (workload.parse) return () => engine.parse(workload.expr);
  const library = createLibrary();
  const expression = engine.parse(workload.expr);
  const input = data[workload.data ?? ''];
  return () => expression.evaluate(input, library);
}
