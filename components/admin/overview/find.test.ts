import { describe, expect, it } from 'vitest';
import type { OverviewEnvironment } from '@/lib/model/administration';
import { countByAttention, findInOverview } from './find';

const environment = (name: string, change: Partial<OverviewEnvironment> = {}): OverviewEnvironment => ({
  id: name,
  name,
  tenant: { id: 'c', name: 'Contoso' },
  status: 'ready',
  deployed_status: 'ready',
  drafts: 0,
  attention: 'ready',
  service_count: 1,
  version: 1,
  updated: '2026-01-01T00:00:00Z',
  deployment: null,
  troubled_machines: [],
  ...change,
});
const all = [
  environment('Accounting', { attention: 'failed' }),
  environment('Web shop', { tenant: { id: 'f', name: 'Fabrikam' } }),
  environment('Intranet', {
    attention: 'silent',
    troubled_machines: [{ host: 'web1', state: 'silent', since: '2026-01-01T00:00:00Z' }],
  }),
];
const names = (filters: { tenant?: string; q?: string }) =>
  findInOverview(all, { tenant: '', q: '', ...filters }).map(({ name }) => name);

describe('searching the overview', () => {
  it('finds by every word in name, tenant and hosts, whatever the case', () => {
    expect(names({ q: 'WEB' })).toEqual(['Web shop', 'Intranet']);
    expect(names({ q: 'web fabrikam' })).toEqual(['Web shop']);
    expect(names({ q: 'nothing' })).toEqual([]);
  });

  it('keeps to a tenant', () => {
    expect(names({ tenant: 'c' })).toEqual(['Accounting', 'Intranet']);
  });

  it('counts what is wanted', () => {
    expect([...countByAttention(all)]).toEqual([
      ['failed', 1],
      ['ready', 1],
      ['silent', 1],
    ]);
  });
});
