import { listActivityOperation } from '@/lib/api/operations/history';
import { serve } from '@/lib/api/route';
import { contextOf } from '@/lib/api/use-case-context';
import { listActivity } from '@/lib/environments/history/activity';

export const GET = serve(listActivityOperation, (call) => {
  const { user_id: userId, action, marker, limit } = call.query;
  return listActivity({
    ctx: contextOf(call),
    input: {
      ...call.params,
      limit,
      ...(userId ? { userId } : {}),
      ...(action ? { action } : {}),
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
