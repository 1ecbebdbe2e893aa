import { switchPackage } from '@/lib/administration/packages/switch';
import { adminContextOf } from '@/lib/api/admin-context';
import { switchPackageOfTenantOperation } from '@/lib/api/operations/administration';
import { serve } from '@/lib/api/route';

export const PUT = serve(switchPackageOfTenantOperation, (call) =>
  switchPackage({ ctx: adminContextOf(call), input: { ...call.params, ...call.body } }),
);

export {
  refuseMethod as DELETE,
  refuseMethod as GET,
  refuseMethod as PATCH,
  refuseMethod as POST,
  tellMethods as OPTIONS,
} from '@/lib/api/refuse-method';
