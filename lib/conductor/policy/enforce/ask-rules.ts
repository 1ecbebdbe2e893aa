import { printRule, select, simulateDelta } from '@vetro/datalog';
import { type RuleSetInput, type RuleSetQuestion, worldOf } from './evaluate-rule-sets';
import { RULES_POLICY } from './rules-policy';

/** The policy in which what actions change is written. */
const ACTIONS_POLICY = 'actions';

/** Changes that are tried before a question is asked: nothing of them stays. */
export interface TriedChanges {
  /** updates `murano:properties+("id", "name", "value")`, actions, or rules with such heads, one after another */
  sequence: string;
  /** what actions change: `action("grow")`, `murano:properties+(x, "size", "large") :- grow(x)`; empty: there are none */
  actions: string;
}

/** Answers as rules with their values; with changes those that they bring, and those that they take away. */
export type RuleAnswers = { answers: string[] } | { added: string[]; removed: string[] };

/**
 * Asks a set of rules a question about a model as it is, or how the answers differ after changes that are tried.
 *
 * @param question an atom, or a rule of which every way is an answer in which its body holds
 * @throws PolicyError when the rules, the question or the changes cannot be read or asked
 */
export function askRules<Model>(
  asked: Omit<RuleSetQuestion<Model>, 'rules' | 'modify' | 'derived'>,
  rules: RuleSetInput,
  question: string,
  changes: TriedChanges | null,
): RuleAnswers {
  asked.load(asked.model);
  const world = worldOf(asked.facts, rules);
  const { context, limits } = asked;
  if (changes === null) {
    return { answers: select(world, RULES_POLICY, question, context, limits).map(({ rule }) => printRule(rule)) };
  }
  world.create(ACTIONS_POLICY, { kind: 'action' });
  world.insert(ACTIONS_POLICY, changes.actions);
  const simulation = { policy: RULES_POLICY, actions: ACTIONS_POLICY, sequence: changes.sequence, question };
  const { added, removed } = simulateDelta(world, simulation, context, limits);
  return { added: added.map(({ rule }) => printRule(rule)), removed: removed.map(({ rule }) => printRule(rule)) };
}
