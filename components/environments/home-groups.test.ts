import { describe, expect, it } from 'vitest';
import type { ListedEnvironmentView } from '@/lib/model/views';
import { sortForHome } from './home-groups';
import { findEnvironments } from './search';

const environment = (name: string, facts: Partial<ListedEnvironmentView> = {}): ListedEnvironmentView => ({
  id: name,
  name,
  created: '2026-01-01T00:00:00Z',
  updated: '2026-01-01T00:00:00Z',
  tenant_id: 't',
  version: 1,
  status: 'ready',
  service_count: 1,
  last_outcome: null,
  ...facts,
});
const names = (list: ListedEnvironmentView[]) => list.map(({ name }) => name);

describe('the home page', () => {
  it('tells what runs, what needs somebody (failures first), and what is quiet', () => {
    const groups = sortForHome([
      environment('quiet'),
      environment('drafted', { status: 'pending', updated: '2026-01-03T00:00:00Z' }),
      environment('failed', { status: 'failed' }),
      environment('empty', { service_count: 0 }),
      environment('deploying', { status: 'deploying' }),
      environment('deleting', { status: 'deleting', service_count: 0 }),
    ]);
    expect(names(groups.running)).toEqual(['deploying', 'deleting']);
    expect(names(groups.waiting)).toEqual(['failed', 'drafted', 'empty']);
    expect(names(groups.quiet)).toEqual(['quiet']);
  });
});

describe('the search among environments', () => {
  it('finds names that hold every word, whatever the case, newest change first', () => {
    const list = [
      environment('Sales test'),
      environment('Sales production', { updated: '2026-02-01T00:00:00Z' }),
      environment('Accounting'),
    ];
    expect(names(findEnvironments(list, 'SALES'))).toEqual(['Sales production', 'Sales test']);
    expect(names(findEnvironments(list, 'test sal'))).toEqual(['Sales test']);
    expect(findEnvironments(list, '')).toHaveLength(3);
  });
});
