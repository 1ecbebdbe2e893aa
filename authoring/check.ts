import { blueprint } from '@/lib/catalog/formats/blueprint';
import { vetro } from '@/lib/catalog/formats/vetro';
import { checkPackage, describeProblem, MANIFEST } from '@/lib/conductor/muranopl';
import { MURANOPL_OPERATORS, YaqlEngine } from '@/lib/conductor/yaql';
import { describeProblem as describeFileProblem } from '@/lib/formats/yaml/read-yaml';
import { readSimulation } from '@/lib/simulation';
import type { Command } from './command';
import { engineIn, engineOf, NATIVES } from './engine';
import { openLibraries } from './libraries';
import { ABOUT_WITH, packageArguments } from './package-arguments';
import { type Files, readFiles } from './read-files';

const syntax = new YaqlEngine({ operators: MURANOPL_OPERATORS });

/** `check DIR|ZIP`: every problem of a package at once. */
export const checkCommand: Command = {
  usage: 'check DIR|ZIP [--with DIR|ZIP …]',
  about: ['Tells everything that is wrong with a package, without running any of it.', ABOUT_WITH],
  async run(args, say) {
    const { source, further } = packageArguments(args, 'which package to check');
    const files = await readFiles(source);
    const inFiles = fileProblems(files);
    for (const problem of inFiles) say(describeFileProblem(problem));
    if (readAlone(files)) return sum(say, source, inFiles.length, 0);
    const libraries = await openLibraries(further);
    const engine = engineOf(libraries, true);
    const problems = checkPackage(files, {
      libraries,
      natives: NATIVES,
      engineFor: () => syntax,
      libraryFor: (runtimeVersion) => engine.library(runtimeVersion),
      classMaker: (registry) => {
        const { classes } = engineIn(registry);
        return (name, from) => void classes.find(name, from);
      },
    });
    for (const problem of problems) say(describeProblem(problem));
    const errors = problems.filter(({ severity }) => severity === 'error').length;
    return sum(say, source, inFiles.length + errors, problems.length - errors);
  },
};

/** The format of a package that is no program, and which is read whole; absent for one in MuranoPL. */
function readAlone(files: Files) {
  const manifest = new TextDecoder().decode(files.get(MANIFEST));
  return [vetro, blueprint].find(({ recognises }) => recognises(manifest));
}

/** What is wrong with a package that is no program; of any other, with what it says about simulated machines. */
function fileProblems(files: Files) {
  const format = readAlone(files);
  if (format) return format.read(files, '').problems;
  return readSimulation([...files].map(([path, content]) => [path, new TextDecoder().decode(content)])).problems;
}

function sum(say: (line: string) => void, source: string, errors: number, warnings: number): number {
  say(`${source}: ${counted(errors, 'error')}, ${counted(warnings, 'warning')}.`);
  return errors === 0 ? 0 : 1;
}

function counted(count: number, what: string): string {
  return `${count === 0 ? 'no' : count} ${what}${count === 1 ? '' : 's'}`;
}
