import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { parse } from 'yaml';
import type { CaseHostFunction, CasePackage, CaseStep, MuranoCase } from './muranopl-case';

const PROGRAMS = path.join(import.meta.dirname, 'programs');
const ANSWERS = path.join(import.meta.dirname, 'answers');

/** A step as programs write it: `method`, `{method: [arguments]}` or `{operation: subject, …}`. */
type WrittenStep = string | Readonly<Record<string, unknown>>;

interface WrittenPackage {
  readonly name: string;
  readonly version?: string;
  readonly runtime?: string;
  readonly requires?: Readonly<Record<string, string>>;
  readonly configs?: CasePackage['classConfigs'];
  readonly classes: string;
}

/** The header of a program, and the classes below it. */
interface WrittenProgram extends Omit<WrittenPackage, 'name' | 'runtime'> {
  readonly runtime?: readonly string[];
  readonly core?: string;
  readonly model?: unknown;
  readonly host?: Readonly<Record<string, CaseHostFunction | null>>;
  readonly packages?: readonly WrittenPackage[];
  readonly cases: Readonly<Record<string, readonly WrittenStep[]>>;
  /** what we answer otherwise on purpose, by case: the reason, and the answers of its steps by their index */
  readonly ours?: Readonly<Record<string, IntendedDifference>>;
}

interface IntendedDifference {
  readonly why: string;
  readonly answers: Readonly<Record<number, RecordedAnswer>>;
}

/** What the Python engine answered to a step (conformance/recorder/muranopl_cases.py). */
export interface RecordedAnswer {
  readonly result?: unknown;
  readonly error?: { readonly class: string; readonly names?: readonly string[]; readonly message?: unknown };
  readonly trace?: readonly unknown[];
}

/** A program that we wrote, at one version of the runtime, and what the Python engine answered to one of its cases. */
export interface OwnMuranoCase {
  readonly id: string;
  readonly case: MuranoCase;
  readonly answers: readonly RecordedAnswer[];
  readonly ours: IntendedDifference | undefined;
  /** all that packages and steps say, for the coverage */
  readonly text: string;
}

/** The names of the programs. */
export const PROGRAM_NAMES: readonly string[] = readdirSync(PROGRAMS)
  .map((file) => file.replace(/\.yaml$/, ''))
  .sort();

/** Reads a program with its recorded cases. */
export function readProgram(name: string): readonly OwnMuranoCase[] {
  const text = readFileSync(path.join(PROGRAMS, `${name}.yaml`), 'utf8');
  const end = text.indexOf('\n---\n');
  const header = parse(text.slice(0, end)) as WrittenProgram;
  const program = { ...header, classes: text.slice(end + '\n---\n'.length) };
  const recorded = readFileSync(path.join(ANSWERS, `${name}.jsonl`), 'utf8')
    .trimEnd()
    .split('\n');
  return recorded.map((line) => {
    const { runtime, answers, ...one } = JSON.parse(line) as Recorded;
    const made = caseOf(program, one.case, runtime, `${name}: ${one.case} @${runtime}`);
    return { id: made.id, case: made, answers, ours: program.ours?.[one.case], text };
  });
}

interface Recorded {
  readonly case: string;
  readonly runtime: string;
  readonly answers: readonly RecordedAnswer[];
}

function caseOf(program: WrittenProgram, name: string, runtime: string, id: string): MuranoCase {
  const written: readonly WrittenPackage[] = [{ ...program, runtime, name: 'app' }, ...(program.packages ?? [])];
  return {
    id,
    packages: written.map((one) => packageOf(one, runtime)),
    coreRuntimeVersion: program.core ?? '1.0',
    host: Object.fromEntries(Object.entries(program.host ?? {}).map(([key, what]) => [key, what ?? {}])),
    steps: stepsOf(program, program.cases[name] ?? []),
  };
}

function packageOf(one: WrittenPackage, runtime: string): CasePackage {
  return {
    name: one.name,
    version: one.version ?? '0.0.0',
    runtimeVersion: one.runtime ?? runtime,
    requires: one.requires ?? {},
    classes: [{ file: `${one.name}.yaml`, yaml: one.classes }],
    classConfigs: one.configs ?? {},
    publicTestMethods: true,
  };
}

function stepsOf(program: WrittenProgram, written: readonly WrittenStep[]): readonly CaseStep[] {
  const steps = written.map(stepOf);
  const isLoaded = ['load', 'schema', 'fixture'].includes(steps[0]?.op ?? '');
  const model = program.model ?? { '?': { id: 'root', type: /^Name: (.*)$/m.exec(program.classes)?.[1]?.trim() } };
  return isLoaded ? steps : [{ op: 'load', runner: RUNNER, model: { Objects: model } }, ...steps];
}

const RUNNER = 'r0';

/** Operations by the word that a step is written with, and what stands behind the word. */
const OPERATIONS: Readonly<Record<string, readonly [CaseStep['op'], string?]>> = {
  call: ['call', 'method'],
  load: ['load', 'model'],
  serialize: ['serialize'],
  result: ['serializeResult', 'step'],
  schema: ['schema', 'class'],
  gc: ['gc'],
  finalize: ['finalize'],
  fixture: ['fixture', 'class'],
};

function stepOf(written: WrittenStep): CaseStep {
  if (typeof written === 'string') {
    const operation = OPERATIONS[written];
    return operation ? { op: operation[0], runner: RUNNER } : callOf(written, []);
  }
  const word = Object.keys(OPERATIONS).find((name) => name in written);
  if (word === undefined) {
    const [method, args] = Object.entries(written)[0] as [string, readonly unknown[]];
    return callOf(method, args);
  }
  const [op, subject] = OPERATIONS[word] as readonly [CaseStep['op'], string?];
  const { [word]: held, receiver, args, kwargs, ...rest } = written;
  const model = op === 'load' && !('Objects' in (held as object)) ? { Objects: held } : held;
  return {
    ...rest,
    op,
    runner: RUNNER,
    ...(subject && { [subject]: model }),
    ...(receiver !== undefined && {
      on: typeof receiver === 'string' ? { id: receiver } : (receiver as { class: string }),
    }),
    ...(args !== undefined && { args: (args as readonly unknown[]).map(argumentOf) }),
    ...(kwargs !== undefined && { kwargs: argumentOf(kwargs) as Readonly<Record<string, unknown>> }),
  };
}

function callOf(method: string, args: readonly unknown[]): CaseStep {
  return { op: 'call', runner: RUNNER, method, args: args.map(argumentOf) };
}

/** `{$object: id}` stands for an object of the program, as `{$object: {id}}` does in the suite. */
function argumentOf(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(argumentOf);
  if (typeof value !== 'object' || value === null) return value;
  const { $object: id } = value as { $object?: unknown };
  if (typeof id === 'string') return { $object: { id } };
  return Object.fromEntries(Object.entries(value).map(([key, held]) => [key, argumentOf(held)]));
}
