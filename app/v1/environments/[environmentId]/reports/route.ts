import { recentReportsOperation } from '@/lib/api/operations/history';
import { serve } from '@/lib/api/route';
import { contextOf } from '@/lib/api/use-case-context';
import { recentReports } from '@/lib/environments/history/reports';

export const GET = serve(recentReportsOperation, async (call) => ({
  reports: await recentReports({
    ctx: contextOf(call),
    input: { ...call.params, serviceId: call.query.service_id, limit: call.query.limit },
  }),
}));

export {
  refuseMethod as DELETE,
  refuseMethod as PATCH,
  refuseMethod as POST,
  refuseMethod as PUT,
  tellMethods as OPTIONS,
} from '@/lib/api/refuse-method';
