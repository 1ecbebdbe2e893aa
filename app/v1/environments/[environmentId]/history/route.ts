import { listHistoryOperation } from '@/lib/api/operations/history';
import { serve } from '@/lib/api/route';
import { contextOf } from '@/lib/api/use-case-context';
import { listHistory } from '@/lib/environments/history/list';

export const GET = serve(listHistoryOperation, (call) => {
  const { outcome, user_id: userId, service_id: serviceId, marker, limit } = call.query;
  return listHistory({
    ctx: contextOf(call),
    input: {
      ...call.params,
      limit,
      ...(outcome ? { outcome } : {}),
      ...(userId ? { userId } : {}),
      ...(serviceId ? { serviceId } : {}),
      ...(marker ? { marker } : {}),
    },
  });
});

export {
  refuseMethod as DELETE,
  refuseMethod as PATCH,
  refuseMethod as POST,
  refuseMethod as PUT,
  tellMethods as OPTIONS,
} from '@/lib/api/refuse-method';
