import { errors } from '@/lib/errors';
import type { UserDataRequest } from './interpreter';

/** How scripts that are user data begin: `FirstBoot-Default.ps1` is the template `Default`. */
const PREFIX = 'FirstBoot-';

/**
 * Makes what `<prepare-user-data>` answers from the scripts of the packages: which system a machine runs, and in which
 * language it is told its names, is theirs. In a template `%QUEUE_BASE64%` and `%HOST_NAME_BASE64%` are filled in.
 *
 * @param scripts by file name
 * @returns the script of a machine's first start
 * @throws VetroError (language) `unknown_template` when no package has a script of that name
 */
export function createUserData(scripts: Readonly<Record<string, string>>): (request: UserDataRequest) => string {
  return ({ template, hostName, serviceId, unitId, environmentId }) => {
    const name = Object.keys(scripts).find((file) => file.replace(/\.[^.]*$/, '') === `${PREFIX}${template}`);
    const text = name === undefined ? undefined : scripts[name];
    if (text === undefined) {
      throw errors.language(
        'unknown_template',
        `There is no user data template named "${template}": no package has a script ${PREFIX}${template}.`,
      );
    }
    const queue = `e${environmentId}-${serviceId}-${unitId}`.toLowerCase();
    return text
      .replaceAll('%QUEUE_BASE64%', () => base64(queue))
      .replaceAll('%HOST_NAME_BASE64%', () => base64(hostName));
  };
}

function base64(text: string): string {
  return Buffer.from(text, 'utf8').toString('base64');
}
