import { COMMANDS } from './commands';
import { describeError } from './describe-error';

/**
 * `npm run package -- check|run|test …`: what an author of packages asks for before uploading one. Everything
 * goes to standard output; the exit code is 0 when all is well, 1 when something is wrong, 2 without a command.
 */
async function main([name = '', ...args]: string[]): Promise<number> {
  const command = COMMANDS.get(name);
  if (!command) {
    process.stdout.write(
      `Usage:\n${[...COMMANDS.values()].map(({ usage }) => `  npm run package -- ${usage}\n`).join('')}`,
    );
    return 2;
  }
  try {
    return await command.run(args, (line) => process.stdout.write(`${line}\n`));
  } catch (error) {
    process.stdout.write(`${describeError(error)}\n`);
    return 1;
  }
}

process.exitCode = await main(process.argv.slice(2));
