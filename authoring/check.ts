import { checkPackage, describeProblem } from '@/lib/conductor/muranopl';
import { MURANOPL_OPERATORS, YaqlEngine } from '@/lib/conductor/yaql';
import type { Command } from './command';
import { engineIn, engineOf, NATIVES } from './engine';
import { openLibraries } from './libraries';
import { ABOUT_WITH, packageArguments } from './package-arguments';
import { readFiles } from './read-files';

const syntax = new YaqlEngine({ operators: MURANOPL_OPERATORS });

/** `check DIR|ZIP`: every problem of a package at once. */
export const checkCommand: Command = {
  usage: 'check DIR|ZIP [--with DIR|ZIP …]',
  about: ['Tells everything that is wrong with a package, without running any of it.', ABOUT_WITH],
  async run(args, say) {
    const { source, further } = packageArguments(args, 'which package to check');
    const libraries = await openLibraries(further);
    const engine = engineOf(libraries, true);
    const problems = checkPackage(await readFiles(source), {
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
    say(`${source}: ${counted(errors, 'error')}, ${counted(problems.length - errors, 'warning')}.`);
    return errors === 0 ? 0 : 1;
  },
};

function counted(count: number, what: string): string {
  return `${count === 0 ? 'no' : count} ${what}${count === 1 ? '' : 's'}`;
}
