import { readFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { loadCatalog } from '@/lib/catalog/testing/load-catalog';
import { askFixture, fileProblems, runFixtures } from '@/lib/conductor/policy-checks/policy-fixtures';
import { readPolicyFile } from '@/lib/formats/policy/policy-file';
import { describeProblem } from '@/lib/formats/yaml/read-yaml';
import type { PolicyFile } from '@/lib/model/policies/policy-file';
import type { Print } from './command';

const USAGE = [
  'Usage:',
  '  npm run policy -- check FILE…   everything that is wrong with policy files and their rules',
  '  npm run policy -- test FILE…    the same, and what their fixtures expect',
  '  npm run policy -- ask FILE QUESTION [--fixture NAME] [--after CHANGES] [--actions RULES]',
  '                                  what the rules derive of a fixture, the first where none is named: of a table,',
  '                                  "m1(x)", or of a rule, "found(x) :- m1(x), not m2(x)"; with --after how that differs',
  '                                  once CHANGES are made, such as \'murano:properties+("web1", "flavor", "m1.large")\',',
  '                                  or actions that RULES define. Nothing is changed.',
];

/**
 * `npm run policy -- check|test|ask …`: what an author of policies asks for before importing one.
 *
 * @param catalog the folder with the service types that fixtures may speak of
 * @returns the exit code: 0 when all is well, 1 when something is wrong with a file, 2 when the command is
 */
export async function runPolicyCommandLine(
  [command = '', ...files]: readonly string[],
  say: Print,
  catalog = 'catalog',
): Promise<number> {
  if (command === 'ask') return ask(files, say, catalog);
  if ((command !== 'check' && command !== 'test') || files.length === 0) {
    for (const line of USAGE) say(line);
    return ['--help', '-h', 'help'].includes(command) ? 0 : 2;
  }
  const types = command === 'test' ? await (await loadCatalog(catalog)).serviceTypes('') : [];
  let faults = 0;
  for (const name of files) {
    const file = await readSound(name, say);
    if (file === null) {
      faults += 1;
      continue;
    }
    if (command === 'check') say(`${name}: no errors.`);
    else faults += await testFile(name, file, types, say);
  }
  return faults === 0 ? 0 : 1;
}

/** Prints what the rules of a file derive of one of its fixtures. @returns the exit code, as of the whole command */
async function ask(args: readonly string[], say: Print, catalog: string): Promise<number> {
  const options = { fixture: { type: 'string' }, after: { type: 'string' }, actions: { type: 'string' } } as const;
  const { positionals, values } = parseArgs({ args: [...args], allowPositionals: true, options });
  const [name, question] = positionals;
  if (name === undefined || question === undefined) {
    for (const line of USAGE) say(line);
    return 2;
  }
  const file = await readSound(name, say);
  if (file === null) return 1;
  const fixture = file.tests.find((one) => values.fixture === undefined || one.name === values.fixture);
  if (!fixture) {
    say(`${name}: there is no such fixture; there are: ${file.tests.map((one) => one.name).join(', ') || 'none'}.`);
    return 1;
  }
  const { after: sequence, actions = '' } = values;
  const types = await (await loadCatalog(catalog)).serviceTypes('');
  const answer = askFixture(file, fixture, types, question, sequence === undefined ? null : { sequence, actions });
  if ('problems' in answer) {
    for (const sentence of answer.problems) say(`${name}: ${sentence}`);
    return 1;
  }
  const lines =
    'answers' in answer
      ? answer.answers
      : [...answer.added.map((one) => `+ ${one}`), ...answer.removed.map((one) => `- ${one}`)];
  for (const line of lines) say(line);
  if (lines.length === 0) say('answers' in answer ? 'Nothing is derived.' : 'No answer differs.');
  return 0;
}

/** A file whose rules can be asked; null when something is wrong, which is printed. */
async function readSound(name: string, say: Print): Promise<PolicyFile | null> {
  const text = await readFile(name, 'utf8').catch(() => null);
  if (text === null) {
    say(`${name}: there is no such file.`);
    return null;
  }
  const { file, problems } = readPolicyFile(name, text);
  for (const problem of problems) say(describeProblem(problem));
  if (file === null) return null;
  const inRules = fileProblems(file);
  for (const { line, column, sentence } of inRules)
    say(`${name}: rules${line === null ? '' : ` line ${line}, column ${column}`}: ${sentence}`);
  return inRules.length === 0 ? file : null;
}

/** @returns how many fixtures failed */
async function testFile(
  name: string,
  file: PolicyFile,
  types: Parameters<typeof runFixtures>[1],
  say: Print,
): Promise<number> {
  const results = await runFixtures(file, types);
  const failed = results.filter(({ differences }) => differences.length > 0);
  for (const { name: fixture, differences } of failed) {
    say(`${name}: ${fixture}`);
    for (const difference of differences) say(`  ${difference}`);
  }
  say(`${name}: ${results.length - failed.length} of ${results.length} fixtures pass.`);
  return failed.length;
}
