import { describe, expect, it } from 'vitest';
import { ENVIRONMENT_ACTIONS } from '@/lib/model/audit-actions';
import type { ActivityEntry } from '@/lib/model/history-views';
import de from '@/messages/de';
import en from '@/messages/en';
import { factsOf, hasWords } from './activity-words';

const entry = (more: Partial<ActivityEntry>): ActivityEntry => ({
  id: '1',
  at: '2030-01-01T00:00:00Z',
  user_id: 'u',
  user_name: 'Max',
  action: 'service.change',
  target: 'service',
  target_id: 's1',
  details: {},
  ...more,
});

const codes = (words: object) =>
  Object.entries(words)
    .flatMap(([thing, verbs]) => Object.keys(verbs).map((verb) => `${thing}.${verb}`))
    .sort();

describe('an action in words', () => {
  it.each([
    ['English', en.history],
    ['German', de.history],
  ])('has a sentence and a name in %s for every action that may be done in an environment', (_, { actions, kinds }) => {
    expect(codes(actions)).toEqual([...ENVIRONMENT_ACTIONS].sort());
    expect(codes(kinds)).toEqual([...ENVIRONMENT_ACTIONS].sort());
  });

  it('tells an action of a newer version by its own name', () => {
    expect(hasWords('robot.dance')).toBe(false);
  });

  it('names the thing as the audit log does, else as it is called now, else says that nobody knows', () => {
    const names = new Map([['s1', 'web']]);
    expect(factsOf(entry({ details: { name: 'old web' } }), names, 'a service').name).toBe('old web');
    expect(factsOf(entry({}), names, 'a service').name).toBe('web');
    expect(factsOf(entry({ target_id: 's2' }), names, 'a service').name).toBe('a service');
  });

  it('tells which password was read, and whose', () => {
    const details = { property: 'units.0.recoveryPassword', label: 'Recovery password', machine: 'dc1' };
    expect(factsOf(entry({ details }), new Map(), '').what).toBe('Recovery password, dc1');
    expect(factsOf(entry({ details: { property: 'key' } }), new Map(), '').what).toBe('key');
  });
});
