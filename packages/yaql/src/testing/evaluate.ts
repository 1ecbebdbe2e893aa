import { type Context, createLibrary, type EngineOptions, isYaqlError, type LibraryOptions, YaqlEngine } from '..';

const NOON = Date.UTC(2026, 10, 21, 12);

/** Evaluates an expression with a clock that stands still and usual limits. */
export function evaluate(
  expression: string,
  data: unknown = null,
  options: EngineOptions & { library?: LibraryOptions; context?: Context } = {},
): unknown {
  const engine = new YaqlEngine({
    clock: { now: () => NOON, localOffset: () => 0 },
    chance: { next: () => 0.5 },
    ...options,
    limits: { iterators: 1000, ...options.limits },
  });
  const context = options.context ?? createLibrary({ delegates: options.delegates === true, ...options.library });
  return engine.parse(expression).evaluate(data, context);
}

/** What goes wrong: the kind of the error, its sentence and the part of the expression at fault. */
export function failure(
  expression: string,
  data: unknown = null,
  options: Parameters<typeof evaluate>[2] = {},
): { kind: string; message: string; at: string | undefined } {
  try {
    evaluate(expression, data, options);
  } catch (error) {
    if (!isYaqlError(error)) throw error;
    const { kind, message, span } = error;
    return { kind, message, at: span && expression.slice(span.start, span.end) };
  }
  throw new Error(`${expression} went well`);
}
