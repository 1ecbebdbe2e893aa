import { checkCommand } from './check';
import type { Command } from './command';
import { importCommand } from './import';
import { runCommand } from './run';
import { testCommand } from './test';

/** Every command by its name. Another one is a file and a line. */
export const COMMANDS: ReadonlyMap<string, Command> = new Map([
  ['check', checkCommand],
  ['import', importCommand],
  ['run', runCommand],
  ['test', testCommand],
]);
