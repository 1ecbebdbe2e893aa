import { examineInstallation } from './doctor';

const { lines, ok } = await examineInstallation(process.env);
process.stdout.write(`${lines.join('\n')}\n`);
process.exitCode = ok ? 0 : 1;
