import { execFile } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { AGENT_PROGRAM, type AgentChild, createAgentChild } from './agent-child';

/** An agent as a real process, with a folder of its own, as on a server. */
export interface AgentProcess extends AgentChild {
  home: string;
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
  const child = createAgentChild(home, () => environment, program);
  return {
    ...child,
    home,
    remove: async () => {
      await child.kill();
      fs.rmSync(home, { recursive: true, force: true });
    },
  };
}
