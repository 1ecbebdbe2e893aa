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
  deployed_status: 'ready',
  drafts: null,
  ...facts,
});
const names = (list: ListedEnvironmentView[]) => list.map(({ name }) => name);

describe('the home page', () => {
  const drafts = { mine: true, others: 0, service_count: 2 };
  const all = [
    environment('quiet'),
    environment('drafted', { drafts, updated: '2026-01-03T00:00:00Z' }),
    environment('failed', { deployed_status: 'failed', drafts }),
    environment('stopped', { deployed_status: 'stopped' }),
    environment('empty', { deployed_status: 'nothing', service_count: 0 }),
    environment('theirs', {
      deployed_status: 'nothing',
      service_count: 0,
      drafts: { ...drafts, mine: false, others: 1 },
    }),
    environment('deploying', { deployed_status: 'deploying' }),
    environment('deleting', { deployed_status: 'deleting', service_count: 0 }),
  ];

  it('tells what runs, what needs this person (failures first, whatever is drafted), and what is quiet', () => {
    const groups = sortForHome(all, true);
    expect(names(groups.running)).toEqual(['deploying', 'deleting']);
    expect(names(groups.waiting)).toEqual(['failed', 'stopped', 'drafted', 'empty']);
    expect(names(groups.quiet)).toEqual(['quiet', 'theirs']);
  });

  it('tells who only looks what is broken, and no work', () => {
    const groups = sortForHome(all, false);
    expect(names(groups.waiting)).toEqual(['failed', 'stopped']);
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
