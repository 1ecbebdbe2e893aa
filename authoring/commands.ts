import { checkCommand } from './check';
import { runCommand } from './run';
import { testCommand } from './test';

/** Writes a line for the author. */
export type Say = (line: string) => void;

export interface Command {
  /** how it is called, for people */
  readonly usage: string;
  /** Answers the exit code; throws for what keeps it from working at all. */
  run(args: string[], say: Say): Promise<number>;
}

/** Every command by its name. Another one is a file and a line. */
export const COMMANDS: ReadonlyMap<string, Command> = new Map([
  ['check', checkCommand],
  ['run', runCommand],
  ['test', testCommand],
]);
