import type { BuiltinContext } from '../builtins';
import { expandColumns } from '../checks/columns';
import { policyError } from '../errors';
import { type Atom, isFact, type Literal, type Rule, type Term, type Value } from '../syntax/ast';
import { parseRule } from '../syntax/parse';
import { printRule } from '../syntax/print';
import { Evaluation, type Limits } from './evaluate';
import type { Policies } from './policies';
import type { Row } from './relation';

/** One answer: the row of the head, and the whole rule or atom with its values. */
export interface Answer {
  row: Row;
  rule: Rule;
}

/**
 * Asks a question: an atom, answered by its rows, or a rule, answered by every way in which its body holds.
 *
 * @returns answers, each once
 * @throws PolicyError when the question cannot be read or asked
 */
export function select(
  policies: Policies,
  policy: string,
  question: string,
  context: BuiltinContext,
  limits?: Limits,
): Answer[] {
  if (!policies.has(policy)) throw policyError('unknown_policy', `There is no policy “${policy}”.`);
  const asked = expandColumns(parseRule(question), policies.schemas(), policy);
  const head = asked.heads[0] as Atom;
  const evaluation = new Evaluation(policies, context, limits);
  const answers = new Map<string, Answer>();
  const add = (rule: Rule, row: Row) => {
    const answer = { row, rule };
    const key = printRule(rule);
    if (!answers.has(key)) answers.set(key, answer);
  };
  if (isFact(asked)) {
    const literal: Literal = { ...head, negated: false };
    evaluation.solve(policy, { body: [literal] }, (values) => add(withValues(asked, values), values(head)));
  } else {
    evaluation.solve(policy, asked, (values) => add(withValues(asked, values), values(head)));
  }
  return [...answers.values()];
}

function withValues(rule: Rule, values: (atom: Atom) => Row): Rule {
  const fill = <T extends Atom>(atom: T): T => ({ ...atom, args: values(atom).map(constant) });
  return { ...rule, heads: rule.heads.map(fill), body: rule.body.map(fill) };
}

function constant(value: Value): Term {
  return { kind: 'constant', value };
}
