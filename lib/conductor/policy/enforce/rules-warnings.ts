import type { PolicyProblem, Rule } from '@vetro/datalog';
import { type KnownNames, parse, unlikelyNames } from '@vetro/datalog';
import { ASKED_TABLES } from './evaluate-rule-sets';

/**
 * What is probably not meant in a text that can be asked: names that are almost those of something known, and a text that
 * answers nothing.
 *
 * @returns none of a text that cannot be read
 */
export function rulesWarnings(text: string, known: KnownNames): readonly PolicyProblem[] {
  let rules: Rule[];
  try {
    rules = parse(text).filter((statement) => statement.kind === 'rule');
  } catch {
    return [];
  }
  const answers = rules.some(({ heads }) =>
    heads.some(({ table, policy, modal }) => policy === null && modal === null && table in ASKED_TABLES),
  );
  const silent: PolicyProblem = {
    kind: 'unknown_table',
    message: `No rule says any of ${Object.keys(ASKED_TABLES).sort().join(', ')}: this policy stops, warns of and changes nothing.`,
    place: null,
  };
  return [...(answers ? [] : [silent]), ...unlikelyNames(rules, known)];
}
