import path from 'node:path';
import { describeProblem, type MuranoPackage } from '@/lib/conductor/muranopl';
import { openPackage } from '@/lib/conductor/muranopl/world';
import { errors } from '@/lib/errors';
import { readFiles } from './read-files';

const SHIPPED = path.resolve(import.meta.dirname, '../lib/conductor/muranopl/library');

/**
 * The core library, and the packages in further folders and archives.
 *
 * @throws invalid_input `package_invalid` for one whose manifest cannot be used
 */
export function openLibraries(further: readonly string[]): Promise<MuranoPackage[]> {
  const shipped = ['io.murano', 'io.murano.applications'].map((name) => path.join(SHIPPED, name));
  return Promise.all([...shipped, ...further].map(open));
}

/** The package in a folder or archive; throws as `openLibraries` does. */
export async function open(source: string): Promise<MuranoPackage> {
  const { package: opened, problems } = openPackage(await readFiles(source));
  if (opened) return opened;
  const list = problems.map((problem) => `\n${describeProblem(problem)}`).join('');
  throw errors.invalidInput(`The package ${source} cannot be opened:${list}`, [], { code: 'package_invalid' });
}
