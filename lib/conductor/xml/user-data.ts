import { errors } from '@/lib/errors';
import type { UserDataRequest } from './interpreter';
import { type TemplateSource, USER_DATA_PREFIX } from './templates';

/**
 * Makes what `<prepare-user-data>` answers from the scripts of the packages: which system a machine runs, and in which
 * language it is told its names, is theirs. In a template `%QUEUE_BASE64%` and `%HOST_NAME_BASE64%` are filled in.
 *
 * @returns the script of a machine's first start
 * @throws VetroError (language) `unknown_template` when no package that is meant has a script of that name
 */
export function createUserData(templates: Pick<TemplateSource, 'userData'>): (request: UserDataRequest) => string {
  return ({ template, hostName, serviceId, unitId, environmentId, origin }) => {
    const text = templates.userData(template, origin);
    if (text === null) {
      throw errors.language(
        'unknown_template',
        `There is no user data template named "${template}": neither the package nor one that it requires has a script ${USER_DATA_PREFIX}${template}.`,
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
