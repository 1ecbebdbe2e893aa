import { checkCommand } from './check';
import type { Command } from './command';
import { runCommand } from './run';
import { testCommand } from './test';

/** Every command by its name. Another one is a file and a line. */
export const COMMANDS: ReadonlyMap<string, Command> = new Map([
  ['check', checkCommand],
  ['run', runCommand],
  ['test', testCommand],
]);
