import { randomBytes } from 'node:crypto';
import { apiOf } from './api';

/**
 * Somebody of their own for a story that changes a person: a local user of Contoso.
 *
 * @param displayName a first and a last name
 * @returns their name, which no other story gives, and the password that was made for them
 */
export async function newPerson(
  displayName: string,
  role: 'reader' | 'member' = 'member',
): Promise<{ name: string; password: string }> {
  const admin = await apiOf('admin');
  const { tenant } = (await admin.ok('GET', '/v1/me')) as { tenant: { id: string } };
  const name = `${displayName.split(' ')[0]?.toLowerCase()}.${randomBytes(3).toString('hex')}`;
  const roles = [{ tenant_id: tenant.id, role }];
  const made = await admin.ok('POST', '/v1/admin/users', { name, display_name: displayName, roles });
  return { name, password: String(made.password) };
}
