import { type BuiltinContext, builtinOf } from '../builtins';
import { expandColumns } from '../checks/columns';
import { reorder } from '../checks/reorder';
import { policyError } from '../errors';
import { type Atom, type Literal, type Place, type Rule, type Term, type Value, variablesOf } from '../syntax/ast';
import { parseRule } from '../syntax/parse';
import { printAtom, printLiteral } from '../syntax/print';
import { Evaluation, type Limits } from './evaluate';
import type { Policies } from './policies';
import type { Relation, Row } from './relation';
import { tableOf } from './table-name';

/**
 * What a step of an explanation speaks of: a row that a rule derives; a row that is simply given; something computed; the
 * absence of a row; a table that nobody defines; or that there is more than is shown.
 */
export const STEP_KINDS = ['rule', 'fact', 'computed', 'absent', 'undefined', 'cut'] as const;
export type StepKind = (typeof STEP_KINDS)[number];

/** One line of an explanation: why something holds, or does not. What it rests on follows, one deeper. */
export interface ExplanationStep {
  /** 0 for what was asked; its reasons have one more */
  depth: number;
  kind: StepKind;
  holds: boolean;
  /** the atom with its values; a variable that nothing gives a value stands as it is */
  atom: string;
  /** where the rule stands; null for what is no rule's */
  place: Place | null;
  /** of a row that is missing: the row that comes nearest; null where none is like it */
  nearest: string | null;
}

/** How much is told: how deep, in how many lines. */
export interface ExplanationBounds {
  depth: number;
  steps: number;
}

export const DEFAULT_BOUNDS: ExplanationBounds = { depth: 12, steps: 200 };

/** Answers that are explained of one question. */
const MAX_ANSWERS = 10;
/** Rules that are told of a row that none of them derives. */
const MAX_RULES = 10;
const LONGEST_ATOM = 500;

/** Why a question is answered as it is. */
export interface Explanation {
  holds: boolean;
  /** for each answer, the first ones alone, why it is one; where there is none, one that says why not */
  answers: ExplanationStep[][];
}

/**
 * Explains the answers to an atom: for each the chain of rules and facts behind it, or, when there is no answer, which
 * part of each rule that could give one fails for the binding that gets furthest.
 *
 * @param question an atom, with or without variables
 * @throws PolicyError when the question cannot be read or asked, or a limit is exceeded
 */
export function explain(
  policies: Policies,
  policy: string,
  question: string | Atom,
  context: BuiltinContext,
  limits?: Limits,
  bounds: ExplanationBounds = DEFAULT_BOUNDS,
): Explanation {
  return explainWith(policies, policy, question, new Evaluation(policies, context, limits), bounds);
}

/**
 * The same, with tables that are computed already.
 *
 * @throws as {@link explain}
 */
export function explainWith(
  policies: Policies,
  policy: string,
  question: string | Atom,
  evaluation: Evaluation,
  bounds: ExplanationBounds = DEFAULT_BOUNDS,
): Explanation {
  const asked = typeof question === 'string' ? atomOf(question, policies, policy) : question;
  const answers = [...answersTo(evaluation, policy, asked)];
  if (answers.length === 0)
    return { holds: false, answers: [new Reasons(policies, evaluation, bounds).explainMissing(policy, asked)] };
  return {
    holds: true,
    answers: answers.map((answer) => new Reasons(policies, evaluation, bounds).why(policy, answer)),
  };
}

/** Reads an atom that is asked for. @throws PolicyError */
export function atomOf(question: string, policies: Policies, policy: string): Atom {
  if (!policies.has(policy)) throw policyError('unknown_policy', `There is no policy “${policy}”.`);
  const rule = expandColumns(parseRule(question), policies.schemas(), policy);
  const [head] = rule.heads;
  if (rule.body.length > 0 || rule.heads.length !== 1 || head === undefined)
    throw policyError('non_formula', 'Ask for one atom, such as predeploy_errors(environment, object, message).');
  return head;
}

