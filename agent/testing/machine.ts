import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { type AgentChild, createAgentChild } from './agent-child';

/**
 * Stands in for PowerShell: notes each call with its arguments, waits while there is a gate that is shut, and answers with
 * what the test has put down for the function.
 */
const POWERSHELL = `#!/usr/bin/env node
const fs = require('node:fs');
const [, order] = fs.readFileSync(0, 'utf8').split('\\n');
const { mark, name, arguments: given, scripts } = JSON.parse(Buffer.from(order, 'base64').toString());
const folder = process.env.VETRO_TEST_FOLDER;
fs.appendFileSync(folder + '/notes', JSON.stringify({ name, given, scripts: scripts.length }) + '\\n');
console.log(name + ' runs on ' + process.env.VETRO_TEST_HOST);
const answers = fs.existsSync(folder + '/answers.json') ? JSON.parse(fs.readFileSync(folder + '/answers.json', 'utf8')) : {};
const end = () => {
  if (fs.existsSync(folder + '/shut')) return setTimeout(end, 50);
  const entry = { IsException: false, Result: answers[name] ?? [name + ' with ' + Object.keys(given).join()] };
  console.log(mark + 'result:' + Buffer.from(JSON.stringify(entry)).toString('base64'));
};
end();
`;

/** A machine that does nothing but what its user data says, as a process on this computer. */
export interface TestMachine extends AgentChild {
  host: string;
  /** functions that its PowerShell was called with, in order */
  calls(): { name: string; given: object }[];
  /** while it is shut, no function ends */
  gate(shut: boolean): void;
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
  const restarts = path.join(folder, 'restarts');
  let starts = 0;
  const child = createAgentChild(home, () => {
    starts += 1;
    return {
      ...{ VETRO_TEST_FOLDER: folder, VETRO_TEST_HOST: host },
      // a restart of the computer is one of its agent
      VETRO_AGENT_RESTART: `touch ${restarts}`,
      VETRO_AGENT_START_ID: `start ${starts}`,
      VETRO_AGENT_POWERSHELL: path.join(folder, 'powershell'),
    };
  });
  child.start();
  const watching = setInterval(() => {
    if (!fs.existsSync(restarts)) return;
    fs.rmSync(restarts);
    void child.kill().then(child.start);
  }, 100);
  return {
    ...child,
    host,
    calls: () => {
      const notes = path.join(folder, 'notes');
      if (!fs.existsSync(notes)) return [];
      const lines = fs.readFileSync(notes, 'utf8').trim().split('\n');
      return lines.map((line) => JSON.parse(line) as { name: string; given: object });
    },
    gate: (shut) =>
      shut ? fs.writeFileSync(path.join(folder, 'shut'), '') : fs.rmSync(path.join(folder, 'shut'), { force: true }),
    remove: async () => {
      clearInterval(watching);
      await child.kill();
      fs.rmSync(folder, { recursive: true, force: true });
    },
  };
}
