import { describe, expect, it } from 'vitest';
import type { PreviewMachine, PreviewStep } from '@/lib/model/preview';
import { countEffects, roundsOf, shownEffects } from './effects';
import { quotaUses } from './quota-uses';

const machine = (change: PreviewMachine['change'], restarts = false): PreviewMachine => ({
  host: change,
  serviceId: null,
  serviceName: null,
  serviceType: null,
  unitId: null,
  change,
  restarts,
  size: null,
  sizeBefore: null,
  image: null,
  plans: 0,
});

describe('the effects of a deployment on machines', () => {
  it('are counted by what becomes of each', () => {
    const machines = [machine('create'), machine('create'), machine('change', true), machine('keep')];
    expect(countEffects(machines)).toEqual({ create: 2, change: 1, restart: 1, replace: 0, remove: 0, keep: 1 });
  });

  it('are told where there are any, and that none restarts where something changes', () => {
    const effectsOf = (...machines: PreviewMachine[]) =>
      shownEffects(countEffects(machines)).map(({ effect, count }) => `${effect} ${count}`);
    expect(effectsOf(machine('create'), machine('remove'))).toEqual(['create 1', 'remove 1']);
    expect(effectsOf(machine('change'), machine('create'))).toEqual(['create 1', 'change 1', 'restart 0']);
    expect(effectsOf(machine('keep'))).toEqual([]);
  });
});

describe('the steps of a deployment', () => {
  it('stand together by round', () => {
    const none = { create: 0, inPlace: 0, replace: 0, remove: 0 };
    const estimate = { runs: 1, lowMs: 1, typicalMs: 2, highMs: 3 };
    const stackChange = { machines: none, others: none };
    const step = (round: number): PreviewStep => ({
      effect: 'stack.delete',
      round,
      estimate,
      resources: [],
      stackChange,
    });
    expect(roundsOf([step(0), step(1), step(1)]).map((steps) => steps.length)).toEqual([1, 2]);
  });
});

describe('the quota', () => {
  it('is shown in GB of memory, and disks only where the cloud tells them', () => {
    const total = { now: 1, after: 2, peak: 2, limit: 10 };
    const memoryMb = { now: 2048, after: 4096, peak: 6656, limit: null };
    const uses = quotaUses({ machines: total, vcpus: total, memoryMb, diskGb: null });
    expect(uses.map(({ measure }) => measure)).toEqual(['machines', 'vcpus', 'memoryMb']);
    const addressed = (after: number) =>
      quotaUses({
        ...{ machines: total, vcpus: total, memoryMb, diskGb: null },
        publicAddresses: { now: 0, after, peak: after, limit: 20 },
      });
    expect(addressed(0)).toEqual(uses);
    expect(addressed(1).at(-1)).toMatchObject({ measure: 'publicAddresses', after: 1, limit: 20 });
    expect(uses[2]).toEqual({ measure: 'memoryMb', unit: 'gb', now: 2, after: 4, peak: 6.5, limit: null });
  });
});
