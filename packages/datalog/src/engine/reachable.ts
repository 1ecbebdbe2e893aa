import type { Value } from '../syntax/ast';
import { type Change, changeOf } from './change';
import { reachedFrom } from './connections';
import { Relation, type Row } from './relation';

type Links = Map<Value, Map<Value, number>>;

/** Rows of what can be reached that are compared when links change; where there are more, all is asked anew. */
const MAX_COMPARED_ROWS = 500_000;

/**
 * The table of what leads to what, in one step or many, found when it is asked for: of thousands of objects it would have
 * millions of rows, and rules ask for those of one object, mostly of the environment.
 */
export class Reachable extends Relation {
  private readonly known = new Map<Value, ReadonlySet<Value>>();
  /** where each leads to in one step, with the number of links; and the other way round */
  private readonly links: Links = new Map();
  private readonly backwards: Links = new Map();
  private steps = 0;
  private isAsked = false;

  /** @param links rows that begin with a source and a target */
  constructor(links: Iterable<Row> = []) {
    super();
    for (const link of links) this.link(link, 1);
  }

  /** An estimate: what can be reached is not counted. */
  override get size(): number {
    return this.steps * 2;
  }

  override *rows(): IterableIterator<Row> {
    this.isAsked = true;
    for (const source of this.links.keys()) for (const target of this.from(source)) yield [source, target];
  }

  override has([source, target]: Row): boolean {
    return source !== undefined && target !== undefined && this.from(source).has(target);
  }

  override *matching(columns: readonly number[], values: readonly Value[]): Iterable<Row> {
    this.isAsked = true;
    const given = (column: number) => values[columns.indexOf(column)];
    const [source, target] = [given(0), given(1)];
    if (source !== undefined && target !== undefined) {
      if (this.has([source, target])) yield [source, target];
    } else if (source !== undefined) {
      for (const reached of this.from(source)) yield [source, reached];
    } else if (target !== undefined) {
      for (const from of reachedFrom(target, this.backwards)) yield [from, target];
    } else yield* this.rows();
  }

  override copy(): Relation {
    const all = new Relation();
    for (const row of this.rows()) all.add(row);
    return all;
  }

  /**
   * Takes in links that are new and drops those that are no longer.
   *
   * @returns what is different in what can be reached, null where nothing is; `unknown` when that is too much to compare
   */
  change(added: readonly Row[], removed: readonly Row[]): Change | null | 'unknown' {
    const apply = () => {
      for (const row of removed) this.link(row, -1);
      for (const row of added) this.link(row, 1);
    };
    // what nobody asked for yet rests on nothing
    if (!this.isAsked) {
      apply();
      return null;
    }
    // Whoever reaches something else now reached, before the first new link on the way, where that link begins.
    const affected = new Set([...removed, ...added].map(([source]) => source as Value));
    for (const source of affected) for (const from of this.backwards.get(source)?.keys() ?? []) affected.add(from);
    const before = this.reachedBy(affected);
    apply();
    for (const source of affected) this.known.delete(source);
    const now = before && this.reachedBy(affected);
    if (!before || !now) return 'unknown';
    const without = (some: typeof now, others: typeof now) =>
      [...affected].flatMap((source) => {
        const other = others.get(source);
        return [...(some.get(source) ?? [])].filter((id) => !other?.has(id)).map((id): Row => [source, id]);
      });
    return changeOf(without(now, before), without(before, now));
  }

  /** @returns null when that is more than is compared */
  private reachedBy(sources: Iterable<Value>): Map<Value, ReadonlySet<Value>> | null {
    const reached = new Map<Value, ReadonlySet<Value>>();
    let rows = 0;
    for (const source of sources) {
      const targets = this.from(source);
      reached.set(source, targets);
      rows += targets.size;
      if (rows > MAX_COMPARED_ROWS) return null;
    }
    return reached;
  }

  private from(source: Value): ReadonlySet<Value> {
    this.isAsked = true;
    const known = this.known.get(source);
    if (known) return known;
    const reached = reachedFrom(source, this.links);
    this.known.set(source, reached);
    return reached;
  }

  /** Adds a link, or takes one away. */
  private link(row: Row, count: 1 | -1): void {
    const [source, target] = row as [Value, Value];
    this.steps += count;
    for (const [links, from, to] of [
      [this.links, source, target],
      [this.backwards, target, source],
    ] as const) {
      const others = links.get(from) ?? new Map<Value, number>();
      links.set(from, others);
      const left = (others.get(to) ?? 0) + count;
      if (left > 0) others.set(to, left);
      else others.delete(to);
      if (others.size === 0) links.delete(from);
    }
  }
}
