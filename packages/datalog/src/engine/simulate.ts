import type { BuiltinContext } from '../builtins';
import { expandColumns, withoutSign } from '../checks/columns';
import { policyError } from '../errors';
import { type Atom, isFact, type Rule, type Value, variablesOf } from '../syntax/ast';
import { parse } from '../syntax/parse';
import { print } from '../syntax/print';
import { Evaluation, type Limits } from './evaluate';
import type { Policies } from './policies';
import type { Row } from './relation';
import { type Answer, select } from './select';

/** Holds what the last action of a sequence answered, for the elements after it. */
const RESULT = 'result';
/** Names the actions that a policy declares: `action("create")`. */
const ACTION = 'action';

export interface Simulation {
  /** whose tables the sequence and the question speak of */
  policy: string;
  /** the policy that says what actions change */
  actions: string;
  /** updates `p+(1)`, `p-(1)`, actions `create(1)`, or rules with such heads; they apply one after another */
  sequence: string;
  question: string;
}

/** Changes of one table, found before any of them is made. */
interface Change {
  policy: string;
  table: string;
  row: Row;
}

/**
 * Asks what would be answered after a sequence of updates and actions. Nothing is changed.
 *
 * @throws PolicyError `sequence_non_action` where an element is neither, and as for `select`
 */
export function simulate(
  policies: Policies,
  simulation: Simulation,
  context: BuiltinContext,
  limits?: Limits,
): Answer[] {
  const { policy, question } = simulation;
  return select(projected(policies, simulation, context, limits), policy, question, context, limits);
}

/**
 * What a sequence changes of the answers.
 *
 * @returns `added`: answers after it that were none before, `removed`: the other way round
 */
export function simulateDelta(
  policies: Policies,
  simulation: Simulation,
  context: BuiltinContext,
  limits?: Limits,
): { added: Answer[]; removed: Answer[] } {
  const before = select(policies, simulation.policy, simulation.question, context, limits);
  const after = simulate(policies, simulation, context, limits);
  const missingIn = (answers: readonly Answer[]) => {
    const there = new Set(answers.map(({ rule }) => print(rule)));
    return ({ rule }: Answer) => !there.has(print(rule));
  };
  return { added: after.filter(missingIn(before)), removed: before.filter(missingIn(after)) };
}

/** The policies as they are after the sequence. */
function projected(
  policies: Policies,
  { policy, actions, sequence }: Simulation,
  context: BuiltinContext,
  limits?: Limits,
): Policies {
  if (!policies.has(actions)) throw policyError('unknown_policy', `There is no policy “${actions}”.`);
  const state = policies.copy();
  const made = new GeneratedValues();
  let results: Row[] = [];
  for (const statement of parse(sequence)) {
    if (statement.kind !== 'rule')
      throw policyError(
        'sequence_non_action',
        `Neither an action nor an update: ${print(statement)}.`,
        statement.place,
      );
    const element = expandColumns(statement, state.schemas(), policy);
    const head = element.heads[0] as Atom;
    const isAction = head.policy === null && isDeclared(state, actions, head.table);
    if (!isAction && withoutSign(head.table) === head.table)
      throw policyError(
        'sequence_non_action',
        `Neither an action nor an update: ${print(statement)}.`,
        statement.place,
      );
    const rows = rowsOf(state, policy, element, results, context, limits);
    if (isAction) {
      const effects = effectsOf(state, { policy, actions, action: head.table, rows }, made, context, limits);
      results = effects.results;
      apply(state, effects.changes);
    } else {
      apply(
        state,
        rows.map((row) => ({ policy: head.policy ?? policy, table: head.table, row })),
      );
    }
  }
  return state;
}

function isDeclared(state: Policies, actions: string, name: string): boolean {
  return state.facts({ policy: actions, of: null, table: ACTION, modal: null })?.has([name]) ?? false;
}

