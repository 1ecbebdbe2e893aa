import { builtinOf } from '../builtins';
import { expandColumns, withoutSign } from '../checks/columns';
import { findRecursion, isStratified, type PlacedRule } from '../checks/dependencies';
import { ruleProblems } from '../checks/rule-problems';
import type { Schema } from '../checks/schemas';
import { policyError, throwProblems } from '../errors';
import { type Atom, isFact, type Rule, type Value } from '../syntax/ast';
import { parse } from '../syntax/parse';
import { print, printRule } from '../syntax/print';
import { Relation, type Row } from './relation';
import { keyOf, type TableName } from './table-name';

/** `rules`: rules and facts; `source`: facts from outside, whose columns have names; `action`: what actions change. */
export type PolicyKind = 'rules' | 'source' | 'action';

export interface PolicyOptions {
  kind: PolicyKind;
  /** names of the columns of each table */
  tables?: Readonly<Record<string, readonly string[]>>;
  /** it has these tables and no others */
  complete?: boolean;
}

/** One policy: its rules, its facts and what is known of its tables. */
interface Policy {
  kind: PolicyKind;
  schema: Schema;
  /** by the table that they define */
  rules: Map<string, Rule[]>;
  facts: Map<string, Relation>;
  /** tables whose rows another copy of the policies has as well: they are copied before the first change */
  shared: Set<string>;
}

/**
 * Policies beside each other, whose rules may ask for each other's tables. What is inserted together is taken or
 * refused together.
 */
export class Policies {
  private readonly all = new Map<string, Policy>();

  /** Adds an empty policy; one of this name is replaced. */
  create(name: string, { kind, tables = {}, complete = false }: PolicyOptions): void {
    const schema = { columns: new Map(Object.entries(tables)), complete, isSource: kind === 'source' };
    this.all.set(name, { kind, schema, rules: new Map(), facts: new Map(), shared: new Set() });
  }

  has(name: string): boolean {
    return this.all.has(name);
  }

  schemas(): ReadonlyMap<string, Schema> {
    return new Map([...this.all].map(([name, { schema }]) => [name, schema]));
  }

  /** Rules that define a table. */
  rulesFor(table: TableName): readonly Rule[] {
    return this.all.get(table.policy)?.rules.get(keyOf(table)) ?? [];
  }

  rules(policy: string): readonly Rule[] {
    return [...(this.all.get(policy)?.rules.values() ?? [])].flat();
  }

  /** Facts of a table; null where there are none. What an action executes has rules alone. */
  facts({ policy, of, table, modal }: TableName): Relation | null {
    return of === null && modal === null ? (this.all.get(policy)?.facts.get(table) ?? null) : null;
  }

  /**
   * Adds statements to a policy, all or none.
   *
   * @param text rules and facts
   * @throws PolicyError with everything that is wrong with the first statement at fault
   */
  insert(name: string, text: string): void {
    const rules = this.read(name, text);
    const policy = this.existing(name);
    const placed = rules.filter((rule) => !isFact(rule)).map((rule) => ({ policy: name, rule }));
    if (placed.length > 0) {
      const all = [...this.placedRules(), ...placed];
      const round = findRecursion(all);
      if (round) {
        const place = placed.find(({ rule }) => round.some((table) => table.endsWith(`:${rule.heads[0]?.table}`)));
        const way = round.join(' → ');
        const sentence = isStratified(all)
          ? `A table cannot be defined by itself: ${way}.`
          : `A table cannot be defined by its own absence: ${way}.`;
        throw policyError('recursion', sentence, place?.rule.place ?? null);
      }
    }
    for (const rule of rules) {
      this.learn(name, rule);
      if (isFact(rule)) this.addFact(policy, rule.heads[0] as Atom);
      else {
        const key = definedKey(rule, name);
        policy.rules.set(key, [...(policy.rules.get(key) ?? []), rule]);
      }
    }
  }

  /**
   * Takes statements out of a policy; those it has not are passed over.
   *
   * @throws PolicyError as for {@link insert}
   */
  delete(name: string, text: string): void {
    const policy = this.existing(name);
    for (const rule of this.read(name, text)) {
      if (isFact(rule)) {
        const { table, args } = rule.heads[0] as Atom;
        if (policy.facts.has(table)) this.factsOf(policy, table).delete(valuesOf(args));
      } else {
        const printed = printRule(rule);
        const alike = policy.rules.get(definedKey(rule, name)) ?? [];
        const at = alike.findIndex((one) => printRule(one) === printed);
        if (at >= 0) policy.rules.set(definedKey(rule, name), alike.toSpliced(at, 1));
      }
    }
  }

