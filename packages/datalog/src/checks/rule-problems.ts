import { builtinParameters, isBuiltinTable } from '../builtins';
import type { PolicyProblem } from '../errors';
import { type Atom, isFact, type Rule, variablesOf } from '../syntax/ast';
import { printAtom, printRule } from '../syntax/print';
import { bodyProblems } from './reorder';

/** No rule that says something asks for more at once; a join goes as deep as a body is long. */
const MAX_LITERALS = 200;

/**
 * Everything that is wrong with a rule by itself, columns and recursion apart.
 *
 * @param rule with all arguments by position
 * @param kind what the policy it stands in is for: an action may change tables of other policies, and make new values
 * @param written the same as its author wrote it: what is left out there has variables that nobody knows
 */
export function ruleProblems(rule: Rule, kind: 'rules' | 'action', written = rule): PolicyProblem[] {
  if (isFact(rule))
    return [...factProblems(rule.heads[0] as Atom, written.heads[0] as Atom), ...headProblems(rule, kind)];
  const tooLong = rule.body[MAX_LITERALS];
  if (tooLong !== undefined) {
    const message = `A rule has at most ${MAX_LITERALS} conditions, this one has ${rule.body.length}: make several rules of it.`;
    return [{ kind: 'limit', message, place: tooLong.place }];
  }
  if (kind === 'action') return headProblems(rule, kind);
  return [
    ...unboundHeads(rule, written),
    ...bodyProblems(rule, written),
    ...headProblems(rule, kind),
    ...modalsInBody(rule),
  ];
}

function factProblems(fact: Atom, written: Atom): PolicyProblem[] {
  const [variable] = variablesOf(fact);
  if (variable === undefined) return [];
  const [named] = variablesOf(written);
  const words =
    named === undefined
      ? `A fact has a value for every column, some are left out: ${printAtom(written)}.`
      : `A fact has values alone, “${named}” is a variable; texts stand in quotes: ${printAtom(written)}.`;
  return [
    {
      kind: 'fact_not_ground',
      message: words,
      place: fact.place,
    },
  ];
}

function unboundHeads(rule: Rule, written: Rule): PolicyProblem[] {
  const inBody = new Set(rule.body.flatMap(variablesOf));
  const unbound = [...new Set(rule.heads.flatMap(variablesOf))].filter((name) => !inBody.has(name));
  const known = new Set(written.heads.flatMap(variablesOf));
  const leftOut = unbound.filter((name) => !known.has(name));
  const named = leftOut.length === 0 ? unbound : [...unbound.filter((name) => known.has(name)), null];
  return named.map((name) => ({
    kind: 'head_safety',
    message:
      name === null
        ? `The head leaves out columns, so they have no value: ${printRule(written)}.`
        : `“${name}” stands in the head and not in the body, so it has no value: ${printRule(written)}.`,
    place: rule.place,
  }));
}

function headProblems(rule: Rule, kind: 'rules' | 'action'): PolicyProblem[] {
  const problems: PolicyProblem[] = [];
  const add = (problem: PolicyProblem['kind'], message: string, { place }: Atom) =>
    problems.push({ kind: problem, message, place });
  for (const head of rule.heads) {
    if (head.modal === null && isBuiltinTable(head) && builtinParameters(head.table) !== null)
      add('builtin_conflict', `“${head.table}” is computed, so no rule can define it.`, head);
    const changesOther = kind === 'action' && /[+-]$/.test(head.table);
    if (head.policy !== null && head.modal === null && !changesOther)
      add('policy_in_head', `A rule defines tables of its own policy alone, not of “${head.policy}”.`, head);
    if (head.modal !== null && head.modal !== 'execute')
      add('modal_not_permitted', `A head may stand in execute[…], not in ${head.modal}[…].`, head);
  }
  const inModal = rule.heads.find(({ modal }) => modal !== null);
  if (rule.heads.length > 1 && inModal)
    add('modal_multi_head', `A rule with ${inModal.modal}[…] has one head alone.`, inModal);
  return problems;
}

function modalsInBody({ body }: Rule): PolicyProblem[] {
  return body
    .filter(({ modal }) => modal !== null)
    .map(({ modal, place }) => ({
      kind: 'modal_in_body',
      message: `“${modal}[…]” can stand in a head alone, not in a body.`,
      place,
    }));
}
