import { errors } from '@/lib/errors';
import type { UserDataRequest } from './interpreter';

/**
 * The script a Windows machine runs when it starts for the first time (cloudbase-init): it tells the
 * agent which queue is its own, then renames the computer and restarts. Only the template `Default` is
 * known. The script holds no password; what a cloud's agents need to reach their broker, its driver adds.
 */
export function firstBootScript({ template, hostName, serviceId, unitId, environmentId }: UserDataRequest): string {
  if (template !== 'Default') {
    throw errors.language('unknown_template', `There is no user data template named "${template}".`);
  }
  const queue = `e${environmentId}-${serviceId}-${unitId}`.toLowerCase();
  return [
    '#ps1_sysnative',
    `[Environment]::SetEnvironmentVariable('MuranoAgentQueue', ${quoted(queue)}, 'Machine')`,
    `if ($env:COMPUTERNAME -ne ${quoted(hostName)}) {`,
    `  Rename-Computer -NewName ${quoted(hostName)} -Force`,
    '  Restart-Computer -Force',
    '}',
    '',
  ].join('\r\n');
}

/** A PowerShell text that nothing in it can end. */
function quoted(text: string): string {
  return `'${text.replaceAll("'", "''")}'`;
}
