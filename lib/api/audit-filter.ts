import type { AuditFilter } from '@/lib/administration/audit/list';
import type { AuditFilterQuery } from './operations/administration';

/** The filter of the audit log as the query of an address has it. */
export function auditFilterOf({ user, tenant, action, from, to, text }: AuditFilterQuery): AuditFilter {
  return {
    ...(user === undefined ? {} : { userId: user }),
    ...(tenant === undefined ? {} : { tenantId: tenant }),
    ...(action === undefined || action === '' ? {} : { action }),
    ...(from === undefined ? {} : { from: new Date(from) }),
    ...(to === undefined ? {} : { to: new Date(to) }),
    ...(text === undefined || text.trim() === '' ? {} : { text: text.trim() }),
  };
}
