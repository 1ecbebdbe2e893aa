import { runCommandLine } from './command-line';

// Everything goes to standard output, and the exit code says how it went.
process.exitCode = await runCommandLine(process.argv.slice(2), (line) => process.stdout.write(`${line}\n`));
