import { runReleaseCommandLine } from './release';

process.exitCode = runReleaseCommandLine(process.argv.slice(2), (line) => void process.stdout.write(`${line}\n`));