  /** Takes out the rules that are meant. */
  dropRules(name: string, isMeant: (rule: Rule) => boolean): void {
    const policy = this.existing(name);
    for (const [key, rules] of policy.rules)
      policy.rules.set(
        key,
        rules.filter((rule) => !isMeant(rule)),
      );
  }

  /** Adds rows as data: no text is read, so no value can be taken for a rule. */
  addRows(name: string, table: string, rows: Iterable<Row>): void {
    const relation = this.factsOf(this.existing(name), table);
    for (const row of rows) relation.add(row);
    const { columns } = this.existing(name).schema;
    const [first] = relation.rows();
    if (first && !columns.has(table))
      columns.set(
        table,
        first.map((_, at) => `${at}`),
      );
  }

  deleteRows(name: string, table: string, rows: Iterable<Row>): void {
    const policy = this.all.get(name);
    if (!policy?.facts.has(table)) return;
    const relation = this.factsOf(policy, table);
    for (const row of rows) relation.delete(row);
  }

  /** Puts a table in its place as it is: one that is kept up elsewhere, or found when it is asked for. */
  setTable(name: string, table: string, relation: Relation): void {
    const policy = this.existing(name);
    policy.facts.set(table, relation);
    policy.shared.add(table);
  }

  /** The same policies; changes of one are not seen in the other. */
  copy(): Policies {
    const other = new Policies();
    for (const [name, policy] of this.all) {
      const { kind, schema, rules, facts } = policy;
      policy.shared = new Set(facts.keys());
      other.all.set(name, {
        kind,
        schema: { ...schema, columns: new Map(schema.columns) },
        rules: new Map(rules),
        facts: new Map(facts),
        shared: new Set(facts.keys()),
      });
    }
    return other;
  }

  private read(name: string, text: string): Rule[] {
    const { kind } = this.existing(name);
    const rules = parse(text).map((statement): Rule => {
      if (statement.kind === 'rule' && (statement.heads.length === 1 || statement.heads.some(({ modal }) => modal)))
        return statement;
      throw policyError('non_formula', `Neither a fact nor a rule: ${print(statement)}.`, statement.place);
    });
    const schemas = this.schemas();
    return rules.map((rule) => {
      const expanded = expandColumns(rule, schemas, name);
      throwProblems(ruleProblems(expanded, kind === 'action' ? 'action' : 'rules', rule));
      return expanded;
    });
  }

  private placedRules(): PlacedRule[] {
    return [...this.all.keys()].flatMap((policy) => this.rules(policy).map((rule) => ({ policy, rule })));
  }

  /** The first use of a table says how many columns it has. */
  private learn(name: string, { heads, body }: Rule): void {
    for (const atom of [...heads, ...body.filter((literal) => builtinOf(literal) === null)]) {
      const schema = this.all.get(atom.policy ?? name)?.schema;
      const table = withoutSign(atom.table);
      if (schema === undefined || schema.complete || atom.named.length > 0 || schema.columns.has(table)) continue;
      schema.columns.set(
        table,
        atom.args.map((_, at) => `${at}`),
      );
    }
  }

  private addFact(policy: Policy, { table, args }: Atom): void {
    this.factsOf(policy, table).add(valuesOf(args));
  }

  /** A table to be changed. */
  private factsOf({ facts, shared }: Policy, table: string): Relation {
    const known = facts.get(table);
    if (known && shared.delete(table)) {
      const own = known.copy();
      facts.set(table, own);
      return own;
    }
    if (known) return known;
    const relation = new Relation();
    facts.set(table, relation);
    return relation;
  }

  private existing(name: string): Policy {
    const policy = this.all.get(name);
    if (policy === undefined) throw policyError('unknown_policy', `There is no policy “${name}”.`);
    return policy;
  }
}

function valuesOf(args: Atom['args']): Value[] {
  return args.flatMap((term) => (term.kind === 'constant' ? [term.value] : []));
}

/** The table that a rule of a policy defines. */
function definedKey({ heads }: Rule, policy: string): string {
  const { policy: of, table, modal } = heads[0] as Atom;
  return keyOf({ policy, of, table, modal });
}
