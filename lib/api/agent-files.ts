import { readFile } from 'node:fs/promises';
import path from 'node:path';

/**
 * A script that installs the agent.
 *
 * @param server the address that servers reach Vetro by
 */
export async function installScript(name: 'install.sh' | 'install.ps1', server: string): Promise<string> {
  const text = await readFile(path.resolve('agent/install', name), 'utf8');
  return text.replaceAll('%SERVER%', server);
}