function answersTo(evaluation: Evaluation, policy: string, asked: Atom): Set<Atom> {
  const literal: Literal = { ...asked, negated: false };
  const found = new Map<string, Atom>();
  if (builtinOf(asked) !== null || variablesOf(asked).length === 0) {
    const fill = evaluation.first(policy, { body: [literal] });
    return new Set(fill ? [fill(asked)] : []);
  }
  const table = evaluation.table(tableOf(asked, policy));
  const known = knownColumns(asked);
  for (const row of table.matching(known.columns, known.values)) {
    const answer = { ...asked, args: row.map(constant) };
    if (row.length !== asked.args.length || unify(asked, answer) === null) continue;
    found.set(printAtom(answer), answer);
    if (found.size >= MAX_ANSWERS) break;
  }
  return new Set(found.values());
}

/** Writes the lines of one explanation, the outer ones first. */
class Reasons {
  private readonly steps: ExplanationStep[] = [];
  private isCut = false;

  constructor(
    private readonly policies: Policies,
    private readonly evaluation: Evaluation,
    private readonly bounds: ExplanationBounds,
  ) {}

  why(policy: string, atom: Atom): ExplanationStep[] {
    this.holding(policy, { ...atom, negated: false }, 0);
    return this.steps;
  }

  explainMissing(policy: string, atom: Atom): ExplanationStep[] {
    this.failing(policy, { ...atom, negated: false }, 0);
    return this.steps;
  }

  /** A literal that holds, all of it with values, and below it why. */
  private holding(policy: string, literal: Literal, depth: number): void {
    if (this.isBeyond(depth)) return;
    const kind = kindOf(literal);
    if (kind !== 'rule') {
      this.add({ depth, kind, holds: true, atom: printLiteral(literal) });
      return;
    }
    const table = tableOf(literal, policy);
    const row = literal.args.map((term) => (term as { value: Value }).value);
    if (this.policies.facts(table)?.has(row)) {
      this.add({ depth, kind: 'fact', holds: true, atom: printLiteral(literal) });
      return;
    }
    for (const rule of this.policies.rulesFor(table)) {
      const body = bodyFor(rule, literal);
      const fill = body && this.evaluation.first(table.policy, { body });
      if (!body || !fill) continue;
      this.add({ depth, kind: 'rule', holds: true, atom: printLiteral(literal), place: rule.place });
      for (const one of body) this.holding(table.policy, fill(one), depth + 1);
      return;
    }
  }

  /** A literal that does not hold, as far as it has values, and below it why not. */
  private failing(policy: string, literal: Literal, depth: number): void {
    if (this.isBeyond(depth)) return;
    const atom = printLiteral(withoutMadeUpNames(literal));
    if (literal.negated) {
      this.add({ depth, kind: 'absent', holds: false, atom });
      this.holding(policy, { ...literal, negated: false }, depth + 1);
      return;
    }
    if (kindOf(literal) === 'computed') {
      this.add({ depth, kind: 'computed', holds: false, atom });
      return;
    }
    const table = tableOf(literal, policy);
    const facts = this.policies.facts(table);
    const rules = this.policies.rulesFor(table);
    if (rules.length === 0) {
      const nearest = facts && nearestRow(facts, literal);
      const kind = facts ? 'fact' : 'undefined';
      this.add({ depth, kind, holds: false, atom, nearest: nearest ? printAtom(nearest) : null });
      return;
    }
    const fitting = rules.flatMap((rule) => {
      const body = bodyFor(rule, literal);
      return body ? [{ rule, body }] : [];
    });
    // a value in the head of each rule is another one than is asked for
    if (fitting.length === 0) this.add({ depth, kind: 'rule', holds: false, atom, place: rules[0]?.place ?? null });
    for (const { rule, body } of fitting.slice(0, MAX_RULES)) {
      this.add({ depth, kind: 'rule', holds: false, atom, place: rule.place });
      this.failingBody(table.policy, body, depth + 1);
    }
    if (fitting.length > MAX_RULES) this.cut(depth);
  }

