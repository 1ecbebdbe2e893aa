import type { Json } from '@/lib/model/json';
import type { BuiltinContext } from '../builtins';
import { reachedFrom, targetsOf } from '../engine/connections';
import type { Limits } from '../engine/evaluate';
import type { Policies } from '../engine/policies';
import { select } from '../engine/select';
import { decompose, type Fact } from '../facts/decompose';
import { FACT_TABLES, type ModelContext } from '../facts/model-facts';
import type { Value } from '../syntax/ast';
import { applyModification, type ModelTypes } from './modifications';

/** The policy that holds the facts of models, and the one with the rules of the house. */
export const MODEL_POLICY = 'murano';
export const RULES_POLICY = 'murano_system';

export interface Enforcement {
  /** what may be said about the model, apart from the model itself: `murano_system`, sources of data */
  policies: Policies;
  model: Json;
  modelContext: ModelContext;
  types: ModelTypes;
  context: BuiltinContext;
  limits?: Limits;
  /** told of each change before it is made, so that one which fails is known */
  onModification?: (text: string) => void;
}

/** One message of a rule about the model. */
export interface Verdict {
  /** the object that it is about; null when the rule names none */
  objectId: string | null;
  message: string;
}

/** What the rules say about a model. */
export interface Verdicts {
  /** changes that rules asked for, in the order they were made in */
  modifications: string[];
  /** the model with these changes */
  model: Json;
  /** these stop */
  errors: Verdict[];
  /** these inform */
  warnings: Verdict[];
}

/**
 * Asks the rules about a model: first what they change of it, then what stops and what warns, about the changed model.
 * An answer is about this environment when its first column is the environment's id. (Murano's policy enforcement:
 * modify, then validate.)
 *
 * @throws PolicyError when the rules cannot be asked or ask for what cannot be done; the run must not go on then
 */
export async function enforce(asked: Enforcement): Promise<Verdicts> {
  const modifications = answers(asked, asked.model, 'predeploy_modify')
    .map(({ message }) => message)
    .sort();
  const distinct = [...new Set(modifications)];
  let { model } = asked;
  for (const text of distinct) asked.onModification?.(text);
  for (const text of distinct) model = await applyModification(model, text, asked.types);
  return {
    modifications: distinct,
    model,
    errors: answers(asked, model, 'predeploy_errors'),
    warnings: answers(asked, model, 'predeploy_warnings'),
  };
}

/** Rows of a table of the rules that are about the environment of a model. */
function answers({ policies, modelContext, context, limits }: Enforcement, model: Json, table: string): Verdict[] {
  const facts = decompose(model, modelContext);
  const environment = facts.find(([name]) => name === 'states')?.[1];
  if (environment === undefined) return [];
  const world = policies.copy();
  replaceFacts(world, environment, facts);
  return select(world, RULES_POLICY, `${table}(environment, object, message)`, context, limits)
    .filter(({ row }) => row[0] === environment)
    .map(({ row: [, object, message] }) => ({
      objectId: typeof object === 'string' ? object : null,
      message: `${message}`,
    }));
}

/** Puts the facts of a model in the place of what was known of its environment before: of its last deployment. */
function replaceFacts(world: Policies, environment: string, facts: readonly Fact[]): void {
  if (!world.has(MODEL_POLICY)) world.create(MODEL_POLICY, { kind: 'source', tables: FACT_TABLES });
  const rowsOf = (table: string) => [
    ...(world.facts({ policy: MODEL_POLICY, of: null, table, modal: null })?.rows() ?? []),
  ];
  const links = [
    ...rowsOf('connected').map(([source, target]): [Value, Value] => [source as Value, target as Value]),
    ...rowsOf('objects').map(([id, owner]): [Value, Value] => [owner as Value, id as Value]),
  ];
  const before = reachedFrom<Value>(environment, targetsOf(links)).add(environment);
  for (const table of Object.keys(FACT_TABLES)) {
    const known = rowsOf(table).filter(([id]) => id !== undefined && before.has(id));
    world.deleteRows(MODEL_POLICY, table, known);
  }
  for (const [table, ...row] of facts) world.addRows(MODEL_POLICY, table, [row]);
}
