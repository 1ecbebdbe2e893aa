import { listAudit } from '@/lib/administration/audit/list';
import { adminContextOf } from '@/lib/api/admin-context';
import { auditFilterOf } from '@/lib/api/audit-filter';
import { listAuditOperation } from '@/lib/api/operations/administration';
import { serve } from '@/lib/api/route';

export const GET = serve(listAuditOperation, (call) => {
  const { marker, limit, ...filter } = call.query;
  const page = { ...(marker === undefined ? {} : { marker }), limit };
  return listAudit({ ctx: adminContextOf(call), input: { ...auditFilterOf(filter), ...page } });
});

export {
  refuseMethod as DELETE,
  refuseMethod as PATCH,
  refuseMethod as POST,
  refuseMethod as PUT,
  tellMethods as OPTIONS,
} from '@/lib/api/refuse-method';
