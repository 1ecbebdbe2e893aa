import { type AdminCall, requireAdministrator } from '@/lib/administration/context';
import { listAuditCopies } from '@/lib/db/audit-copies';
import type { AuditCopyView } from '@/lib/model/administration';

/**
 * Where the audit log is copied to, how far each copy is and why it fails.
 *
 * @throws forbidden `not_a_system_admin`
 */
export async function showAuditCopies({ ctx }: AdminCall<object>): Promise<AuditCopyView[]> {
  requireAdministrator(ctx);
  const copies = await listAuditCopies(ctx.db);
  return copies.map(({ address, kind, required, position, behind, copiedAt, problem, failingSince }) => ({
    ...{ address, kind, required, position, behind },
    copied_at: copiedAt?.toISOString() ?? null,
    problem:
      problem === null || failingSince === null ? null : { sentence: problem, since: failingSince.toISOString() },
  }));
}
