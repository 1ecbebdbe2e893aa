import { type AdminAsk, requireAdministrator } from '@/lib/administration/context';
import { listUserRows } from '@/lib/db/users';
import type { UserView } from '@/lib/model/administration';
import { userView } from './view';

/**
 * Everyone there is, by name, also who is disabled.
 *
 * @throws forbidden `not_a_system_admin`
 */
export async function listUsers({ ctx }: AdminAsk<object>): Promise<UserView[]> {
  requireAdministrator(ctx);
  return (await listUserRows(ctx.db)).map(userView);
}
