import { builtinOf } from '../builtins';
import { type Atom, type Literal, type Rule, type Value, variablesOf } from '../syntax/ast';
import type { Evaluation } from './evaluate';
import { bodyFor, kindOf } from './explain';
import type { Policies } from './policies';
import type { Row } from './relation';
import { tableOf } from './table-name';

/** Something given that an answer rests on: a row of a table, or the absence of one. Values that nothing gives are left out. */
export interface Premise {
  policy: string;
  table: string;
  row: readonly (Value | undefined)[];
}

const DEEPEST = 12;
const MAX_PREMISES = 200;

/**
 * What an answer rests on: the given rows of the chain behind it, and those whose absence it needs, in the order of the
 * rules. A row of which only the words of the sentence are made decides nothing and is not among them: a rule that says
 * "web1 is too large" is about the size of web1, not about its name.
 *
 * @param answer a row that holds
 * @param words columns of the answer that are sentences
 * @throws PolicyError `limit`
 */
export function premisesOf(
  policies: Policies,
  policy: string,
  answer: Atom,
  words: readonly number[],
  evaluation: Evaluation,
): Premise[] {
  const premises: Premise[] = [];
  holding(policy, { ...answer, negated: false }, new Set(words), 0);
  return premises;

  function add(policyOf: string, literal: Atom): void {
    const { policy: of, table } = tableOf(literal, policyOf);
    const row = literal.args.map((term) => (term.kind === 'constant' ? term.value : undefined));
    if (premises.length < MAX_PREMISES) premises.push({ policy: of, table, row });
  }

  /** @param wordColumns columns of which only words are made */
  function holding(own: string, literal: Literal, wordColumns: ReadonlySet<number>, depth: number): void {
    const kind = kindOf(literal);
    if (depth > DEEPEST || kind === 'computed') return;
    if (kind === 'absent') {
      missing(own, { ...literal, negated: false }, depth);
      return;
    }
    const table = tableOf(literal, own);
    const row = literal.args.map((term) => (term.kind === 'constant' ? term.value : undefined));
    if (policies.facts(table)?.has(row as unknown as Row)) {
      // the last column of a table is what it says of the others
      if (!wordColumns.has(literal.args.length - 1)) add(own, literal);
      return;
    }
    for (const rule of policies.rulesFor(table)) {
      const body = bodyFor(rule, literal);
      const fill = body && evaluation.first(table.policy, { body });
      if (!body || !fill) continue;
      const onlyWords = wordsIn(rule, wordColumns);
      for (const one of body) {
        holding(table.policy, fill(one), columnsOfWords(rule, one, onlyWords), depth + 1);
      }
      return;
    }
  }

  /** What keeps a row from being there: of each rule that could give it, what holds and what fails. */
  function missing(own: string, literal: Literal, depth: number): void {
    if (depth > DEEPEST || kindOf(literal) === 'computed') return;
    const table = tableOf(literal, own);
    const rules = policies.rulesFor(table);
    if (rules.length === 0) {
      add(own, literal);
      return;
    }
    for (const rule of rules) {
      const body = bodyFor(rule, literal) ?? [];
      let fill: (<T extends Atom>(atom: T) => T) | null = (atom) => atom;
      let reached = 0;
      for (let length = 1; length <= body.length; length += 1) {
        const further = evaluation.first(table.policy, { body: body.slice(0, length) });
        if (further === null) break;
        fill = further;
        reached = length;
      }
      const onlyWords = wordsIn(rule, new Set());
      for (const one of body.slice(0, reached))
        holding(table.policy, fill(one), columnsOfWords(rule, one, onlyWords), depth + 1);
      const failed = body[reached];
      if (!failed) continue;
      const filled = fill(failed);
      if (filled.negated) holding(table.policy, { ...filled, negated: false }, new Set(), depth + 1);
      else missing(table.policy, filled, depth + 1);
    }
  }
}

/** Columns of a literal of a rule of which only words are made. */
function columnsOfWords(rule: Rule, literal: Literal, onlyWords: ReadonlySet<string>): Set<number> {
  // a body for an answer has values in it; as it was written it has variables
  const written = rule.body.find(({ place }) => place === literal.place) ?? literal;
  return new Set(
    written.args.flatMap((term, at) => (term.kind === 'variable' && onlyWords.has(term.name) ? [at] : [])),
  );
}

/**
 * Variables of a rule that decide nothing: each stands in one table, and otherwise in what makes texts, up to a column of
 * the head that is a sentence.
 */
function wordsIn({ heads, body }: Rule, wordColumns: ReadonlySet<number>): Set<string> {
  const head = heads[0] as Atom;
  const words = new Set(body.flatMap(variablesOf));
  const decides = (name: string): boolean => {
    if (head.args.some((term, at) => term.kind === 'variable' && term.name === name && !wordColumns.has(at)))
      return true;
    let tables = 0;
    let isWorded = head.args.some((term) => term.kind === 'variable' && term.name === name);
    for (const literal of body) {
      const times = literal.args.filter((term) => term.kind === 'variable' && term.name === name).length;
      if (times === 0) continue;
      const builtin = builtinOf(literal);
      if (literal.negated) return true;
      if (builtin === null) tables += times;
      else {
        const outputs = literal.args.slice(builtin.inputs);
        const isWording =
          outputs.length > 0 && outputs.every((term) => term.kind === 'variable' && words.has(term.name));
        if (!isWording) return true;
        isWorded = true;
      }
    }
    // one that nobody uses says that the row is there
    return tables > 1 || !isWorded;
  };
  for (let found = true; found; ) {
    found = false;
    for (const name of words) {
      if (!decides(name)) continue;
      words.delete(name);
      found = true;
    }
  }
  return words;
}
