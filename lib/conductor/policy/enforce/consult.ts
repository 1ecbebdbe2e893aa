import type { BuiltinContext } from '../builtins';
import { Evaluation, type Limits } from '../engine/evaluate';
import { atomOf, type Explanation, type ExplanationStep, explain } from '../engine/explain';
import { Policies } from '../engine/policies';
import { Reachable } from '../engine/reachable';
import type { Row } from '../engine/relation';

import type { Targets } from '../facts/connections';
import type { Atom, Term, Value } from '../syntax/ast';
import { RULES_POLICY } from './enforce';

/** A source of data: the columns of its tables, and their rows. */
export interface Source {
  tables: Readonly<Record<string, readonly string[]>>;
  rows: readonly (readonly [table: string, row: Row])[];
  /** where each thing leads to, by the table that holds what can be reached from it in one step or many */
  reachable?: Readonly<Record<string, Targets<Value>>>;
}

/** The tables that hold what a policy is used with: values as they are, and all of them as texts, for sentences. */
export const PARAMETER_TABLE = 'parameter';
export const PARAMETER_TEXT_TABLE = 'parameter_text';

/** Rules that are asked by themselves: tables that one defines are unknown to another. */
export interface ConsultedRules {
  id: string;
  text: string;
  parameters: readonly (readonly [name: string, value: Value])[];
  /** whether the changes that they ask for are made; otherwise they are only told */
  modifies: boolean;
}

export interface Consultation<Model> {
  rules: readonly ConsultedRules[];
  model: Model;
  /** id of the environment: answers about others are passed over */
  environment: string;
  /** what rules may ask for, by the name of the source */
  sourcesOf: (model: Model) => Readonly<Record<string, Source>>;
  /** makes a change that rules ask for; throws, in a sentence, why it cannot */
  modify: (model: Model, text: string) => Promise<Model>;
  context: BuiltinContext;
  limits?: Limits;
  /** whether each verdict comes with the rules and facts behind it */
  explains?: boolean;
}

export type ConsultedKind = 'modification' | 'error' | 'warning';

export interface ConsultedVerdict {
  rules: string;
  kind: ConsultedKind;
  objectId: string | null;
  message: string;
  /** the rules and facts behind it, when that was asked for */
  why?: ExplanationStep[];
}

/** Rules that could not be asked, or asked for what cannot be done. */
export interface ConsultedFailure {
  rules: string;
  error: unknown;
}

export interface Consulted<Model> {
  model: Model;
  verdicts: ConsultedVerdict[];
  failures: ConsultedFailure[];
}

/** The tables that are asked for, and what an answer is. */
const ASKED: Record<ConsultedKind, string> = {
  modification: 'predeploy_modify',
  error: 'predeploy_errors',
  warning: 'predeploy_warnings',
};

/**
 * Asks several sets of rules about a model: first what each changes of it, in the order of the texts of the changes, then
 * what stops and what warns, about the changed model (Murano's policy enforcement: modify, then validate). A set that
 * fails is a failure, and says nothing else; the others are asked all the same.
 */
export async function consult<Model>(asked: Consultation<Model>): Promise<Consulted<Model>> {
  const failures: ConsultedFailure[] = [];
  const verdicts: ConsultedVerdict[] = [];
  let { model } = asked;
  let facts: { model: Model; world: Policies } | null = null;
  const worlds = new Map<string, Asked>();
  const answersOf = (kinds: readonly ConsultedKind[]) => {
    if (facts?.model !== model) {
      facts = { model, world: worldOf(asked.sourcesOf(model)) };
      worlds.clear();
    }
    for (const rules of asked.rules) {
      if (failures.some((failure) => failure.rules === rules.id)) continue;
      try {
        const known = worlds.get(rules.id) ?? askedOf(withRules(facts.world, rules), asked);
        worlds.set(rules.id, known);
        verdicts.push(...kinds.flatMap((kind) => answers(known, rules.id, kind, asked)));
      } catch (error) {
        failures.push({ rules: rules.id, error });
      }
    }
  };
  answersOf(['modification']);
  const wanted = verdicts.splice(0).sort((a, b) => (a.message < b.message ? -1 : 1));
  const made = new Set<string>();
  for (const modification of wanted) {
    try {
      const { rules, message } = modification;
      const isMade = asked.rules.find(({ id }) => id === rules)?.modifies;
      if (isMade && !made.has(message)) {
        model = await asked.modify(model, message);
        made.add(message);
      }
      verdicts.push(modification);
    } catch (error) {
      failures.push({ rules: modification.rules, error });
    }
  }
  answersOf(['error', 'warning']);
  return { model, verdicts, failures };
}