/** What an element of the sequence is about: its own values, or one row for every way in which its body holds. */
function rowsOf(
  state: Policies,
  policy: string,
  element: Rule,
  results: readonly Row[],
  context: BuiltinContext,
  limits?: Limits,
): Row[] {
  const head = element.heads[0] as Atom;
  if (isFact(element)) {
    const [variable] = variablesOf(head);
    if (variable !== undefined)
      throw policyError('fact_not_ground', `“${variable}” has no value: ${print(element)}.`, element.place);
  }
  const world = state.copy();
  world.addRows(policy, RESULT, results);
  const rows: Row[] = [];
  new Evaluation(world, context, limits).solve(policy, element, (values) => rows.push(values(head)));
  return rows;
}

/** What an action changes, with what it answers. Its rules see the tables of the policy as if they were its own. */
function effectsOf(
  state: Policies,
  asked: { policy: string; actions: string; action: string; rows: readonly Row[] },
  made: GeneratedValues,
  context: BuiltinContext,
  limits?: Limits,
): { changes: Change[]; results: Row[] } {
  const { policy, actions, action, rows } = asked;
  const world = state.copy();
  for (const [table, relation] of ownTables(world, { policy, actions }, context, limits))
    world.addRows(actions, table, relation);
  world.addRows(actions, action, rows);
  const changes: Change[] = [];
  const rules = world.rules(actions).filter(({ heads }) => heads[0]?.modal === null);
  const evaluation = new Evaluation(world, context, limits);
  for (const rule of rules.filter(({ heads }) => isUpdate(heads[0] as Atom))) {
    const head = rule.heads[0] as Atom;
    evaluation.solve(actions, rule, (values) => {
      changes.push({ policy: head.policy ?? policy, table: head.table, row: made.filled(values(head), rule) });
    });
  }
  // what an action answers may speak of what it has just added
  const after = world.copy();
  for (const { table, row } of changes) after.addRows(actions, table, [row]);
  after.dropRules(actions, ({ heads }) => isUpdate(heads[0] as Atom));
  const results = [
    ...new Evaluation(after, context, limits).table({ policy: actions, of: null, table: RESULT, modal: null }).rows(),
  ];
  return { changes, results };
}

/** The tables of the policy that the actions' rules name and do not define. */
function ownTables(
  world: Policies,
  { policy, actions }: { policy: string; actions: string },
  context: BuiltinContext,
  limits?: Limits,
): Map<string, Row[]> {
  const defined = new Set(world.rules(actions).map(({ heads }) => heads[0]?.table));
  const named = world.rules(actions).flatMap(({ body }) => body.filter((literal) => literal.policy === null));
  const evaluation = new Evaluation(world, context, limits);
  const tables = new Map<string, Row[]>();
  for (const { table } of named) {
    if (defined.has(table) || tables.has(table)) continue;
    tables.set(table, [...evaluation.table({ policy, of: null, table, modal: null }).rows()]);
  }
  return tables;
}

function isUpdate({ table }: Atom): boolean {
  return withoutSign(table) !== table;
}

/** Removals come first: a row that is both removed and added stays. */
function apply(state: Policies, changes: readonly Change[]): void {
  for (const { policy, table, row } of changes) {
    if (table.endsWith('-')) state.deleteRows(policy, withoutSign(table), [row]);
  }
  for (const { policy, table, row } of changes) {
    if (!table.endsWith('+')) continue;
    if (!state.has(policy)) state.create(policy, { kind: 'rules' });
    state.addRows(policy, withoutSign(table), [row]);
  }
}

/** Values that an action makes for variables that nothing gives a value: the identity of what it creates. */
class GeneratedValues {
  private next = 0;

  filled(row: readonly (Value | undefined)[], rule: Rule): Row {
    const head = rule.heads[0] as Atom;
    const made = new Map<string, Value>();
    return row.map((value, at) => {
      if (value !== undefined) return value;
      const term = head.args[at];
      const name = term?.kind === 'variable' ? term.name : '';
      const known = made.get(name) ?? `made-${this.next++}`;
      made.set(name, known);
      return known;
    });
  }
}
