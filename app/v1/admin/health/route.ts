import { showHealth } from '@/lib/administration/health/show';
import { adminContextOf } from '@/lib/api/admin-context';
import { showHealthOperation } from '@/lib/api/operations/administration';
import { serve } from '@/lib/api/route';

export const GET = serve(showHealthOperation, (call) => showHealth({ ctx: adminContextOf(call), input: {} }));

export {
  refuseMethod as DELETE,
  refuseMethod as PATCH,
  refuseMethod as POST,
  refuseMethod as PUT,
  tellMethods as OPTIONS,
} from '@/lib/api/refuse-method';
