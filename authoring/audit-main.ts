import { runAuditCommandLine } from './audit';

// Everything goes to standard output, and the exit code says how it went.
process.exitCode = await runAuditCommandLine(process.argv.slice(2), process.env, (line) =>
  process.stdout.write(`${line}\n`),
);