  /** What holds of a body for the binding that gets furthest, and the literal at which that one ends. */
  private failingBody(policy: string, body: readonly Literal[], depth: number): void {
    let fill: (<T extends Atom>(atom: T) => T) | null = (atom) => atom;
    let reached = 0;
    for (let length = 1; length <= body.length; length += 1) {
      const further = this.evaluation.first(policy, { body: body.slice(0, length) });
      if (further === null) break;
      fill = further;
      reached = length;
    }
    for (const literal of body.slice(0, reached)) {
      if (this.isBeyond(depth)) return;
      const kind = kindOf(literal);
      const isFact = kind === 'rule' && this.policies.rulesFor(tableOf(literal, policy)).length === 0;
      this.add({ depth, kind: isFact ? 'fact' : kind, holds: true, atom: printLiteral(fill(literal)) });
    }
    const failed = body[reached];
    if (failed) this.failing(policy, fill(failed), depth);
  }

  private isBeyond(depth: number): boolean {
    if (depth <= this.bounds.depth && this.steps.length < this.bounds.steps) return false;
    this.cut(Math.min(depth, this.bounds.depth + 1));
    return true;
  }

  /** Says once in a row that there is more. */
  private cut(depth: number): void {
    const isFull = this.steps.length >= this.bounds.steps;
    if ((isFull && this.isCut) || this.steps.at(-1)?.kind === 'cut') return;
    this.isCut ||= isFull;
    this.steps.push({ depth, kind: 'cut', holds: true, atom: '', place: null, nearest: null });
  }

  private add({
    place = null,
    nearest = null,
    atom,
    ...step
  }: Pick<ExplanationStep, 'depth' | 'kind' | 'holds' | 'atom'> & Partial<ExplanationStep>): void {
    const shown = atom.length > LONGEST_ATOM ? `${atom.slice(0, LONGEST_ATOM)}…` : atom;
    this.steps.push({ ...step, atom: shown, place, nearest });
  }
}

/** A literal in which columns that its author left out may hold anything: their variables have names of ours. */
function withoutMadeUpNames(literal: Literal): Literal {
  const args = literal.args.map((term) =>
    term.kind === 'variable' && /^_\d+$/.test(term.name) ? { ...term, name: '_' } : term,
  );
  return { ...literal, args };
}

/** What a literal is before it is known whether its row is given or derived. */
export function kindOf(literal: Literal): 'rule' | 'computed' | 'absent' {
  if (literal.negated) return 'absent';
  const isConstant = literal.policy === null && literal.args.length === 0 && /^(true|false)$/.test(literal.table);
  return builtinOf(literal) !== null || isConstant ? 'computed' : 'rule';
}

/**
 * The body of a rule for the rows that are asked for, in the order in which it is evaluated.
 *
 * @returns null when the head of the rule gives none of them
 */
export function bodyFor(rule: Rule, asked: Atom): Literal[] | null {
  const head = rule.heads[0] as Atom;
  const values = unify(head, asked);
  if (values === null) return null;
  const body = rule.body.map(
    (literal): Literal => ({
      ...literal,
      args: literal.args.map((term) => (term.kind === 'variable' ? (values.get(term.name) ?? term) : term)),
    }),
  );
  return reorder(body).body;
}

/** Values of the variables of a pattern for what it is compared with; null where the two have different values. */
function unify(pattern: Atom, asked: Atom): Map<string, Term> | null {
  if (pattern.args.length !== asked.args.length) return null;
  const values = new Map<string, Term>();
  for (const [at, term] of pattern.args.entries()) {
    const wanted = asked.args[at] as Term;
    if (wanted.kind === 'variable') continue;
    const value = term.kind === 'variable' ? values.get(term.name) : term;
    if (value === undefined) values.set((term as { name: string }).name, wanted);
    else if ((value as { value: Value }).value !== wanted.value) return null;
  }
  return values;
}

function knownColumns({ args }: Atom): { columns: number[]; values: Value[] } {
  const known = args.flatMap((term, at) => (term.kind === 'constant' ? [{ at, value: term.value }] : []));
  return { columns: known.map(({ at }) => at), values: known.map(({ value }) => value) };
}

/** The row that has most of what is asked for, the first columns before the others. */
function nearestRow(facts: Relation, asked: Atom): Atom | null {
  const { columns, values } = knownColumns(asked);
  for (let length = columns.length; length > 0; length -= 1) {
    const [row] = facts.matching(columns.slice(0, length), values.slice(0, length)) as Iterable<Row>;
    if (row) return { ...asked, args: row.map(constant) };
  }
  return null;
}

function constant(value: Value): Term {
  return { kind: 'constant', value };
}
