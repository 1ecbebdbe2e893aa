import fs from 'node:fs';
import { thisSystemsAccounts } from '../accounts';
import { runProcess } from '../processes';

/** Makes the user of a machine, runs a script as it, removes it, and prints what came of it as JSON. */
async function main(): Promise<void> {
  const [, , machine = '', script = ''] = process.argv;
  const accounts = thisSystemsAccounts();
  if (!accounts) throw new Error('Only root makes users.');
  try {
    const account = accounts.make(machine);
    const end = await runProcess({
      ...{ program: script, args: [], shell: true, folder: account.home, environment: {}, account },
      onStart: () => undefined,
      onLine: () => undefined,
    });
    await accounts.remove(machine);
    const isKnown = fs.readFileSync('/etc/passwd', 'utf8').includes(account.name);
    process.stdout.write(JSON.stringify({ ...account, ...end, isKnown }));
  } catch (error) {
    process.stdout.write(JSON.stringify({ refused: (error as Error).message }));
  }
}

void main();
