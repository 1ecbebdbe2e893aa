import { runPolicyCommandLine } from './policies';

// Everything goes to standard output, and the exit code says how it went.
process.exitCode = await runPolicyCommandLine(process.argv.slice(2), (line) => process.stdout.write(`${line}\n`));
