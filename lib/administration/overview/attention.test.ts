import { describe, expect, it } from 'vitest';
import type { NewestRun } from '@/lib/db/overview';
import { attentionOf, usualSeconds } from './attention';

const now = new Date('2026-01-01T12:00:00Z');
const ago = (seconds: number) => new Date(now.getTime() - seconds * 1_000);
const deployment = (change: Partial<NewestRun>): NewestRun => ({
  id: 'd',
  kind: 'deploy',
  state: 'running',
  userName: 'Max',
  createdAt: ago(30),
  startedAt: ago(30),
  finishedAt: null,
  problem: null,
  lastEventAt: ago(1),
  ...change,
});
const calm = { troubled: 0, usualSeconds: 100, now };
interface Around {
  drafts?: number;
  troubled?: number;
  usualSeconds?: null;
}

describe('what an environment wants of an administrator', () => {
  it.each([
    ['nothing while all is well', 'ready', { state: 'success' }, {}, 'ready'],
    ['a look at a failure', 'failed', { state: 'failed' }, {}, 'failed'],
    ['the same while somebody drafts the repair', 'failed', { state: 'failed' }, { drafts: 1 }, 'failed'],
    ['a look at what was stopped', 'stopped', { state: 'cancelled' }, { drafts: 1 }, 'failed'],
    ['nothing of a run that is on its way', 'deploying', {}, {}, 'running'],
    ['a look at a run that takes longer than usual', 'deploying', { startedAt: ago(151) }, {}, 'slow'],
    [
      'nothing when nobody knows what is usual',
      'deploying',
      { startedAt: ago(800) },
      { usualSeconds: null },
      'running',
    ],
    ['a look at a run that says nothing', 'deploying', { startedAt: ago(2_000), lastEventAt: ago(901) }, {}, 'stuck'],
    [
      'a look at one that never began',
      'deploying',
      { state: 'queued', createdAt: ago(61), startedAt: null },
      {},
      'stuck',
    ],
    ['a moment for one that is about to begin', 'deploying', { state: 'queued', createdAt: ago(2) }, {}, 'running'],
    ['a look at a silent machine', 'ready', { state: 'success' }, { troubled: 1 }, 'silent'],
    ['the same while it runs', 'deploying', {}, { troubled: 1 }, 'silent'],
    ['nothing of a draft', 'ready', { state: 'success' }, { drafts: 1 }, 'pending'],
  ] as const)('%s', (_what, deployedStatus, change, { drafts = 0, ...around }: Around, attention) => {
    const row = { deployedStatus, drafted: drafts > 0, deployment: deployment(change) };
    expect(attentionOf(row, { ...calm, ...around })).toBe(attention);
  });

  it('is nothing before the first deployment', () => {
    expect(attentionOf({ deployedStatus: 'nothing', drafted: false, deployment: null }, calm)).toBe('ready');
  });
});

describe('how long a deployment usually takes', () => {
  const durations = [
    { environmentId: 'a', kind: 'deploy', seconds: 10, runs: 3 },
    { environmentId: 'b', kind: 'deploy', seconds: 20, runs: 2 },
    { environmentId: null, kind: 'deploy', seconds: 30, runs: 5 },
    { environmentId: null, kind: 'delete', seconds: 5, runs: 4 },
  ] as const;
  it('is learnt from the environment, else from all, and not from a few', () => {
    expect(usualSeconds(durations, 'a', 'deploy')).toBe(10);
    expect(usualSeconds(durations, 'b', 'deploy')).toBe(30);
    expect(usualSeconds(durations, 'c', 'deploy')).toBe(30);
    expect(usualSeconds(durations, 'a', 'delete')).toBeNull();
  });
});
