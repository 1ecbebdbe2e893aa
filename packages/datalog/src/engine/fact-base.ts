import { type Change, changeOf } from './change';
import { Policies } from './policies';
import { Reachable } from './reachable';
import { Relation, type Row } from './relation';
import { keyOf as nameOf } from './table-name';

/** A source of facts: the columns of its tables, and what follows from them. */
export interface SourceOptions {
  tables: Readonly<Record<string, readonly string[]>>;
  /** tables of what can be reached in one step or many, by the table whose rows begin with a source and a target */
  reachable?: Readonly<Record<string, string>>;
}

/** Changes by the names of their tables; `unknown` when there are too many to tell. */
export type Changes = ReadonlyMap<string, Change> | 'unknown';

interface KnownSource {
  tables: ReadonlyMap<string, Relation>;
  /** by the table that holds the links */
  reachable: ReadonlyMap<string, { table: string; relation: Reachable }>;
}

/**
 * The facts that rules are asked about, by their sources. They are kept between questions: what is asked next tells what
 * has changed, and what rules derived is brought up to date by that.
 */
export class FactBase {
  private readonly sources = new Map<string, KnownSource>();
  private readonly world = new Policies();
  private changes: Map<string, Change> | 'unknown' = new Map();

  constructor(sources: Readonly<Record<string, SourceOptions>>) {
    for (const [name, { tables, reachable = {} }] of Object.entries(sources)) {
      this.world.create(name, { kind: 'source', tables, complete: true });
      const followed = Object.entries(reachable).map(
        ([table, from]) => [from, { table, relation: new Reachable() }] as const,
      );
      const own = new Map(Object.keys(tables).map((table) => [table, new Relation()]));
      for (const [, { table, relation }] of followed) own.set(table, relation);
      for (const [table, relation] of own) this.world.setTable(name, table, relation);
      this.sources.set(name, { tables: own, reachable: new Map(followed) });
    }
  }

  /** The sources as policies that rules are put beside; their tables are these, as they will be. */
  policies(): Policies {
    return this.world.copy();
  }

  /** Makes a change of a table, once between two {@link take}s: rows that were not there, and rows that are there. */
  change(source: string, table: string, { added, removed }: Change): void {
    const known = this.sources.get(source);
    const relation = known?.tables.get(table);
    if (!known || !relation) throw new Error(`There is no table ${source}:${table}.`);
    for (const row of removed.rows()) relation.delete(row);
    for (const row of added.rows()) relation.addNew(row);
    this.note(source, table, { added, removed });
    const follows = known.reachable.get(table);
    if (!follows) return;
    const further = follows.relation.change([...added.rows()], [...removed.rows()]);
    if (further === 'unknown') this.changes = 'unknown';
    else if (further) this.note(source, follows.table, further);
  }

  /** Makes changes of several tables of a source, as {@link change}. */
  load(source: string, changes: Readonly<Record<string, Change | undefined>>): void {
    for (const [table, change] of Object.entries(changes)) if (change) this.change(source, table, change);
  }

  /** Puts rows in the place of all that a table had. */
  replace(source: string, table: string, rows: Iterable<Row>): void {
    const before = this.sources.get(source)?.tables.get(table);
    const now = new Relation();
    for (const row of rows) now.add(row);
    const gone = before ? [...before.rows()].filter((row) => !now.has(row)) : [];
    const change = changeOf(
      before && before.size > 0 ? [...now.rows()].filter((row) => !before.has(row)) : now.rows(),
      gone,
    );
    if (change) this.change(source, table, change);
  }

  /** What has changed since this was asked last. */
  take(): Changes {
    const { changes } = this;
    this.changes = new Map();
    return changes;
  }

  /** How many rows there are. */
  get size(): number {
    let size = 0;
    for (const { tables } of this.sources.values())
      for (const relation of tables.values()) if (!(relation instanceof Reachable)) size += relation.size;
    return size;
  }

  private note(policy: string, table: string, change: Change): void {
    if (this.changes !== 'unknown') this.changes.set(nameOf({ policy, of: null, table, modal: null }), change);
  }
}

/** Rows by their tables, as {@link FactBase.replace} takes them: every table of a source, also those without rows. */
export function byTable(
  tables: Readonly<Record<string, readonly string[]>>,
  rows: readonly (readonly [table: string, row: Row])[],
): Map<string, Row[]> {
  const all = new Map<string, Row[]>(Object.keys(tables).map((table) => [table, []]));
  for (const [table, row] of rows) all.get(table)?.push(row);
  return all;
}