/**
 * Explains the answers of one set of rules about a model as it is: nothing is changed before.
 *
 * @param question an atom; the first column of a table that is asked for is the environment where it is left open
 * @throws PolicyError when the rules or the question cannot be read or asked
 */
export function explainRules<Model>(
  asked: Omit<Consultation<Model>, 'rules' | 'modify'>,
  rules: ConsultedRules,
  question: string,
): Explanation {
  const world = withRules(worldOf(asked.sourcesOf(asked.model)), rules);
  const atom = atomOf(question, world, RULES_POLICY);
  const [first, ...others] = atom.args;
  const isAsked = Object.values(ASKED).includes(atom.table) && first?.kind === 'variable';
  const about = isAsked
    ? { ...atom, args: [{ kind: 'constant', value: asked.environment } as const, ...others] }
    : atom;
  return explain(world, RULES_POLICY, about, asked.context, asked.limits);
}

/** What is wrong with a text, beside sources with these tables. @throws PolicyError */
export function checkRules(text: string, tables: Readonly<Record<string, Source['tables']>>): void {
  const sources = Object.fromEntries(Object.entries(tables).map(([name, one]) => [name, { tables: one, rows: [] }]));
  withRules(worldOf(sources), { id: '', text, parameters: [], modifies: false });
}

function worldOf(sources: Readonly<Record<string, Source>>): Policies {
  const world = new Policies();
  for (const [name, { tables, rows, reachable = {} }] of Object.entries(sources)) {
    world.create(name, { kind: 'source', tables, complete: true });
    const byTable = new Map<string, Row[]>();
    for (const [table, row] of rows) {
      const known = byTable.get(table);
      if (known) known.push(row);
      else byTable.set(table, [row]);
    }
    for (const [table, all] of byTable) world.addRows(name, table, all);
    for (const [table, targets] of Object.entries(reachable)) world.setTable(name, table, new Reachable(targets));
  }
  return world;
}

function withRules(facts: Policies, { text, parameters }: ConsultedRules): Policies {
  const world = facts.copy();
  const tables = { [PARAMETER_TABLE]: ['name', 'value'], [PARAMETER_TEXT_TABLE]: ['name', 'text'] };
  world.create(RULES_POLICY, { kind: 'rules', tables });
  world.addRows(RULES_POLICY, PARAMETER_TABLE, parameters);
  world.addRows(
    RULES_POLICY,
    PARAMETER_TEXT_TABLE,
    parameters.map(([name, value]): [string, Value] => [name, `${value}`]),
  );
  world.insert(RULES_POLICY, text);
  return world;
}

/** Verdicts of one kind that are explained; a rule that says thousands of things is understood by the first ones. */
const MOST_EXPLAINED = 50;

/** Rules with facts, and what was computed of them so far: what is asked for next is computed from it. */
interface Asked {
  world: Policies;
  evaluation: Evaluation;
}

function askedOf<Model>(world: Policies, { context, limits }: Consultation<Model>): Asked {
  return { world, evaluation: new Evaluation(world, context, limits) };
}

function answers<Model>(
  { world, evaluation }: Asked,
  rules: string,
  kind: ConsultedKind,
  { environment, context, limits, explains }: Consultation<Model>,
): ConsultedVerdict[] {
  const table = atomOf(`${ASKED[kind]}(environment, object, message)`, world, RULES_POLICY);
  const rows = evaluation
    .table({ policy: RULES_POLICY, of: null, table: table.table, modal: null })
    .matching([0], [environment]);
  return [...rows]
    .filter(({ length }) => length === table.args.length)
    .map((row, at) => ({
      rules,
      kind,
      objectId: typeof row[1] === 'string' ? row[1] : null,
      message: `${row[2]}`,
      ...(explains && at < MOST_EXPLAINED
        ? { why: whyOf(world, { ...table, args: row.map(constant) }, context, limits) }
        : {}),
    }));
}

const constant = (value: Value): Term => ({ kind: 'constant', value });

function whyOf(world: Policies, answer: Atom, context: BuiltinContext, limits?: Limits): ExplanationStep[] {
  return explain(world, RULES_POLICY, answer, context, limits).answers[0] ?? [];
}
