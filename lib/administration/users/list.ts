import { type AdminCall, requireAdministrator } from '@/lib/administration/context';
import { countUsers, listUserPage, type UserQuery } from '@/lib/db/users';
import type { UserList } from '@/lib/model/administration';
import { nextMarker } from '@/lib/model/next-marker';
import { userView } from './view';

/**
 * A page of everyone there is, by name, also who is disabled; and how many a search finds on all pages.
 *
 * @throws forbidden `not_a_system_admin`; invalid_input for a marker of nobody
 */
export async function listUsers({ ctx, input }: AdminCall<UserQuery>): Promise<UserList> {
  requireAdministrator(ctx);
  const [page, count] = await Promise.all([listUserPage(ctx.db, input), countUsers(ctx.db, input.search)]);
  return { users: page.rows.map(userView), count, ...nextMarker(page) };
}
