import { z } from 'zod';
import { showAuditCopies } from '@/lib/administration/audit/copies/list';
import { exportAudit } from '@/lib/administration/audit/export';
import { type AuditFilter, listAudit, listAuditActions } from '@/lib/administration/audit/list';
import { AuditCopyViewSchema, AuditPageSchema } from '@/lib/model/administration';
import { IdSchema } from '@/lib/model/environment';
import { adminContextOf } from '../admin-context';
import { endpoint } from '../endpoint';
import { textStream } from '../text-stream';
import { EntryMarker, pageParameters } from './parameters';

const tag = 'administration';
const role = 'system';

const AuditFilterQuery = z.object({
  user: IdSchema.optional().meta({ description: 'id of who did it' }),
  tenant: IdSchema.optional().meta({ description: 'id of the tenant it was done in' }),
  action: z.string().max(100).optional().meta({ description: '`user.create`, or `user` for all about users' }),
  from: z.iso.datetime({ offset: true }).optional(),
  to: z.iso.datetime({ offset: true }).optional().meta({ description: 'up to and excluding this instant' }),
  text: z.string().max(200).optional().meta({ description: 'somewhere in names, target, details or request id' }),
});
type AuditFilterQuery = z.infer<typeof AuditFilterQuery>;

export const listAuditEndpoint = endpoint({
  id: 'listAudit',
  method: 'GET',
  path: '/v1/admin/audit',
  summary: 'The audit log, newest first, a page at a time',
  tag,
  role,
  query: AuditFilterQuery.extend({
    ...pageParameters(50, 500),
    marker: EntryMarker,
  }),
  response: AuditPageSchema,
  errors: [400, 401, 403],
  handle: (call) => {
    const { marker, limit, ...filter } = call.query;
    const page = { ...(marker === undefined ? {} : { marker }), limit };
    return listAudit({ ctx: adminContextOf(call), input: { ...auditFilterOf(filter), ...page } });
  },
});

export const listAuditActionsEndpoint = endpoint({
  id: 'listAuditActions',
  method: 'GET',
  path: '/v1/admin/audit/actions',
  summary: 'The actions that the audit log knows',
  tag,
  role,
  response: z.object({ actions: z.array(z.string()) }),
  errors: [401, 403],
  handle: async (call) => ({
    actions: await listAuditActions({ ctx: adminContextOf(call), input: {} }),
  }),
});

export const listAuditCopiesEndpoint = endpoint({
  id: 'listAuditCopies',
  method: 'GET',
  path: '/v1/admin/audit/copies',
  summary: 'Where the audit log is copied to, how far each copy is and why it fails',
  tag,
  role,
  response: z.object({ copies: z.array(AuditCopyViewSchema) }),
  errors: [401, 403],
  handle: async (call) => ({ copies: await showAuditCopies({ ctx: adminContextOf(call), input: {} }) }),
});

export const exportAuditEndpoint = endpoint({
  id: 'exportAudit',
  method: 'GET',
  path: '/v1/admin/audit/export',
  summary: 'The audit log as CSV (RFC 4180, UTF-8); cells that a spreadsheet would take for formulas are text',
  tag,
  role,
  query: AuditFilterQuery,
  response: null,
  produces: ['text/csv'],
  errors: [400, 401, 403],
  handle: async (call) => {
    const pieces = await exportAudit({ ctx: adminContextOf(call), input: auditFilterOf(call.query) });
    const day = new Date().toISOString().slice(0, 10);
    return textStream(call, pieces, {
      'content-type': 'text/csv; charset=utf-8; header=present',
      'content-disposition': `attachment; filename="vetro-audit-${day}.csv"`,
    });
  },
});

/** The filter of the audit log as the query of an address has it. */
function auditFilterOf({ user, tenant, action, from, to, text }: AuditFilterQuery): AuditFilter {
  return {
    ...(user === undefined ? {} : { userId: user }),
    ...(tenant === undefined ? {} : { tenantId: tenant }),
    ...(action === undefined || action === '' ? {} : { action }),
    ...(from === undefined ? {} : { from: new Date(from) }),
    ...(to === undefined ? {} : { to: new Date(to) }),
    ...(text === undefined || text.trim() === '' ? {} : { text: text.trim() }),
  };
}
