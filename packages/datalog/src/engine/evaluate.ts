import { type BuiltinContext, builtinOf, compute } from '../builtins';
import { reorder } from '../checks/reorder';
import { policyError } from '../errors';
import type { Atom, Literal, Rule, Term, Value } from '../syntax/ast';
import { type Change, changeOf, Derived, TableBefore } from './change';
import type { Changes } from './fact-base';
import { isConstant, joinOrder } from './join-order';
import type { Policies } from './policies';
import { keyOf as keyOfRow, Relation, type Row, type Rows } from './relation';
import { keyOf, type TableName, tableOf } from './table-name';

/** How much an evaluation may do: rows looked at and rows found. */
export interface Limits {
  steps: number;
  rows: number;
}

export const DEFAULT_LIMITS: Limits = { steps: 50_000_000, rows: 5_000_000 };

/** Ends a search whose first result is all that is wanted. */
const ENOUGH = Symbol('enough');

/** Values of variables by their places in a rule. */
type Bindings = (Value | undefined)[];

/** A table that was computed. */
interface Computed {
  name: TableName;
  relation: Relation;
}

/**
 * Answers questions to policies. Each table is computed once, when it is first asked for, from the tables that define
 * it; rules never define a table by itself, so this comes to an end. What was computed is kept, with the number of ways
 * in which each row is derived: {@link follow} brings it up to date after facts have changed.
 */
export class Evaluation {
  private readonly tables: Map<string, Computed>;
  private steps = 0;
  private found = 0;

  /** @param sharing one whose tables are known already */
  constructor(
    private readonly policies: Policies,
    private context: BuiltinContext,
    private readonly limits: Limits = DEFAULT_LIMITS,
    sharing?: Evaluation,
  ) {
    // in the order in which they were computed: what a table is made of comes before it
    this.tables = sharing?.tables ?? new Map();
  }

  /** The same tables, asked within limits of their own. */
  withFreshLimits(): Evaluation {
    return new Evaluation(this.policies, this.context, this.limits, this);
  }

  /** How many rows were derived. */
  get size(): number {
    return this.found;
  }

  /**
   * All rows of a table; an unknown one is empty.
   *
   * @throws PolicyError `limit`
   */
  table(table: TableName): Relation {
    const known = this.tables.get(keyOf(table));
    if (known) return known.relation;
    // What a table is made of comes first, without the machine's stack: a chain of rules may be long.
    const open = [{ table, isEntered: false }];
    for (let top = open.at(-1); top !== undefined; top = open.at(-1)) {
      if (this.tables.has(keyOf(top.table))) open.pop();
      else if (top.isEntered) {
        open.pop();
        this.tables.set(keyOf(top.table), { name: top.table, relation: this.computed(top.table) });
      } else {
        top.isEntered = true;
        for (const below of this.definedBy(top.table)) {
          if (!this.tables.has(keyOf(below))) open.push({ table: below, isEntered: false });
        }
      }
    }
    return (this.tables.get(keyOf(table)) as Computed).relation;
  }

  /**
   * Brings what was computed up to date after facts have changed: for every literal of a rule that speaks of a changed
   * table, only what joins with the change is looked at. (The counting algorithm of incremental view maintenance, which
   * is exact where no table is defined by itself.)
   *
   * @param changes of the facts, which are made already
   * @returns false when it is better to begin anew: too much has changed; this must not be asked any more then
   * @throws PolicyError `limit`; this must not be asked any more then
   */
  follow(changes: Changes, context: BuiltinContext): boolean {
    if (changes === 'unknown') return false;
    const hasTimePassed = context.now !== this.context.now;
    this.context = context;
    const known = new Map(changes);
    for (const [key, { name, relation }] of this.tables) {
      const rules = this.policies.rulesFor(name);
      if (rules.length === 0 || !(relation instanceof Derived)) continue;
      const dependsOnTime =
        hasTimePassed && rules.some(({ body }) => body.some((literal) => builtinOf(literal)?.usesClock));
      const change = dependsOnTime ? this.again(name, relation) : this.changeIn(name, relation, rules, known);
      if (change) known.set(key, change);
    }
    return true;
  }

  /** Computes a table from the beginning. */
  private again(name: TableName, relation: Derived): Change | null {
    const fresh = this.computed(name) as Derived;
    const [before, now] = [[...relation.rows()], [...fresh.rows()]];
    this.found -= before.length - (this.policies.facts(name)?.size ?? 0);
    const added = now.filter((row) => !relation.has(row));
    const removed = before.filter((row) => !fresh.has(row));
    relation.replaceRows(fresh);
    return changeOf(added, removed);
  }

