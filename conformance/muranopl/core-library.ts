import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { MURANOPL_OPERATORS, YaqlEngine } from '@vetro/yaql';
import { MuranoPackage, readPackage } from '@/lib/conductor/muranopl';

const ROOT = path.join(process.cwd(), 'lib/conductor/muranopl/library/io.murano');

/** Reads the expressions of class files; the limits of a run are the run's own. */
export const READER = new YaqlEngine({ operators: MURANOPL_OPERATORS });

const libraries = new Map<string, MuranoPackage>();

/** The core library as the cases want it: run with the functions of some version of the runtime. */
export function coreLibrary(runtimeVersion: string): MuranoPackage {
  const known = libraries.get(runtimeVersion);
  if (known) return known;
  const files = new Map(
    readdirSync(ROOT, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => {
        const file = path.join(entry.parentPath, entry.name);
        return [path.relative(ROOT, file).split(path.sep).join('/'), readFileSync(file)] as const;
      }),
  );
  const opened = readPackage(files, () => READER);
  if (!opened.package) throw new Error(`The core library cannot be read: ${JSON.stringify(opened.problems)}`);
  const made = new MuranoPackage({ ...opened.package.parts, runtimeVersion }, READER);
  libraries.set(runtimeVersion, made);
  return made;
}
