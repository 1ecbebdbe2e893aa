import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';

/** Debian's murano-agent as it is on a machine after its first start, in a folder instead of the root of its file system. */
export interface DebianAgent {
  folder: string;
  /** what its service runs: a program with its arguments */
  command: [string, ...string[]];
  /** with which Python finds its modules */
  env: NodeJS.ProcessEnv;
  remove(): void;
}

/** Where scripts/openstack/install.sh unpacks Debian's packages. */
const PACKAGES = path.join(process.env.VETRO_OPENSTACK_DIR ?? '/var/lib/vetro-openstack', 'packages/usr');

/**
 * Puts down what Debian's package has, and runs the script of the first start there, but for starting the service.
 *
 * @param script of a package, filled in for its machine
 */
export function firstStartOfDebianAgent(script: string): DebianAgent {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'vetro-murano-'));
  const modules = path.join(folder, 'modules');
  fs.cpSync(`${PACKAGES}/lib/python3/dist-packages`, modules, { recursive: true });
  fs.mkdirSync(`${folder}/etc/murano-agent`, { recursive: true });
  const env = { ...process.env, PYTHONPATH: modules, PYTHONWARNINGS: 'ignore', PYTHONDONTWRITEBYTECODE: '1' };
  const here = script.replaceAll('/etc/murano', `${folder}/etc/murano`).replaceAll('/var/', `${folder}/var/`);
  const [setUp = ''] = here.split('if command -v systemctl');
  execFileSync('sh', ['-c', setUp], { env });
  const settings = `${folder}/etc/murano-agent/muranoagent.conf`;
  return {
    folder,
    command: ['/usr/bin/python3', `${PACKAGES}/bin/muranoagent`, '--config-file', settings],
    env,
    remove: () => fs.rmSync(folder, { recursive: true, force: true }),
  };
}