  private changeIn(name: TableName, relation: Derived, rules: readonly Rule[], known: ReadonlyMap<string, Change>) {
    const ways = new Map<string, { row: Row; ways: number }>();
    const changeOfTable = (literal: Literal) =>
      builtinOf(literal) === null && !isConstant(literal) ? known.get(keyOf(tableOf(literal, name.policy))) : undefined;
    for (const rule of rules) {
      const head = rule.heads[0] as Atom;
      for (const [at, literal] of rule.body.entries()) {
        const change = changeOfTable(literal);
        if (!change) continue;
        // The tables before this literal are as they are now, those behind it as they were.
        const formers = rule.body.map((other, place) => {
          const before = place > at ? changeOfTable(other) : undefined;
          return before ? new TableBefore(this.table(tableOf(other, name.policy)), before) : null;
        });
        const { added, removed } = change;
        const sides = literal.negated
          ? ([
              [removed, 1],
              [added, -1],
            ] as const)
          : ([
              [added, 1],
              [removed, -1],
            ] as const);
        for (const [rows, sign] of sides) {
          if (rows.size === 0) continue;
          const body = rule.body.map((other, place): Literal => (place === at ? { ...other, negated: false } : other));
          const tables = new Map<Literal, Rows>();
          for (const [place, other] of body.entries()) {
            const table = place === at ? rows : formers[place];
            if (table) tables.set(other, table);
          }
          this.solve(
            name.policy,
            { body },
            (values) => {
              const row = values(head);
              const key = keyOfRow(row);
              const counted = ways.get(key) ?? { row, ways: 0 };
              counted.ways += sign;
              ways.set(key, counted);
            },
            tables,
          );
        }
      }
    }
    const [added, removed]: [Row[], Row[]] = [[], []];
    for (const { row, ways: number } of ways.values()) {
      const became = number === 0 ? 0 : relation.count(row, number);
      if (became > 0) added.push(row);
      if (became < 0) removed.push(row);
      this.found += became;
    }
    if (this.found > this.limits.rows) throw tooMuch('rows');
    return changeOf(added, removed);
  }

  private definedBy(table: TableName): TableName[] {
    return this.policies
      .rulesFor(table)
      .flatMap(({ body }) => body.filter((literal) => builtinOf(literal) === null))
      .map((literal) => tableOf(literal, table.policy));
  }

  private computed(table: TableName): Relation {
    const facts = this.policies.facts(table);
    const rules = this.policies.rulesFor(table);
    if (rules.length === 0 && facts) return facts;
    if (rules.length === 0) return new Relation();
    const relation = new Derived();
    for (const row of facts?.rows() ?? []) relation.count(row, 1);
    for (const rule of rules) {
      const head = rule.heads[0] as Atom;
      this.solve(table.policy, rule, (values) => {
        if (relation.count(values(head), 1) > 0 && ++this.found > this.limits.rows) throw tooMuch('rows');
      });
    }
    return relation;
  }

  /**
   * Finds every way in which the body of a rule holds.
   *
   * @param take is given what fills in an atom of the rule: its row
   * @param tables rows that a literal of the body is about, where they are not those of its table
   * @throws PolicyError `body_safety` where nothing binds a variable, `limit`
   */
  solve(
    policy: string,
    { body }: Pick<Rule, 'body'>,
    take: (values: (atom: Atom) => Row) => void,
    tables?: ReadonlyMap<Literal, Rows>,
  ): void {
    const safe = reorder(body).body;
    if (safe === null) throw policyError('body_safety', 'Nothing gives the body of this rule its values.');
    const rowsOf = (literal: Literal): Rows => tables?.get(literal) ?? this.table(tableOf(literal, policy));
    const ordered = joinOrder(safe, (literal) => rowsOf(literal).size);
    const slots = new Map<string, number>();
    const matchers = ordered.map((literal) => this.matcher(literal, rowsOf, slots));
    const bindings: Bindings = [];
    const rowOf = (atom: Atom): Row => atom.args.map((term) => resolved(term, slots, bindings));
    const next = (at: number): void => {
      const matcher = matchers[at];
      if (matcher === undefined) take(rowOf);
      else matcher(bindings, () => next(at + 1));
    };
    next(0);
  }

