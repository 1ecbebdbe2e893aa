import { listPackages } from '@/lib/administration/packages/list';
import { adminContextOf } from '@/lib/api/admin-context';
import { listPackagesOperation } from '@/lib/api/operations/administration';
import { serve } from '@/lib/api/route';

export const GET = serve(listPackagesOperation, async (call) => ({
  packages: await listPackages({ ctx: adminContextOf(call), input: {} }),
}));

export {
  refuseMethod as DELETE,
  refuseMethod as PATCH,
  refuseMethod as POST,
  refuseMethod as PUT,
  tellMethods as OPTIONS,
} from '@/lib/api/refuse-method';
