import { type PackageProblem, problemsOf, readYaml } from '@/lib/formats/yaml/read-yaml';
import { schemaWords } from '@/lib/model/schema-words';
import {
  type PromiseDescription,
  REACTIONS,
  type SimulationDescription,
  SimulationFileSchema,
  type StepDescription,
} from './description';
import { problemIn, readExpression, readText } from './expressions';

/** Files of a package that say what simulated machines do with it. */
export const SIMULATION_FILE = /^Simulation\/[\w-]+\.yaml$/;

/**
 * Reads what a package says about simulated machines: all of `Simulation/*.yaml` together.
 *
 * @param files every file of the package, as texts by path
 * @param label begins the file names in problems
 * @returns null for a package that says nothing, and as soon as anything is wrong
 */
export function readSimulation(
  files: Iterable<readonly [string, string]>,
  label = '',
): { simulation: SimulationDescription | null; problems: PackageProblem[] } {
  const found = [...files].filter(([path]) => SIMULATION_FILE.test(path)).sort(([a], [b]) => (a < b ? -1 : 1));
  const whole: SimulationDescription = {
    facts: {},
    changedByHand: {},
    functions: {},
    commands: {},
    whenPowerChanges: [],
    whenAdded: [],
    whenRemoved: [],
    promises: {},
    pages: [],
  };
  const problems: PackageProblem[] = [];
  for (const [path, text] of found) {
    const file = label === '' ? path : `${label}/${path}`;
    problems.push(...readFile(file, text, whole));
  }
  return { simulation: found.length > 0 && problems.length === 0 ? whole : null, problems };
}

function readFile(file: string, text: string, whole: SimulationDescription): PackageProblem[] {
  const yaml = readYaml(file, text);
  if (yaml.problems.length > 0) return yaml.problems;
  const parsed = SimulationFileSchema.safeParse(yaml.value, { error: schemaWords });
  if (!parsed.success) return problemsOf(file, parsed.error, yaml);
  const problems: PackageProblem[] = [];
  const note = (path: readonly PropertyKey[], code: string, sentence: string) => {
    const line = yaml.lineOf(path);
    problems.push({ file, path: path.map(String).join('.'), ...(line === undefined ? {} : { line }), code, sentence });
  };
  const { facts, changedByHand, functions, commands, promises, pages } = parsed.data;
  const check: Check = {
    expression: (path, given) => {
      const wrong = problemIn(() => readExpression(given));
      if (wrong) note(path, 'bad_expression', wrong);
    },
    text: (path, given) => {
      const wrong = problemIn(() => readText(given));
      if (wrong) note(path, 'bad_expression', wrong);
    },
  };
  for (const [kind, own] of [
    ['facts', facts],
    ['changedByHand', changedByHand],
    ['functions', functions],
    ['commands', commands],
    ['promises', promises],
  ] as const) {
    for (const [name, content] of Object.entries(own)) {
      if (Object.hasOwn(whole[kind], name)) note([kind, name], 'name_taken', 'Another file of this package has it.');
      Object.assign(whole[kind], { [name]: content });
    }
  }
  for (const [name, body] of Object.entries(functions)) check.expression(['functions', name], body);
  for (const [name, { steps, output }] of Object.entries(commands)) {
    for (const [at, step] of steps.entries()) checkStep(check, ['commands', name, 'steps', at], step);
    for (const [at, line] of output.entries()) check.text(['commands', name, 'output', at], line);
  }
  for (const kind of REACTIONS) {
    for (const [at, step] of parsed.data[kind].entries()) checkStep(check, [kind, at], step);
    if (parsed.data[kind].length > 0) whole[kind].push(parsed.data[kind]);
  }
  for (const [name, promise] of Object.entries(promises)) checkPromise(check, ['promises', name], promise);
  for (const [at, page] of pages.entries()) checkPage(check, ['pages', at], page);
  whole.pages.push(...pages);
  return problems;
}

type Path = readonly PropertyKey[];
interface Check {
  expression(path: Path, given: string): void;
  text(path: Path, given: string): void;
}

function checkStep(check: Check, path: Path, step: StepDescription): void {
  if ('let' in step) checkValue(check, [...path, 'let'], step.let);
  if ('stop' in step) check.expression([...path, 'stop'], step.stop);
  if ('fail' in step) check.text([...path, 'fail'], step.fail);
  if ('set' in step) checkValue(check, [...path, 'set'], step.set);
  if ('afterRestart' in step) checkValue(check, [...path, 'afterRestart'], step.afterRestart);
  if ('at' in step && step.at !== undefined) check.expression([...path, 'at'], step.at);
  if ('when' in step && step.when !== undefined) check.expression([...path, 'when'], step.when);
}

function checkPromise(check: Check, path: Path, promise: PromiseDescription): void {
  const checkAll = checkerOfAll(check);
  checkValue(check, [...path, 'let'], promise.let);
  checkAll('expression', path, promise, ['when', 'of', 'holds', 'lead']);
  checkAll('text', path, promise, ['kept', 'broken', 'moved']);
}

const checkerOfAll =
  (check: Check) =>
  (how: keyof Check, at: Path, given: Readonly<Record<string, unknown>>, names: readonly string[]): void => {
    for (const name of names) {
      const text = given[name];
      if (typeof text === 'string') check[how]([...at, name], text);
    }
  };

function checkPage(check: Check, path: Path, page: SimulationDescription['pages'][number]): void {
  const checkAll = checkerOfAll(check);
  checkValue(check, [...path, 'let'], page.let);
  checkAll('expression', path, page, ['when']);
  checkAll('text', path, page, ['title', 'kicker', 'heading', 'text']);
  for (const [at, row] of page.rows.entries()) {
    checkAll('text', [...path, 'rows', at], row, ['label', 'value']);
    checkAll('expression', [...path, 'rows', at], row, ['when']);
  }
  for (const [at, section] of page.sections.entries()) {
    checkAll('text', [...path, 'sections', at], section, ['kicker', 'text', 'name', 'detail', 'state']);
    checkAll('expression', [...path, 'sections', at], section, ['when', 'items', 'good', 'current']);
  }
}

function checkValue(check: Check, path: Path, value: unknown): void {
  if (typeof value === 'string') check.expression(path, value);
  else if (typeof value === 'object' && value !== null)
    for (const [key, inner] of Object.entries(value)) checkValue(check, [...path, key], inner);
}
