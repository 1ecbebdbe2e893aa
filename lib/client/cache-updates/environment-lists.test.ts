import { describe, expect, it } from 'vitest';
import type { EnvironmentPage, EnvironmentSummary, ListedEnvironmentView } from '@/lib/model/views';
import { patchedPages, patchedSummary } from './environment-lists';

let seq = 0;
function row(id: string, shown: Partial<ListedEnvironmentView> = {}): ListedEnvironmentView {
  return {
    id,
    name: id,
    created: '2030-01-01T00:00:00.000Z',
    updated: '2030-01-01T00:00:00.000Z',
    tenant_id: 't',
    version: 1,
    status: 'ready',
    service_count: 1,
    machines: { count: 0, up: 0, failed: 0, resting: 0, suspended: 0, drifted: 0, health: 'none' },
    created_by: null,
    deployed_by: null,
    last_outcome: null,
    deployed_status: 'ready',
    active_kind: null,
    half_way: null,
    drafts: null,
    active_deployment_id: null,
    event_seq: ++seq,
    ...shown,
  };
}
const at = (minute: number) => `2030-01-01T00:${String(minute).padStart(2, '0')}:00.000Z`;
const A = row('a', { updated: at(3) });
const B = row('b', { updated: at(2) });
const C = row('c', { updated: at(1) });
const whole: EnvironmentPage[] = [{ environments: [A, B, C], count: 3 }];
const split: EnvironmentPage[] = [
  { environments: [A, B], next_marker: 'b', count: 9 },
  { environments: [C], next_marker: 'c', count: 9 },
];
const newest = new URLSearchParams({ order_by: 'updated' });
const patched = (pages: EnvironmentPage[], id: string, shown: ListedEnvironmentView | null, query = newest) =>
  patchedPages(pages, query, { id, shown }, true);
const idsOf = (pages: ReturnType<typeof patched>) =>
  pages === 'ask' ? pages : pages.map(({ environments }) => environments.map(({ id }) => id).join(''));

describe('a list of environments', () => {
  it('shows what is new of one that stays where it is', () => {
    const deploying = { ...B, status: 'deploying', deployed_status: 'deploying', event_seq: ++seq } as const;
    expect(patched(whole, 'b', deploying)).toEqual([{ environments: [A, deploying, C], count: 3 }]);
  });

  it('moves the one that changed last to where it belongs, across pages', () => {
    const changed = row('c', { updated: at(9) });
    expect(idsOf(patched(split, 'c', changed))).toEqual(['ca', 'b']);
    // the next page is asked for after the row that is last now
    expect(patched(split, 'c', changed)).toMatchObject([{ next_marker: 'a' }, { next_marker: 'b' }]);
  });

  it('takes out one that is gone, and counts one less', () => {
    expect(patched(split, 'a', null)).toMatchObject([
      { environments: [B, C], count: 8 },
      { environments: [], count: 8 },
    ]);
    expect(patched(whole, 'x', null)).toBe(whole);
  });

  it('takes in a new one when it is whole, and counts one more', () => {
    const made = row('d', { updated: at(9), created: at(9) });
    expect(patched(whole, 'd', made)).toMatchObject([{ environments: [made, A, B, C], count: 4 }]);
    const created = new URLSearchParams({ order_by: 'created' });
    expect(idsOf(patched(whole, 'd', made, created))).toEqual(['dabc']);
  });

  it('has on top of a second whatever was heard of last, as the server knows by parts of it', () => {
    const rows = [row('z', { updated: at(3) }), row('y', { updated: at(2) }), row('x', { updated: at(1) })];
    const page: EnvironmentPage[] = [{ environments: rows, count: 3 }];
    expect(idsOf(patched(page, 'a', row('a', { updated: at(3) })))).toEqual(['azyx']);
    expect(idsOf(patched(page, 'x', row('x', { updated: at(3) })))).toEqual(['xzy']);
    // nothing that would move it
    const again = patched(page, 'x', row('x', { updated: at(3) }));
    expect(again !== 'ask' && idsOf(patched([...again], 'z', row('z', { updated: at(3) })))).toEqual(['xzy']);
    expect(again !== 'ask' && idsOf(patched([...again], 'z', row('z', { updated: at(3), version: 2 })))).toEqual([
      'zxy',
    ]);
    // beyond what is shown, or not: the server knows
    expect(patched(split, 'q', row('q', { updated: at(1) }))).toBe('ask');
  });

  it('never goes back: what is older than what it shows changes nothing, nor does the same twice', () => {
    expect(patched(whole, 'b', { ...B, name: 'older', event_seq: B.event_seq - 1 })).toBe(whole);
    const changed = row('c', { updated: at(9) });
    const once = patched(whole, 'c', changed);
    expect(once !== 'ask' && patched([...once], 'c', changed)).toEqual(once);
  });

  it('of one group takes out who no longer wants that, and takes in who does', () => {
    const running = new URLSearchParams({ order_by: 'updated', group: 'running' });
    expect(idsOf(patched(whole, 'b', row('b', { deployed_status: 'failed' }), running))).toEqual(['ac']);
    const deploying = row('d', { deployed_status: 'deploying', updated: at(9) });
    expect(idsOf(patched(whole, 'd', deploying, running))).toEqual(['dabc']);
    expect(patched(whole, 'd', row('d'), running)).toBe(whole);
  });

  it('leaves one alone that stays beyond what is shown', () => {
    expect(patched(split, 'z', row('z', { updated: at(0) }))).toBe(split);
  });

  it.each([
    ['one comes from beyond what is shown', split, row('z', { updated: at(9) }), newest],
    ['a new one would have to be sorted by name', whole, row('z'), new URLSearchParams({ order_by: 'name' })],
    ['a new one would have to be searched', whole, row('z'), new URLSearchParams({ search: 'z' })],
    ['a new name would have to be searched', whole, row('a', { name: 'z' }), new URLSearchParams({ search: 'a' })],
    ['a new name would have to be sorted', whole, row('a', { name: 'z' }), new URLSearchParams({ order_by: 'name' })],
  ])('asks the server when %s', (_when, pages, shown, query) => {
    expect(patched(pages, shown.id, shown, query)).toBe('ask');
  });

  it('asks the server when one beyond what is shown is gone: it was counted', () => {
    expect(patched(split, 'z', null)).toBe('ask');
  });
});

