import { reachedFrom, type Targets, targetsOf } from '../facts/connections';
import type { Value } from '../syntax/ast';
import { Relation, type Row } from './relation';

/**
 * The table of what leads to what, in one step or many, found when it is asked for: of thousands of objects it would have
 * millions of rows, and rules ask for those of one object, mostly of the environment.
 */
export class Reachable extends Relation {
  private readonly known = new Map<Value, ReadonlySet<Value>>();
  private backwards: Targets<Value> | null = null;

  constructor(
    /** where each leads to in one step */
    private readonly targets: Targets<Value>,
  ) {
    super();
  }

  /** An estimate: what can be reached is not counted. */
  override get size(): number {
    let edges = 0;
    for (const targets of this.targets.values()) edges += targets.length;
    return edges * 2;
  }

  override *rows(): IterableIterator<Row> {
    for (const source of this.targets.keys()) for (const target of this.from(source)) yield [source, target];
  }

  override has([source, target]: Row): boolean {
    return source !== undefined && target !== undefined && this.from(source).has(target);
  }

  override *matching(columns: readonly number[], values: readonly Value[]): Iterable<Row> {
    const given = (column: number) => values[columns.indexOf(column)];
    const [source, target] = [given(0), given(1)];
    if (source !== undefined && target !== undefined) {
      if (this.has([source, target])) yield [source, target];
    } else if (source !== undefined) {
      for (const reached of this.from(source)) yield [source, reached];
    } else if (target !== undefined) {
      this.backwards ??= targetsOf(
        [...this.targets].flatMap(([from, all]) => all.map((to): [Value, Value] => [to, from])),
      );
      for (const from of reachedFrom(target, this.backwards)) yield [from, target];
    } else yield* this.rows();
  }

  override copy(): Relation {
    const all = new Relation();
    for (const row of this.rows()) all.add(row);
    return all;
  }

  private from(source: Value): ReadonlySet<Value> {
    const known = this.known.get(source);
    if (known) return known;
    const reached = reachedFrom(source, this.targets);
    this.known.set(source, reached);
    return reached;
  }
}
