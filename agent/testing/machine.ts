import { type ChildProcess, spawn } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';

const PROGRAM = path.resolve('agent/generated/vetro-agent.mjs');

/**
 * Stands in for PowerShell: notes each call with its arguments, waits while there is a gate that is shut, and answers with
 * what the test has put down for the function.
 */
const POWERSHELL = `#!/usr/bin/env node
const fs = require('node:fs');
const text = fs.readFileSync(0, 'utf8');
const mark = /WriteLine\\('([^']+)'/.exec(text)[1];
const [, name] = /@\\((\\S+) @vetroArguments/.exec(text);
const given = JSON.parse(Buffer.from(/FromBase64String\\('([^']*)'/.exec(text)[1], 'base64').toString());
const folder = process.env.VETRO_TEST_FOLDER;
fs.appendFileSync(folder + '/notes', JSON.stringify({ name, given, scripts: (text.match(/^function /gm) ?? []).length }) + '\\n');
console.log(name + ' runs on ' + process.env.VETRO_TEST_HOST);
const answers = fs.existsSync(folder + '/answers.json') ? JSON.parse(fs.readFileSync(folder + '/answers.json', 'utf8')) : {};
const end = () => {
  if (fs.existsSync(folder + '/shut')) return setTimeout(end, 50);
  const entry = { IsException: false, Result: answers[name] ?? [name + ' with ' + Object.keys(given).join()] };
  console.log(mark + Buffer.from(JSON.stringify(entry)).toString('base64'));
};
end();
`;

/** A machine that does nothing but what its user data says, as a process on this computer. */
export interface TestMachine {
  host: string;
  /** what its agent said */
  log(): string;
  /** functions that its PowerShell was called with, in order */
  calls(): { name: string; given: object }[];
  /** while it is shut, no function ends */
  gate(shut: boolean): void;
  /** as a power cut would */
  kill(): Promise<void>;
  /** starts the agent again, with what is on the disk */
  start(): void;
  remove(): Promise<void>;
}

/** What a script of the first start has the agent know: it stands there once, in base64. */
export function identityIn(userData: string): object {
  const [, encoded] = /(?:\$identity = |printf %s )'([A-Za-z0-9+/=]+)'/.exec(userData) ?? [];
  if (encoded === undefined) throw new Error('the user data tells no agent who it is');
  return JSON.parse(Buffer.from(encoded, 'base64').toString('utf8')) as object;
}

/**
 * Starts a machine from its user data: cloud-init and cloudbase-init are stood in for by putting down what the script
 * puts down, and starting the agent that it installs.
 *
 * @param answers what functions of PowerShell return; what is missing returns its name
 */
export function bootMachine(host: string, userData: string, answers: Record<string, unknown> = {}): TestMachine {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), `vetro-machine-${host}-`));
  const home = path.join(folder, 'agent');
  fs.mkdirSync(home, { mode: 0o700 });
  fs.writeFileSync(path.join(home, 'identity.json'), JSON.stringify(identityIn(userData)), { mode: 0o600 });
  fs.writeFileSync(path.join(folder, 'powershell'), POWERSHELL, { mode: 0o755 });
  fs.writeFileSync(path.join(folder, 'answers.json'), JSON.stringify(answers));
  let child: ChildProcess | null = null;
  let said = '';
  const kill = async () => {
    const running = child;
    child = null;
    if (running === null || running.exitCode !== null || running.signalCode !== null) return;
    const gone = new Promise((resolve) => running.once('exit', resolve));
    running.kill('SIGKILL');
    await gone;
  };
  const restarts = path.join(folder, 'restarts');
  let starts = 0;
  const start = () => {
    starts += 1;
    const env = {
      ...process.env,
      ...{ VETRO_TEST_FOLDER: folder, VETRO_TEST_HOST: host },
      // a restart of the computer is one of its agent
      VETRO_AGENT_RESTART: `touch ${restarts}`,
      VETRO_AGENT_START_ID: `start ${starts}`,
      VETRO_AGENT_POWERSHELL: path.join(folder, 'powershell'),
    };
    child = spawn(process.execPath, [PROGRAM, 'run', '--home', home], { env, stdio: ['ignore', 'pipe', 'pipe'] });
    for (const stream of [child.stdout, child.stderr]) {
      stream?.on('data', (chunk) => {
        said += String(chunk);
      });
    }
  };
  start();
  const watching = setInterval(() => {
    if (!fs.existsSync(restarts)) return;
    fs.rmSync(restarts);
    void kill().then(start);
  }, 100);
  return {
    host,
    log: () => said,
    calls: () => {
      const notes = path.join(folder, 'notes');
      if (!fs.existsSync(notes)) return [];
      const lines = fs.readFileSync(notes, 'utf8').trim().split('\n');
      return lines.map((line) => JSON.parse(line) as { name: string; given: object });
    },
    gate: (shut) =>
      shut ? fs.writeFileSync(path.join(folder, 'shut'), '') : fs.rmSync(path.join(folder, 'shut'), { force: true }),
    kill,
    start,
    remove: async () => {
      clearInterval(watching);
      await kill();
      fs.rmSync(folder, { recursive: true, force: true });
    },
  };
}
