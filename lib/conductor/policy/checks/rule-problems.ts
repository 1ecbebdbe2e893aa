import { isBuiltinTable } from '../builtins';
import type { PolicyProblem } from '../errors';
import { type Atom, isFact, type Rule, variablesOf } from '../syntax/ast';
import { printAtom, printRule } from '../syntax/print';
import { bodyProblems } from './reorder';

/** No rule that says something asks for more at once; a join goes as deep as a body is long. */
const MOST_LITERALS = 200;

/**
 * Everything that is wrong with a rule by itself, columns and recursion apart.
 *
 * @param rule with all arguments by position
 * @param kind what the policy it stands in is for: an action may change tables of other policies, and make new values
 */
export function ruleProblems(rule: Rule, kind: 'rules' | 'action'): PolicyProblem[] {
  if (isFact(rule)) return [...factProblems(rule.heads[0] as Atom), ...headProblems(rule, kind)];
  const tooLong = rule.body[MOST_LITERALS];
  if (tooLong !== undefined) {
    const message = `A rule has at most ${MOST_LITERALS} conditions, this one has ${rule.body.length}: make several rules of it`;
    return [{ kind: 'limit', message, place: tooLong.place }];
  }
  if (kind === 'action') return headProblems(rule, kind);
  return [...unboundHeads(rule), ...bodyProblems(rule), ...headProblems(rule, kind), ...modalsInBody(rule)];
}

function factProblems(fact: Atom): PolicyProblem[] {
  const [variable] = variablesOf(fact);
  if (variable === undefined) return [];
  return [
    {
      kind: 'fact_not_ground',
      message: `A fact has values alone, “${variable}” is a variable: ${printAtom(fact)}. Texts stand in quotes`,
      place: fact.place,
    },
  ];
}

function unboundHeads(rule: Rule): PolicyProblem[] {
  const inBody = new Set(rule.body.flatMap(variablesOf));
  const unbound = [...new Set(rule.heads.flatMap(variablesOf))].filter((name) => !inBody.has(name));
  return unbound.map((name) => ({
    kind: 'head_safety',
    message: `“${name}” stands in the head and not in the body, so it has no value: ${printRule(rule)}`,
    place: rule.place,
  }));
}

function headProblems(rule: Rule, kind: 'rules' | 'action'): PolicyProblem[] {
  const problems: PolicyProblem[] = [];
  const add = (problem: PolicyProblem['kind'], message: string, { place }: Atom) =>
    problems.push({ kind: problem, message, place });
  for (const head of rule.heads) {
    if (head.modal === null && isBuiltinTable(head))
      add('builtin_conflict', `“${head.table}” is computed, so no rule can define it`, head);
    const changesOther = kind === 'action' && /[+-]$/.test(head.table);
    if (head.policy !== null && head.modal === null && !changesOther)
      add('policy_in_head', `A rule defines tables of its own policy alone, not of “${head.policy}”`, head);
    if (head.modal !== null && head.modal !== 'execute')
      add('modal_not_permitted', `A head may stand in execute[…], not in ${head.modal}[…]`, head);
  }
  const inModal = rule.heads.find(({ modal }) => modal !== null);
  if (rule.heads.length > 1 && inModal)
    add('modal_multi_head', `A rule with ${inModal.modal}[…] has one head alone`, inModal);
  return problems;
}

function modalsInBody({ body }: Rule): PolicyProblem[] {
  return body
    .filter(({ modal }) => modal !== null)
    .map(({ modal, place }) => ({
      kind: 'modal_in_body',
      message: `${modal}[…] can stand in a head alone, not in a body`,
      place,
    }));
}
