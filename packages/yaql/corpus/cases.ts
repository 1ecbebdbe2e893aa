import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { YaqlOptions } from './yaql-case';

const HERE = import.meta.dirname;
const read = (...file: string[]) => readFileSync(path.join(HERE, ...file), 'utf8');

/** An expression that we wrote, and what the Python library answered to it (conformance/recorder/yaql_cases.py). */
export interface OwnYaqlCase {
  /** the file and the line in it */
  readonly id: string;
  readonly expression: string;
  /** the name of data in data.json, instead of `data` */
  readonly on?: string;
  readonly data?: unknown;
  /** the name of options in profiles.json; `modern` when nothing is said */
  readonly profile?: string;
  readonly vars?: Readonly<Record<string, unknown>>;
  readonly result?: unknown;
  /** the class of the error, instead of a result */
  readonly error?: string;
  /** what we answer instead, where we differ on purpose, and why */
  readonly ours?: OwnYaqlAnswer;
  readonly why?: string;
}

/** A result, or the class of an error. */
export type OwnYaqlAnswer = Pick<OwnYaqlCase, 'result' | 'error'>;

const PROFILES = JSON.parse(read('profiles.json')) as Readonly<Record<string, YaqlOptions>>;
const DATA = JSON.parse(read('data.json')) as Readonly<Record<string, unknown>>;

/** The names of the case files. */
export const CASE_FILES: readonly string[] = readdirSync(path.join(HERE, 'cases')).sort();

/** Reads one file of cases. */
export function readCases(file: string): readonly OwnYaqlCase[] {
  return read('cases', file)
    .split('\n')
    .flatMap((line, index) =>
      line === '' ? [] : [{ ...(JSON.parse(line) as Omit<OwnYaqlCase, 'id'>), id: `${file}:${index + 1}` }],
    );
}

/** The case as the suite `yaql` takes it. Throws a plain Error for a profile or data that is not there. */
export function asSuiteCase({ id, expression, on, data, profile = 'modern', vars }: OwnYaqlCase) {
  const options = PROFILES[profile];
  if (!options) throw new Error(`${id}: there is no profile ${profile}.`);
  if (on !== undefined && !(on in DATA)) throw new Error(`${id}: there is no data ${on}.`);
  return { id, expression, data: on === undefined ? data : DATA[on], options: { ...options, ...(vars && { vars }) } };
}
