import { describe, expect, it } from 'vitest';
import { auditCsvHref, auditQuery } from './administration';

const none = { user: '', tenant: '', action: '', from: '', to: '', text: '' };

describe('the query for entries of the audit log', () => {
  it('has only what was chosen', () => {
    expect(auditQuery(none).toString()).toBe('');
    expect(auditQuery({ ...none, action: 'user', text: 'a & b' }).toString()).toBe('action=user&text=a+%26+b');
  });

  it('takes the last day as a whole', () => {
    const query = auditQuery({ ...none, from: '2026-03-01', to: '2026-03-01' });
    const [from, to] = [query.get('from'), query.get('to')].map((at) => Date.parse(at ?? ''));
    expect((to ?? 0) - (from ?? 0)).toBe(24 * 3_600_000);
  });

  it('leaves out what is no day', () => {
    expect(auditCsvHref({ ...none, from: 'yesterday' })).toBe('/v1/admin/audit/export?');
  });
});