describe('the summary of what environments want', () => {
  const group = (...environments: ListedEnvironmentView[]) => ({ count: environments.length, environments });
  const failed = row('f', { deployed_status: 'failed', updated: at(1) });
  const summary: EnvironmentSummary = { running: group(), waiting: group(failed), quiet: group(A, B, C) };
  const patched = (from: EnvironmentSummary, id: string, shown: ListedEnvironmentView | null, edits = true) => {
    const next = patchedSummary(from, { id, shown }, edits);
    if (next === 'ask') return next;
    const line = ({ count, environments }: EnvironmentSummary['quiet']) =>
      `${count}:${environments.map((one) => one.id).join('')}`;
    return [next.running, next.waiting, next.quiet].map(line).join(' ');
  };

  it('moves an environment from group to group as it is deployed', () => {
    expect(patched(summary, 'b', row('b', { deployed_status: 'deploying' }))).toBe('1:b 1:f 2:ac');
    expect(patched(summary, 'b', row('b', { deployed_status: 'failed', updated: at(9) }))).toBe('0: 2:bf 2:ac');
  });

  it('puts what failed before all else that waits', () => {
    expect(patched(summary, 'd', row('d', { service_count: 0, updated: at(9) }))).toBe('0: 2:fd 3:abc');
  });

  it('lets nothing but repairs wait for who only looks', () => {
    const drafted = row('b', { drafts: { mine: true, others: 0, people: [], service_count: 1 }, updated: at(2) });
    expect(patched(summary, 'b', drafted)).toBe('0: 2:fb 2:ac');
    expect(patched(summary, 'b', drafted, false)).toBe('0: 1:f 3:abc');
  });

  it('takes out what is gone', () => {
    expect(patched(summary, 'f', null)).toBe('0: 0: 3:abc');
  });

  it('never goes back', () => {
    expect(patchedSummary(summary, { id: 'a', shown: { ...A, deployed_status: 'failed' } }, true)).toBe(summary);
  });

  it('asks the server when one that is not shown takes the place that became free', () => {
    const full = { ...summary, quiet: { count: 9, environments: [A, B, C] } };
    expect(patched(full, 'b', row('b', { deployed_status: 'deploying' }))).toBe('ask');
    expect(patched(full, 'x', row('x', { deployed_status: 'deploying' }))).toBe('ask');
    expect(patched(full, 'b', row('b', { updated: at(9) }))).toBe('0: 1:f 9:bac');
  });
});
