import { listAuditActions } from '@/lib/administration/audit/list';
import { adminContextOf } from '@/lib/api/admin-context';
import { listAuditActionsOperation } from '@/lib/api/operations/administration';
import { serve } from '@/lib/api/route';

export const GET = serve(listAuditActionsOperation, async (call) => ({
  actions: await listAuditActions({ ctx: adminContextOf(call), input: {} }),
}));

export {
  refuseMethod as DELETE,
  refuseMethod as PATCH,
  refuseMethod as POST,
  refuseMethod as PUT,
  tellMethods as OPTIONS,
} from '@/lib/api/refuse-method';
