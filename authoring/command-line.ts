import { isVetroError } from '@/lib/errors';
import type { Command, Print } from './command';
import { COMMANDS } from './commands';
import { describeError } from './describe-error';
import { ARGUMENT_MISSING } from './required';

const HELP = ['--help', '-h', 'help'];

/**
 * `npm run package -- check|run|test …`: what an author of packages asks for before uploading one. Answers the exit
 * code: 0 when all is well, 1 when something is wrong with the package, 2 when the command is.
 */
export async function runCommandLine([name = '', ...args]: readonly string[], say: Print): Promise<number> {
  const command = COMMANDS.get(name);
  if (!command) {
    if (name !== '' && !HELP.includes(name)) say(`There is no command ${name}.`);
    say('Usage:');
    for (const { usage } of COMMANDS.values()) say(`  npm run package -- ${usage}`);
    return HELP.includes(name) ? 0 : 2;
  }
  if (args.some((argument) => HELP.slice(0, 2).includes(argument))) {
    explain(command, say);
    return 0;
  }
  try {
    return await command.run([...args], say);
  } catch (error) {
    if (!isMisuse(error)) {
      say(describeError(error));
      return 1;
    }
    // What node says of options goes on about files whose names begin with a dash.
    say(describeError(error).replace(/ To specify a positional argument .*/s, ''));
    explain(command, say);
    return 2;
  }
}

function explain({ usage, about }: Command, say: Print): void {
  say(`Usage: npm run package -- ${usage}`);
  for (const line of about) say(`  ${line}`);
}

function isMisuse(error: unknown): boolean {
  if (isVetroError(error)) return error.code === ARGUMENT_MISSING;
  return error instanceof Error && 'code' in error && String(error.code).startsWith('ERR_PARSE_ARGS');
}
