import { changeUser } from '@/lib/administration/users/change';
import { adminContextOf } from '@/lib/api/admin-context';
import { changeUserOperation } from '@/lib/api/operations/people';
import { serve } from '@/lib/api/route';

export const PATCH = serve(changeUserOperation, (call) =>
  changeUser({ ctx: adminContextOf(call), input: { ...call.body, ...call.params } }),
);

export {
  refuseMethod as DELETE,
  refuseMethod as GET,
  refuseMethod as POST,
  refuseMethod as PUT,
  tellMethods as OPTIONS,
} from '@/lib/api/refuse-method';
