import type { Tx } from '@/lib/db/client';
import { tenantNames } from '@/lib/db/tenants';
import { hasAdministrator } from '@/lib/db/users';
import { errors, type FieldProblem } from '@/lib/errors';
import type { Role } from '@/lib/model/actor';

/** Letters and digits first; then also what addresses and host names have. */
const USER_NAME = /^[\p{L}\p{N}][\p{L}\p{N}._@+-]{0,63}$/u;

/**
 * Checks what people typed about a user; what is left out is not looked at.
 *
 * @throws invalid_input with every bad field
 */
export function checkUser(given: { name?: string; display_name?: string; email?: string }): void {
  const problems: FieldProblem[] = [];
  if (given.name !== undefined && !USER_NAME.test(given.name)) {
    const sentence =
      'Use 1 to 64 letters, digits, dots, hyphens, underscores, + and @, beginning with a letter or digit.';
    problems.push({ path: 'name', code: 'user_name', sentence });
  }
  if (given.display_name?.trim() === '') {
    problems.push({ path: 'display_name', code: 'required', sentence: 'Say what the person is called.' });
  }
  if (given.email !== undefined && given.email !== '' && !/^[^\s@]+@[^\s@]+$/.test(given.email)) {
    problems.push({
      path: 'email',
      code: 'email',
      sentence: 'This is no e-mail address. Leave it empty if there is none.',
    });
  }
  if (problems.length > 0) throw errors.invalidInput(problems[0]?.sentence ?? '', problems);
}

/**
 * Checks that roles are given in tenants that exist, one in each.
 *
 * @throws invalid_input `tenant_unknown`, `role_twice` at `roles.<index>`
 */
export async function checkRoles(tx: Tx, roles: readonly { tenantId: string; role: Role }[]): Promise<void> {
  const known = await tenantNames(
    tx,
    roles.map(({ tenantId }) => tenantId),
  );
  const problems = roles.flatMap(({ tenantId }, index): FieldProblem[] => {
    const path = `roles.${index}`;
    if (!known.some(({ id }) => id === tenantId))
      return [{ path, code: 'tenant_unknown', sentence: 'There is no such tenant.' }];
    if (roles.findIndex((one) => one.tenantId === tenantId) !== index)
      return [{ path, code: 'role_twice', sentence: 'A user has one role in a tenant.' }];
    return [];
  });
  if (problems.length > 0) throw errors.invalidInput(problems[0]?.sentence ?? '', problems);
}

/**
 * Refuses a change after which nobody could administer the installation; then nothing of it stays.
 *
 * @param tx the transaction of the change, which holds `lockAdministrators`
 * @throws conflict `last_administrator`
 */
export async function refuseLockOut(tx: Tx): Promise<void> {
  if (await hasAdministrator(tx)) return;
  throw errors.conflict(
    'last_administrator',
    'After this nobody could administer the installation. Make somebody else an administrator first.',
  );
}
