import { describe, expect, it } from 'vitest';
import type { HistoryEntry, ListedVersion } from '@/lib/model/history-views';
import { defaultSides, isVersionRef, versionOptions } from './version-options';

describe('what can be compared', () => {
  const listed = (version: number): ListedVersion => ({ version, run_id: `r${version}`, at: '', user_name: 'Max' });

  it('is my draft, what is deployed, the newest versions and the beginning, newest first', () => {
    const refs = versionOptions(2, true, [listed(2), listed(1)]).map(({ ref }) => ref);
    expect(refs).toEqual(['draft', 'current', '2', '1', '0']);
    expect(versionOptions(0, false, []).map(({ ref }) => ref)).toEqual(['current', '0']);
  });

  it('is an old version, too, that was looked for, and none that is no longer kept', () => {
    const newest = [listed(90), listed(89)];
    const options = versionOptions(90, false, newest, ['12', 'current']);
    expect(options.map(({ ref }) => ref)).toEqual(['current', '90', '89', '12', '0']);
    expect(options.map(({ made }) => made?.user_name)).toEqual(['Max', 'Max', 'Max', undefined, undefined]);
  });

  it('is, while nobody chose, what the last deployment did, or what my draft would do', () => {
    expect(defaultSides(5, false, [])).toEqual({ from: '4', to: 'current' });
    expect(defaultSides(5, true, [])).toEqual({ from: 'current', to: 'draft' });
    expect(defaultSides(0, false, [])).toEqual({ from: '0', to: 'current' });
  });

  it('passes over versions that are what is deployed now', () => {
    const entry = (version: number, same_as_current: boolean) => ({ version, same_as_current }) as HistoryEntry;
    expect(defaultSides(3, false, [entry(3, true), entry(2, true), entry(1, false)]).from).toBe('1');
    expect(defaultSides(2, false, [entry(2, true), entry(1, true)]).from).toBe('0');
  });

  it('is named in an address by a number or a word', () => {
    expect(['12', 'current', 'draft'].every(isVersionRef)).toBe(true);
    expect(['', '-1', 'latest', '1.5', '12345678901', null].some(isVersionRef)).toBe(false);
  });
});
