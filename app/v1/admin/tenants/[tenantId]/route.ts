import { changeTenant } from '@/lib/administration/tenants/change';
import { adminContextOf } from '@/lib/api/admin-context';
import { changeTenantOperation } from '@/lib/api/operations/people';
import { serve } from '@/lib/api/route';

export const PATCH = serve(changeTenantOperation, (call) =>
  changeTenant({ ctx: adminContextOf(call), input: { ...call.body, ...call.params } }),
);

export {
  refuseMethod as DELETE,
  refuseMethod as GET,
  refuseMethod as POST,
  refuseMethod as PUT,
  tellMethods as OPTIONS,
} from '@/lib/api/refuse-method';
