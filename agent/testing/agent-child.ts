import { type ChildProcess, spawn } from 'node:child_process';
import path from 'node:path';

/** The agent as the build makes it. */
export const AGENT_PROGRAM = path.resolve('agent/generated/vetro-agent.mjs');

/** An agent that runs as a process, again and again over the same folder. */
export interface AgentChild {
  /** what it said so far */
  log(): string;
  start(): void;
  /** as a power cut would: nothing of it goes on */
  kill(): Promise<void>;
}

/**
 * @param home folder of the agent
 * @param environment variables for a start, beside those of this process
 * @param program the file that was installed
 */
export function createAgentChild(
  home: string,
  environment: () => Record<string, string>,
  program = AGENT_PROGRAM,
): AgentChild {
  let child: ChildProcess | null = null;
  let said = '';
  return {
    log: () => said,
    start: () => {
      child = spawn(process.execPath, [program, 'run', '--home', home], {
        env: { ...process.env, ...environment() },
        stdio: ['ignore', 'pipe', 'pipe'],
      });
      for (const stream of [child.stdout, child.stderr]) {
        stream?.on('data', (chunk) => {
          said += String(chunk);
        });
      }
    },
    kill: async () => {
      const running = child;
      child = null;
      if (running === null || running.exitCode !== null || running.signalCode !== null) return;
      const gone = new Promise((resolve) => running.once('exit', resolve));
      running.kill('SIGKILL');
      await gone;
    },
  };
}
