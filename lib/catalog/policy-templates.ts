import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { errors } from '@/lib/errors';
import { readPolicyFile } from '@/lib/formats/policy/policy-file';
import { describeProblem } from '@/lib/formats/yaml/read-yaml';
import type { PolicyFile } from '@/lib/model/policies/policy-file';

/**
 * The ready policies of a folder, in the order of their files.
 *
 * @throws invalid_input `policies_invalid` with everything that is wrong with any of them
 */
export async function readPolicyTemplates(directory: string): Promise<PolicyFile[]> {
  const names = (await readdir(directory)).filter((name) => name.endsWith('.yaml')).sort();
  const read = await Promise.all(
    names.map(async (name) => readPolicyFile(name, await readFile(path.join(directory, name), 'utf8'))),
  );
  const problems = read.flatMap((one) => one.problems);
  if (problems.length > 0) {
    const list = problems.map((problem) => `\n${describeProblem(problem)}`).join('');
    throw errors.invalidInput(`Ready policies cannot be read:${list}`, [], { code: 'policies_invalid' });
  }
  return read.flatMap(({ file }) => (file ? [file] : []));
}
