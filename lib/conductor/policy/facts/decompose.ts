import type { Json } from '@/lib/model/json';
import { reachedFrom, targetsOf } from '../engine/connections';
import { type FACT_TABLES, type ModelContext, ModelFacts, READ_TABLES } from './model-facts';

/** One row: its table, then its values, all of them texts. */
export type Fact = readonly [table: keyof typeof FACT_TABLES, ...values: string[]];

/**
 * Tells a model as relations: what there is, what it is like and what belongs to what, see {@link ModelFacts}.
 *
 * @param model the environment as maps, lists and scalars; null gives nothing
 * @returns facts, each once, with all that is connected
 * @throws as `ModelFacts.read`
 */
export function decompose(model: Json, context: ModelContext): Fact[] {
  const facts = new ModelFacts();
  facts.read(model, context);
  const targets = targetsOf(
    [...facts.rows('relationships')].map(([source, target]) => [source as string, target as string]),
  );
  return [
    ...READ_TABLES.flatMap((table) => [...facts.rows(table)].map((row): Fact => [table, ...row])),
    ...[...targets.keys()].flatMap((source) =>
      [...reachedFrom(source, targets)].map((target): Fact => ['connected', source, target]),
    ),
  ];
}
