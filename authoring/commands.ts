import { checkCommand } from './check';
import type { Command } from './command';
import { importCommand } from './import';
import { newCommand } from './new';
import { runCommand } from './run';
import { testCommand } from './test';
import { tryCommand } from './try';

/** Every command by its name. Another one is a file and a line. */
export const COMMANDS: ReadonlyMap<string, Command> = new Map([
  ['check', checkCommand],
  ['import', importCommand],
  ['new', newCommand],
  ['run', runCommand],
  ['test', testCommand],
  ['try', tryCommand],
]);
