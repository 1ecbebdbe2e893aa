// Which tests import a file, directly or through others.
import fs from 'node:fs';
import path from 'node:path';
import ts from 'typescript';
import { ownModule } from '../own-modules.mjs';

/** TypeScript files below a folder, by their paths from the root. */
export function filesBelow(root, folder) {
  const at = path.join(root, folder);
  if (fs.statSync(at, { throwIfNoEntry: false })?.isFile()) return [folder];
  return fs
    .readdirSync(at, { recursive: true })
    .map((name) => path.posix.join(folder, name.split(path.sep).join('/')))
    .filter((file) => file.endsWith('.ts') && !file.endsWith('.d.ts'))
    .sort();
}

/**
 * How many imports each test is away from each file that it reads.
 * @param {string} root
 * @param {readonly string[]} tests
 * @returns {Map<string, Map<string, number>>} by file, then by test
 */
export function importersOf(root, tests) {
  const importsOf = new Map();
  const importers = new Map();
  for (const test of tests) {
    const distances = new Map([[test, 0]]);
    const queue = [test];
    for (const file of queue) {
      const known = importsOf.get(file) ?? readImports(root, file);
      importsOf.set(file, known);
      for (const next of known) {
        if (distances.has(next)) continue;
        distances.set(next, distances.get(file) + 1);
        queue.push(next);
      }
    }
    for (const [file, distance] of distances) {
      const of = importers.get(file) ?? new Map();
      importers.set(file, of.set(test, distance));
    }
  }
  return importers;
}

/** Files of the repository that one loads; imports of types load nothing, and do no harm here. */
function readImports(root, file) {
  const { importedFiles } = ts.preProcessFile(fs.readFileSync(path.join(root, file), 'utf8'), true, true);
  return importedFiles.flatMap(({ fileName }) => {
    const at = ownModule(fileName, file);
    if (at === null) return [];
    const found = [at, `${at}.ts`, `${at}/index.ts`, `${at}.tsx`].find((one) =>
      fs.statSync(path.join(root, one), { throwIfNoEntry: false })?.isFile(),
    );
    return found && /\.tsx?$/.test(found) ? [found] : [];
  });
}
