import { type AdminCall, requireAdministrator } from '@/lib/administration/context';
import { trendOf } from '@/lib/db/trend';
import type { Trend } from '@/lib/model/administration';

/** So many days are told, today among them. */
const DAYS = 30;

/**
 * How the installation went in the last 30 days, in UTC: deployments and failures of each, environments and machines at
 * its end.
 *
 * @throws forbidden `not_a_system_admin`
 */
export async function showTrend({ ctx }: AdminCall<object>): Promise<Trend> {
  requireAdministrator(ctx);
  return { days: await trendOf(ctx.db, DAYS) };
}
