import { describe, expect, it } from 'vitest';
import { machineHealth } from './machine-health';

describe('the health of machines', () => {
  it('has some that were changed by hand, before it is told that others rest', () => {
    const counts = { count: 3, up: 2, failed: 0, resting: 1, suspended: 1, drifted: 1, known: 3 };
    expect(machineHealth(counts, 'ready')).toBe('drifted');
    expect(machineHealth({ ...counts, failed: 1, up: 1 }, 'ready')).toBe('failed');
  });

  it('is that of the worst of them', () => {
    expect(machineHealth({ count: 3, up: 3, failed: 0, resting: 0, suspended: 0, drifted: 0, known: 3 }, 'ready')).toBe(
      'up',
    );
    expect(machineHealth({ count: 3, up: 2, failed: 0, resting: 0, suspended: 0, drifted: 0, known: 3 }, 'ready')).toBe(
      'partly',
    );
    expect(machineHealth({ count: 3, up: 1, failed: 1, resting: 0, suspended: 0, drifted: 0, known: 3 }, 'ready')).toBe(
      'failed',
    );
    expect(
      machineHealth({ count: 0, up: 0, failed: 0, resting: 0, suspended: 0, drifted: 0, known: 0 }, 'nothing'),
    ).toBe('none');
  });

  it('is calm where some rest because somebody wanted it so', () => {
    expect(machineHealth({ count: 3, up: 2, failed: 0, resting: 1, suspended: 0, drifted: 0, known: 3 }, 'ready')).toBe(
      'resting',
    );
    expect(machineHealth({ count: 3, up: 0, failed: 0, resting: 3, suspended: 0, drifted: 0, known: 3 }, 'ready')).toBe(
      'resting',
    );
    expect(machineHealth({ count: 3, up: 1, failed: 0, resting: 1, suspended: 0, drifted: 0, known: 3 }, 'ready')).toBe(
      'partly',
    );
    expect(machineHealth({ count: 3, up: 1, failed: 1, resting: 1, suspended: 0, drifted: 0, known: 3 }, 'ready')).toBe(
      'failed',
    );
  });

  it('is unknown where the cloud never told anything of what stands', () => {
    expect(machineHealth({ count: 2, up: 0, failed: 0, resting: 0, suspended: 0, drifted: 0, known: 0 }, 'ready')).toBe(
      'unknown',
    );
    expect(
      machineHealth({ count: 2, up: 0, failed: 0, resting: 0, suspended: 0, drifted: 0, known: 0 }, 'failed'),
    ).toBe('partly');
  });
});
