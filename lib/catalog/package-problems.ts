import { errors, type VetroError } from '@/lib/errors';
import { describeProblem, type PackageProblem } from '@/lib/formats/yaml/read-yaml';

/**
 * An error that tells everything that is wrong with packages, file and line first.
 *
 * @param where `in the catalog`, `in this package`
 */
export function packagesInvalid(problems: readonly PackageProblem[], where: string): VetroError {
  const count = problems.length === 1 ? 'One problem' : `${problems.length} problems`;
  const list = problems.map((problem) => `\n  ${describeProblem(problem)}`).join('');
  return errors.invalidInput(
    `${count} ${where}:${list}`,
    problems.map(({ file, line, path: at, code, sentence }) => ({
      path: [line === undefined ? file : `${file}:${line}`, at].filter(Boolean).join(' '),
      code,
      sentence,
    })),
    { code: 'packages_invalid' },
  );
}
