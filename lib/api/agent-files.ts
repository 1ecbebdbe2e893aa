import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { errors } from '@/lib/errors';

/**
 * The agent as it is installed on servers: one file, made by the build.
 *
 * @throws not_found `agent_not_built`
 */
export async function agentProgram(): Promise<string> {
  try {
    return await readFile(path.resolve('agent/generated/vetro-agent.mjs'), 'utf8');
  } catch (error) {
    throw errors.notFound('agent_not_built', 'The agent has not been built; npm run build does that.', {
      cause: error,
    });
  }
}

/**
 * A script that installs the agent.
 *
 * @param server the address that servers reach Vetro by
 */
export async function installScript(name: 'install.sh' | 'install.ps1', server: string): Promise<string> {
  const text = await readFile(path.resolve('agent/install', name), 'utf8');
  return text.replaceAll('%SERVER%', server);
}
