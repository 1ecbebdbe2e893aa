import { describe, expect, it } from 'vitest';
import type { PlannedStep } from './progress/projection';
import type { StepTime } from './step-estimate';
import { atSpeed, durationOf as planDuration } from './step-times';

const time = (lowMs: number, typicalMs: number, highMs: number, runs = 1): StepTime => ({
  lowMs,
  typicalMs,
  highMs,
  runs,
});
const step = (round: number, estimate: StepTime, host = 'web1'): PlannedStep => ({
  ...{ effect: 'plan', title: 'InstallIIS', round, unitId: host, host },
  estimate,
});
const durationOf = (steps: PlannedStep[], speed?: number, boot: StepTime | null = null, made: string[] = []) => {
  const machines = made.map((host) => ({ round: 0, resource: host, host, unitId: host, change: 'create' as const }));
  return planDuration({ steps, machines, boot }, speed);
};

describe('the duration of rounds of steps', () => {
  it('adds up the longest step of each round', () => {
    const steps = [step(0, time(1, 2, 3)), step(0, time(20, 40, 90), 'web2'), step(1, time(1, 2, 3))];
    expect(durationOf(steps)).toEqual({ lowMs: 22, typicalMs: 42, highMs: 92, knownSteps: 3, unknownSteps: 0 });
  });

  it('adds up what one machine does, and how long it starts before', () => {
    const stack: PlannedStep = { ...step(0, time(10, 10, 10)), effect: 'stack.update', unitId: null, host: null };
    const steps = [stack, step(1, time(5, 5, 5)), step(1, time(6, 6, 6)), step(1, time(7, 7, 7), 'web2')];
    const boot = time(20, 20, 20);
    expect(durationOf(steps)).toMatchObject({ typicalMs: 10 + 5 + 6 });
    expect(durationOf(steps, 1, boot, ['web2'])).toMatchObject({ typicalMs: 10 + 20 + 7 });
    expect(durationOf(steps, 1, boot, ['web1', 'web2'])).toMatchObject({ typicalMs: 10 + 20 + 5 + 6 });
  });

  it('is narrower than the sum of its ranges: not all is quick or slow at once', () => {
    const steps = Array.from({ length: 4 }, (_, round) => step(round, time(50, 100, 150)));
    expect(durationOf(steps)).toMatchObject({ lowMs: 300, typicalMs: 400, highMs: 500 });
  });

  it('counts what has never run with what such steps usually take, and says how many they are', () => {
    expect(durationOf([step(0, time(10, 20, 40, 0)), step(1, time(1, 2, 3))])).toMatchObject({
      typicalMs: 22,
      knownSteps: 1,
      unknownSteps: 1,
    });
  });

  it('is nothing where nothing is to do', () => {
    expect(durationOf([])).toBeNull();
  });

  it('goes by how fast machines are', () => {
    expect(durationOf([step(0, time(40, 80, 120))], 4)).toMatchObject({ lowMs: 10, typicalMs: 20, highMs: 30 });
    expect(atSpeed(time(40, 80, 120, 7), 2)).toEqual(time(20, 40, 60, 7));
  });
});
