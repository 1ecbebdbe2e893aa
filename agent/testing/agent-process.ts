import { execFile } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { AGENT_PROGRAM, type AgentChild, createAgentChild } from './agent-child';

/** An agent as a real process, with a folder of its own, as on a server. */
export interface AgentProcess extends AgentChild {
  home: string;
  /** Enrols it anew, over the same folder. */
  enrol(input: { server: string; code: string; address: string }): Promise<void>;
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
  const enrol = async (values: Record<string, string>) => {
    const given = Object.entries(values).flatMap(([name, value]) => [`--${name}`, value]);
    await promisify(execFile)(process.execPath, [program, 'enrol', '--home', home, ...given]);
  };
  await enrol(input);
  const child = createAgentChild(home, () => environment, program);
  return {
    ...child,
    home,
    enrol,
    remove: async () => {
      await child.kill();
      fs.rmSync(home, { recursive: true, force: true });
    },
  };
}
