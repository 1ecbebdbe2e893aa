import type { Context, FunctionDefinition } from '../engine/context';
import { walk } from '../engine/convert-argument';
import { define } from '../engine/functions';
import type { Lambda } from '../engine/lambda';
import { openDictSize } from '../engine/size';
import { isYaqlError, type YaqlError } from '../errors';
import { dictGet, YaqlDict } from '../values/dict';
import { equals } from '../values/equality';
import { END, pullArray, YaqlIterator } from '../values/iterator';
import { sequenceItems, YaqlList } from '../values/list';

/**
 * `groupBy(key, value, aggregator)`: pairs of key and values. The aggregator sees the values; where that
 * fails for want of a fitting function it is tried with the pair, the form of yaql before 1.1.2
 * (`group_by_agg_fallback`).
 */
export const GROUPING: readonly FunctionDefinition[] = [
  define(
    'groupBy',
    'method',
    'collection:iterable, keySelector:lambda, valueSelector:lambda=null, aggregator:lambda=null',
    groupBy,
  ),
];

function groupBy(
  context: Context,
  collection: unknown,
  keySelector: Lambda,
  valueSelector: Lambda | null,
  aggregator: Lambda | null,
): YaqlIterator {
  const groups = new YaqlDict();
  const keyOf = keySelector.each();
  const chosenOf = valueSelector?.each();
  const pull = walk(collection);
  for (let item = pull(); item !== END; item = pull()) {
    const value = chosenOf ? chosenOf(item) : item;
    const key = keyOf(item);
    const group = dictGet(groups, key) as unknown[] | undefined;
    if (group) group.push(value);
    else groups.set(key, [value]);
    context.runtime?.memory(openDictSize(groups.size));
  }
  const walkGroups = pullArray(groups.entries());
  const aggregate = aggregator ? new Aggregation(context, aggregator) : undefined;
  return new YaqlIterator(() => {
    const entry = walkGroups();
    if (entry === END) return END;
    const [key, values] = entry as [unknown, unknown[]];
    const list = new YaqlList(values);
    return aggregate ? aggregate.of(key, list) : [key, list];
  });
}

/** Remembers over all groups whether the aggregator wants the pair. */
class Aggregation {
  private failure: unknown;
  private mayFallBack = true;

  constructor(
    private readonly context: Context,
    private readonly aggregator: Lambda,
  ) {}

  of(key: unknown, values: YaqlList): unknown {
    const depth = this.context.runtime?.depth ?? 0;
    if (this.failure === undefined) {
      try {
        const result = this.aggregator.apply(values);
        if (!mayBePair(result, values)) this.mayFallBack = false;
        return [key, result];
      } catch (error) {
        if (!isRecoverable(error)) throw error;
        this.failure = error;
        this.restore(depth);
      }
    }
    return this.ofPair([key, values], depth);
  }

  private ofPair(pair: readonly unknown[], depth: number): unknown {
    if (!this.mayFallBack) throw this.failure;
    try {
      const result = this.aggregator.apply(pair);
      const length = typeof result === 'string' ? Array.from(result).length : sequenceItems(result)?.length;
      if (length === 2) return result;
    } catch (error) {
      if (!isYaqlError(error) || error.isLimit) throw error;
      this.restore(depth);
    }
    throw this.failure;
  }

  private restore(depth: number): void {
    if (this.context.runtime) this.context.runtime.depth = depth;
  }
}

function isRecoverable(error: unknown): error is YaqlError {
  return (
    isYaqlError(error) &&
    ['NoMatchingMethodException', 'NoMatchingFunctionException', 'IndexError'].includes(error.kind)
  );
}

/** Two values whose result is a pair that begins with the first may have been meant as key and values. */
function mayBePair(result: unknown, values: YaqlList): boolean {
  const items = sequenceItems(result);
  return values.items.length === 2 && items?.length === 2 && equals(items[0], values.items[0]);
}
