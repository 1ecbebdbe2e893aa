import { describe, expect, it } from 'vitest';
import { environmentState } from './environment-state';

const machines = (more: object) => ({ count: 3, resting: 0, suspended: 0, health: 'up' as const, ...more });

describe('the state of an environment', () => {
  it('is ready where its machines are up, or nobody tells how they are', () => {
    expect(environmentState({ deployed_status: 'ready', machines: machines({}) })).toBe('ready');
    expect(environmentState({ deployed_status: 'ready', machines: machines({ health: 'unknown' }) })).toBe('ready');
  });

  it('is not ready beside machines that failed, are not up, or were changed by hand', () => {
    for (const [health, state] of [
      ['failed', 'broken'],
      ['partly', 'partly'],
      ['drifted', 'drifted'],
    ] as const) {
      expect(environmentState({ deployed_status: 'ready', machines: machines({ health }) })).toBe(state);
    }
  });

  it('rests where all of its machines do, and is suspended where they are', () => {
    const resting = (more: object) =>
      environmentState({ deployed_status: 'ready', machines: machines({ health: 'resting', ...more }) });
    expect(resting({ resting: 3 })).toBe('resting');
    expect(resting({ resting: 3, suspended: 3 })).toBe('suspended');
    expect(resting({ resting: 1, suspended: 1 })).toBe('ready');
  });

  it('is what its deployment left it as otherwise', () => {
    expect(environmentState({ deployed_status: 'failed', machines: machines({ health: 'failed' }) })).toBe('failed');
    expect(environmentState({ deployed_status: 'deploying', machines: machines({}) })).toBe('deploying');
  });
});
