import type { Product } from './product';
import { readWindowsFacts, type WindowsFacts } from './windows-facts';

/** What Windows itself knows on a machine of the member's tenant; throws when there is no such machine. */
export async function windowsOf({ db, member }: Product, hostname: string): Promise<WindowsFacts> {
  const { tenantId } = member;
  const row = await db.cloudMachine.findFirstOrThrow({ where: { tenantId, hostname, deletedAt: null } });
  return readWindowsFacts(row.facts);
}
