import { type ChildProcess, execFile, spawn } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';

/** The agent as the build makes it. */
export const AGENT_PROGRAM = path.resolve('agent/generated/vetro-agent.mjs');

/** An agent as a real process, with a folder of its own, as on a server. */
export interface AgentProcess {
  home: string;
  /** what it said so far */
  log(): string;
  start(): void;
  /** as a power cut would: nothing of it goes on */
  kill(): Promise<void>;
  remove(): Promise<void>;
}

/**
 * Enrols an agent, as the line does that an administrator is shown.
 *
 * @param address that others reach it by
 * @param program the file that was installed
 */
export async function enrolAgent(
  input: { server: string; code: string; name: string; address: string },
  environment: Record<string, string> = {},
  program = AGENT_PROGRAM,
): Promise<AgentProcess> {
  const home = fs.mkdtempSync(path.join(os.tmpdir(), 'vetro-agent-'));
  const given = Object.entries(input).flatMap(([name, value]) => [`--${name}`, value]);
  await promisify(execFile)(process.execPath, [program, 'enrol', '--home', home, ...given]);
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
  return {
    home,
    log: () => said,
    start: () => {
      child = spawn(process.execPath, [program, 'run', '--home', home], {
        env: { ...process.env, ...environment },
        stdio: ['ignore', 'pipe', 'pipe'],
      });
      for (const stream of [child.stdout, child.stderr]) {
        stream?.on('data', (chunk) => {
          said += String(chunk);
        });
      }
    },
    kill,
    remove: async () => {
      await kill();
      fs.rmSync(home, { recursive: true, force: true });
    },
  };
}
