import { describe, expect, it } from 'vitest';
import { type Condition, differencesOf, lastCheckedAt } from './condition';

const condition = (more: Partial<Condition>): Condition => ({ state: 'started', status: null, ...more });
const drift = { differences: ['The firewall is off.'], at: '2026-03-02T10:00:00.000Z' };

describe('what differs of a machine', () => {
  it('is what the last look found, while it runs', () => {
    expect(differencesOf(condition({ drift }))).toEqual(['The firewall is off.']);
    expect(differencesOf(condition({}))).toEqual([]);
    expect(differencesOf(condition({ state: 'stopped', drift }))).toEqual([]);
  });
});

describe('the last look at a machine', () => {
  it('is the newest, whatever it looked for', () => {
    const status = { ok: true, message: '', at: '2026-03-02T11:00:00.000Z' };
    expect(lastCheckedAt(condition({ drift, status }))).toBe(status.at);
    expect(lastCheckedAt(condition({ drift }))).toBe(drift.at);
    expect(lastCheckedAt(condition({ drift, status: { ...status, at: null } }))).toBe(drift.at);
  });

  it('was never, where nobody looked', () => {
    expect(lastCheckedAt(condition({}))).toBeNull();
  });
});