  /**
   * The first way in which the body of a rule holds.
   *
   * @returns what fills in an atom: variables that the body has not stay; null when the body does not hold
   * @throws as {@link solve}
   */
  first(policy: string, rule: Pick<Rule, 'body'>): (<T extends Atom>(atom: T) => T) | null {
    let found: ((atom: Atom) => readonly (Value | undefined)[]) | null = null;
    try {
      this.solve(policy, rule, (values) => {
        found = values;
        throw ENOUGH;
      });
    } catch (error) {
      if (error !== ENOUGH) throw error;
    }
    const values = found as ((atom: Atom) => readonly (Value | undefined)[]) | null;
    if (values === null) return null;
    return (atom) => {
      const row = values(atom);
      const args = atom.args.map((term, at): Term => {
        const value = row[at];
        return value === undefined ? term : { kind: 'constant', value };
      });
      return { ...atom, args };
    };
  }

  /** What goes on once for every way in which a literal holds with what is bound so far. */
  private matcher(literal: Literal, rowsOf: (literal: Literal) => Rows, slots: Map<string, number>): Matcher {
    if (isConstant(literal)) return holdsAlways(literal) ? (_, go) => go() : () => undefined;
    const bound = new Set(slots.keys());
    const builtin = builtinOf(literal);
    if (literal.negated) {
      const rows = builtin ? null : rowsOf(literal);
      const holds = builtin ? (row: Row) => this.outputsMatch(builtin, row) : (row: Row) => rows?.has(row) === true;
      return (bindings, go) => {
        this.step();
        if (!holds(literal.args.map((term) => resolved(term, slots, bindings)))) go();
      };
    }
    for (const term of literal.args) {
      if (term.kind === 'variable' && !slots.has(term.name)) slots.set(term.name, slots.size);
    }
    const places = literal.args.map((term) => placeOf(term, slots));
    const fill = filler(literal.args, slots, bound);
    if (builtin) {
      const inputs = literal.args.slice(0, builtin.inputs);
      return (bindings, go) => {
        this.step();
        const values = inputs.map((term) => resolved(term, slots, bindings));
        const outputs = compute(builtin, values, this.context);
        if (outputs && fill([...values, ...outputs], bindings)) go();
      };
    }
    const known = literal.args.flatMap((term, at) => (term.kind === 'constant' || bound.has(term.name) ? [at] : []));
    const knownTerms = known.map((at) => places[at] as Place);
    const relation = rowsOf(literal);
    return (bindings, go) => {
      const values = knownTerms.map((place) => (place.slot === null ? place.value : bindings[place.slot]) as Value);
      for (const row of relation.matching(known, values)) {
        this.step();
        if (row.length === literal.args.length && fill(row, bindings)) go();
      }
    };
  }

  private outputsMatch(builtin: NonNullable<ReturnType<typeof builtinOf>>, row: Row): boolean {
    const outputs = compute(builtin, row.slice(0, builtin.inputs), this.context);
    return outputs?.every((value, at) => value === row[builtin.inputs + at]) ?? false;
  }

  private step(): void {
    if (++this.steps > this.limits.steps) throw tooMuch('steps');
  }
}

type Matcher = (bindings: Bindings, go: () => void) => void;
type Place = { slot: number; value: null } | { slot: null; value: Value };

function placeOf(term: Term, slots: ReadonlyMap<string, number>): Place {
  return term.kind === 'constant'
    ? { slot: null, value: term.value }
    : { slot: slots.get(term.name) as number, value: null };
}

/**
 * Binds what a row has for the variables of a literal. A variable that stands twice must have one value; what was
 * bound before is compared.
 */
function filler(args: readonly Term[], slots: ReadonlyMap<string, number>, bound: ReadonlySet<string>) {
  const seen = new Set(bound);
  const plan = args.map((term) => {
    const place = placeOf(term, slots);
    const binds = term.kind === 'variable' && !seen.has(term.name);
    if (term.kind === 'variable') seen.add(term.name);
    return { ...place, binds };
  });
  return (row: Row, bindings: Bindings): boolean => {
    for (let at = 0; at < plan.length; at++) {
      const { slot, value, binds } = plan[at] as (typeof plan)[number];
      if (binds) bindings[slot as number] = row[at];
      else if ((slot === null ? value : bindings[slot]) !== row[at]) return false;
    }
    return true;
  };
}

function resolved(term: Term, slots: ReadonlyMap<string, number>, bindings: Bindings): Value {
  return term.kind === 'constant' ? term.value : (bindings[slots.get(term.name) as number] as Value);
}

function holdsAlways({ table, negated }: Literal): boolean {
  return (table === 'true') !== negated;
}

function tooMuch(what: 'rows' | 'steps') {
  const sentence = {
    rows: 'These rules find more rows than a policy may have: ask for less, for example by joining on more columns.',
    steps: 'These rules need more steps than a policy may take: ask for less, for example by joining on more columns.',
  }[what];
  return policyError('limit', sentence);
}
