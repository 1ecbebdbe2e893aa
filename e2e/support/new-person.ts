import { randomBytes } from 'node:crypto';
import type { JsonObject } from '@/lib/model/json';
import { apiOf } from './api';
import { type PersonName, person } from './people';

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

/**
 * A tenant of their own for one of the demo's people, for a story that looks at what lists only the first of many: other
 * stories deploy into the common ones at the same time. Stories of one file that call this run one after the other.
 */
export async function newTenantOf(
  who: PersonName,
  role: 'reader' | 'member' | 'admin',
): Promise<{ id: string; name: string }> {
  const admin = await apiOf('admin');
  const name = `Tailspin ${randomBytes(3).toString('hex')}`;
  const id = String((await admin.ok('POST', '/v1/admin/tenants', { name })).id);
  const { users } = await admin.ok('GET', `/v1/admin/users?search=${encodeURIComponent(person(who).name)}`);
  const found = (users as JsonObject[]).find((one) => one.name === person(who).name);
  if (!found) throw new Error(`the demo has no ${who}`);
  const roles = (found.roles as JsonObject[]).map(({ tenant_id, role }) => ({ tenant_id, role }));
  await admin.ok('PATCH', `/v1/admin/users/${found.id}`, { roles: [...roles, { tenant_id: id, role }] });
  return { id, name };
}
