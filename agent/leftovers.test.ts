import { describe, expect, it } from 'vitest';
import { type RunningProcess, type StartedProcess, treesOf } from './leftovers';

const SELF = 50;
const BOOT = { startedAt: 0, self: SELF };
const SHELL = 100;

/** A shell that a plan had from second 10 to second 20. */
const shell = (more: Partial<StartedProcess> = {}): StartedProcess => ({
  ...{ planId: 'plan', pid: SHELL, from: 10_000, until: 20_000 },
  ...more,
});
const running = (pid: number, parent: number, second: number): RunningProcess => ({ pid, parent, from: second * 1000 });

describe('what plans have left running on Windows', () => {
  it('is what their processes have started, and what that has started', () => {
    const all = [running(1, 0, 0), running(7, SHELL, 12), running(8, 7, 30), running(9, 8, 31), running(5, 1, 12)];
    expect(treesOf([shell()], all, BOOT)).toEqual([7, 8, 9]);
  });

  it.each([
    ['began before the process that had its parent’s number', [running(7, SHELL, 9)]],
    ['began after that had ended, when the number was free again', [running(7, SHELL, 21)]],
    ['has the number of one that has ended', [running(SHELL, 1, 40), running(7, SHELL, 41)]],
    ['is older than what has the number of its parent now', [running(7, SHELL, 12), running(8, 7, 11)].slice(1)],
  ])('is nothing that %s', (_, all) => {
    expect(treesOf([shell()], all, BOOT)).toEqual([]);
  });

  it('is the process itself where nobody saw it end, unless its number has another one by now', () => {
    const open = shell({ until: null });
    expect(treesOf([open], [running(SHELL, 1, 10), running(7, SHELL, 50)], BOOT)).toEqual([SHELL, 7]);
    expect(treesOf([open], [running(SHELL, 1, 60), running(7, SHELL, 50), running(8, SHELL, 61)], BOOT)).toEqual([7]);
  });

  it('is what an agent had just started when it died, and nothing that the one that looks is at', () => {
    const died = shell({ pid: 40, from: 5_000, until: null });
    const current = shell({ pid: SELF, from: 20_000, until: null });
    const all = [running(SELF, 30, 21), running(8, SELF, 25), running(7, 40, 19)];
    expect(treesOf([died, current], all, BOOT)).toEqual([7]);
  });

  it('is nothing of what was started before the computer was', () => {
    expect(treesOf([shell({ until: null })], [running(7, SHELL, 200)], { ...BOOT, startedAt: 150_000 })).toEqual([]);
  });
});
