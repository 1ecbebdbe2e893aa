import { exportAudit } from '@/lib/administration/audit/export';
import { adminContextOf } from '@/lib/api/admin-context';
import { auditFilterOf } from '@/lib/api/audit-filter';
import { exportAuditOperation } from '@/lib/api/operations/administration';
import { serve } from '@/lib/api/route';
import { textStream } from '@/lib/api/text-stream';

export const GET = serve(exportAuditOperation, async (call) => {
  const pieces = await exportAudit({ ctx: adminContextOf(call), input: auditFilterOf(call.query) });
  const day = new Date().toISOString().slice(0, 10);
  return textStream(call, pieces, {
    'content-type': 'text/csv; charset=utf-8; header=present',
    'content-disposition': `attachment; filename="vetro-audit-${day}.csv"`,
  });
});

export {
  refuseMethod as DELETE,
  refuseMethod as PATCH,
  refuseMethod as POST,
  refuseMethod as PUT,
  tellMethods as OPTIONS,
} from '@/lib/api/refuse-method';
