import { readWindows, type WindowsState } from '@/lib/cloud/embedded/windows/state';
import type { Product } from './product';

/** What Windows itself knows on a machine of the member's tenant; throws when there is no such machine. */
export async function windowsOf({ db, member }: Product, hostname: string): Promise<WindowsState> {
  const { tenantId } = member;
  const row = await db.cloudMachine.findFirstOrThrow({ where: { tenantId, hostname, deletedAt: null } });
  return readWindows(row.windows);
}
