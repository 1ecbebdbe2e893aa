import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { DatalogCase, PolicySpec } from './datalog-case';

/** A question that we wrote, and what Congress answered to it (conformance/recorder/datalog_cases.py). */
export interface OwnDatalogCase extends OwnDatalogAnswer {
  /** the file and the line in it */
  readonly id: string;
  /** facts and rules of the policy `main`; refused, the case is answered by that */
  readonly rules?: string;
  /** policies beside it, which get their facts and rules before it */
  readonly policies?: Readonly<Record<string, Partial<PolicySpec> & { readonly rules?: string }>>;
  /** what is done; one of these */
  readonly select?: string;
  readonly insert?: string;
  readonly delete?: string;
  readonly simulate?: {
    readonly question: string;
    readonly sequence: string;
    /** the policy that says what actions do */
    readonly action: string;
    /** whether the answer is what changes */
    readonly delta?: boolean;
  };
  readonly parse?: string;
  /** what we answer instead, where we differ on purpose, and why */
  readonly ours?: OwnDatalogAnswer;
  readonly why?: string;
}

/** Answers in any order, statements in theirs, that a change is allowed, or what is wrong: a kind, or several. */
export interface OwnDatalogAnswer {
  readonly answers?: readonly string[];
  readonly statements?: readonly string[];
  readonly ok?: true;
  readonly error?: string | readonly string[];
}

const HERE = path.join(import.meta.dirname, 'cases');
const MAIN = 'main';

/** The names of the case files. */
export const CASE_FILES: readonly string[] = readdirSync(HERE).sort();

/** Reads one file of cases. */
export function readCases(file: string): readonly OwnDatalogCase[] {
  const lines = readFileSync(path.join(HERE, file), 'utf8').split('\n');
  return lines.flatMap((line, at) => (line === '' ? [] : [{ id: `${file}:${at + 1}`, ...JSON.parse(line) }]));
}

/** The same case as the suite's protocol has it. */
export function asSuiteCase({ id, rules = '', policies = {}, ...asked }: OwnDatalogCase): DatalogCase {
  const all = Object.entries({ ...policies, [MAIN]: { rules } });
  const world = {
    policies: Object.fromEntries(
      all.map(
        ([name, { rules: _, kind = 'nonrecursive', ...spec }]: [string, Partial<PolicySpec> & { rules?: string }]) => [
          name,
          { kind, ...spec },
        ],
      ),
    ),
    program: all.flatMap(([name, { rules: text = '' }]): [string, string][] => (text === '' ? [] : [[name, text]])),
    target: MAIN,
  };
  if (asked.parse !== undefined) return { id, op: 'parse', text: asked.parse };
  if (asked.select !== undefined) return { id, op: 'select', ...world, query: asked.select };
  if (asked.insert !== undefined) return { id, op: 'insert', ...world, text: asked.insert };
  if (asked.delete !== undefined) return { id, op: 'delete', ...world, text: asked.delete };
  const { question = '', ...simulated } = asked.simulate ?? {};
  return { id, op: 'simulate', ...world, query: question, ...simulated };
}
