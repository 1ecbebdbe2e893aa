import { showOverview } from '@/lib/administration/overview/show';
import { adminContextOf } from '@/lib/api/admin-context';
import { showOverviewOperation } from '@/lib/api/operations/administration';
import { serve } from '@/lib/api/route';

export const GET = serve(showOverviewOperation, (call) => {
  const { tenant, ...query } = call.query;
  return showOverview({ ctx: adminContextOf(call), input: { ...query, ...(tenant ? { tenantId: tenant } : {}) } });
});

export {
  refuseMethod as DELETE,
  refuseMethod as PATCH,
  refuseMethod as POST,
  refuseMethod as PUT,
  tellMethods as OPTIONS,
} from '@/lib/api/refuse-method';
