import { describe, expect, it } from 'vitest';
import { machineHealth } from './machine-health';

describe('the health of machines', () => {
  it('is that of the worst of them', () => {
    expect(machineHealth({ count: 3, up: 3, failed: 0, resting: 0, known: 3 }, 'ready')).toBe('up');
    expect(machineHealth({ count: 3, up: 2, failed: 0, resting: 0, known: 3 }, 'ready')).toBe('partly');
    expect(machineHealth({ count: 3, up: 1, failed: 1, resting: 0, known: 3 }, 'ready')).toBe('failed');
    expect(machineHealth({ count: 0, up: 0, failed: 0, resting: 0, known: 0 }, 'nothing')).toBe('none');
  });

  it('is calm where some rest because somebody wanted it so', () => {
    expect(machineHealth({ count: 3, up: 2, failed: 0, resting: 1, known: 3 }, 'ready')).toBe('resting');
    expect(machineHealth({ count: 3, up: 0, failed: 0, resting: 3, known: 3 }, 'ready')).toBe('resting');
    expect(machineHealth({ count: 3, up: 1, failed: 0, resting: 1, known: 3 }, 'ready')).toBe('partly');
    expect(machineHealth({ count: 3, up: 1, failed: 1, resting: 1, known: 3 }, 'ready')).toBe('failed');
  });

  it('is unknown where the cloud never told anything of what stands', () => {
    expect(machineHealth({ count: 2, up: 0, failed: 0, resting: 0, known: 0 }, 'ready')).toBe('unknown');
    expect(machineHealth({ count: 2, up: 0, failed: 0, resting: 0, known: 0 }, 'failed')).toBe('partly');
  });
});
