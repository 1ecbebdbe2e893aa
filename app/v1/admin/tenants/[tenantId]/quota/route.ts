import { changeQuota } from '@/lib/administration/tenants/quota';
import { adminContextOf } from '@/lib/api/admin-context';
import { changeQuotaOperation, removeQuotaOperation } from '@/lib/api/operations/people';
import { serve } from '@/lib/api/route';

export const PUT = serve(changeQuotaOperation, (call) =>
  changeQuota({ ctx: adminContextOf(call), input: { ...call.params, limits: call.body } }),
);

export const DELETE = serve(removeQuotaOperation, (call) =>
  changeQuota({ ctx: adminContextOf(call), input: { ...call.params, limits: null } }),
);

export {
  refuseMethod as GET,
  refuseMethod as PATCH,
  refuseMethod as POST,
  tellMethods as OPTIONS,
} from '@/lib/api/refuse-method';
