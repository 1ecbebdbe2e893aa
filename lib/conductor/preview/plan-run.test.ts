import { describe, expect, it } from 'vitest';
import type { StepEstimate } from '@/lib/model/step-estimate';
import type { ResourceForecast } from '@/lib/ports/cloud/cloud';
import type { Pace } from '@/lib/ports/cloud/simulation';
import type { StepTimes } from '@/lib/ports/conductor';
import { planRun } from './plan-run';
import type { PredictedPlan, Prediction } from './prediction';

const UNIT = 'a'.repeat(32);
const PACE: Pace = { machineMs: 6_000, bootMs: 12_000, restartMs: 9_000, resourceMs: 3_000, commandMs: () => 4_000 };
const machine = (change: ResourceForecast['change']): ResourceForecast => {
  const properties = { name: 'web1', metadata: { agent_queue: `e${UNIT}-${UNIT}-${UNIT}` } };
  return {
    ...{ name: 'web1-server', type: 'OS::Nova::Server', change, properties: [] },
    ...{ before: change === 'create' ? null : properties, after: change === 'remove' ? null : properties },
  };
};
const plan = (title: string, more: Partial<PredictedPlan> = {}): PredictedPlan => ({
  ...{ effect: 'plan', serviceId: UNIT, unitId: UNIT, host: 'web1', title, reboots: false },
  commands: [{ Name: `Do-${title}`, Arguments: { Password: 'not for a plan' } }],
  ...more,
});
const planned = (rounds: Prediction['rounds'], known: Partial<StepEstimate>[] = []) => {
  const measured: StepTimes = async () => (step) => {
    const found = known.find(({ effect, title }) => effect === step.effect && (title ?? '') === step.title);
    return found ? { ...step, runs: 1, lowMs: 0, typicalMs: 0, highMs: 0, ...found } : null;
  };
  const resources = rounds.flat().flatMap((step) => (step.effect === 'plan' ? [] : step.resources));
  return planRun({ rounds, resources, reports: [], problems: [], complete: true }, PACE, measured, {
    [`e${UNIT}-${UNIT}-${UNIT}`]: UNIT,
  });
};
const creating: Prediction['rounds'] = [
  [{ effect: 'stack.update', resources: [machine('create')] }],
  [plan('SetPassword'), plan('JoinDomain', { reboots: true })],
  [plan('InstallIIS')],
];

describe('the plan of a run', () => {
  it('gives steps that have never run what such steps usually take here, from when they are asked for', async () => {
    const { steps } = await planned(creating);
    expect(steps.map(({ title, estimate }) => [title, estimate.typicalMs, estimate.runs])).toEqual([
      ['', 6_000, 0],
      // the machine is still starting
      ['SetPassword', 12_000 + 4_000, 0],
      // and has another thing to do first, and restarts
      ['JoinDomain', 12_000 + 4_000 + 4_000 + 9_000, 0],
      ['InstallIIS', 4_000, 0],
    ]);
    for (const { estimate } of steps) expect(estimate.lowMs).toBeLessThan(estimate.highMs);
  });

  it('goes by what was measured, the less sure the fewer runs there were', async () => {
    const range = async (runs: number) => {
      const time = { lowMs: 9_000, typicalMs: 10_000, highMs: 11_000, runs, early: false };
      const { steps } = await planned([[plan('InstallIIS')]], [{ effect: 'plan', title: 'InstallIIS', ...time }]);
      return steps[0]?.estimate;
    };
    expect(await range(1)).toEqual({ lowMs: 7_000, typicalMs: 10_000, highMs: 13_000, runs: 1 });
    expect(await range(100)).toEqual({ lowMs: 9_000, typicalMs: 10_000, highMs: 11_000, runs: 100 });
  });

  it('adds the start of a machine to what was measured on one that was up, and takes it off the other way', async () => {
    const time = { lowMs: 15_000, typicalMs: 15_000, highMs: 15_000, runs: 100 };
    const known = (early: boolean) => [{ effect: 'plan' as const, title: 'JoinDomain', early, ...time }];
    const of = async (rounds: Prediction['rounds'], early: boolean) =>
      (await planned(rounds, known(early))).steps.find(({ title }) => title === 'JoinDomain')?.estimate.typicalMs;
    expect(await of(creating, false)).toBe(27_000);
    expect(await of([[plan('JoinDomain')]], true)).toBe(3_000);
    expect(await of([[plan('JoinDomain')]], false)).toBe(15_000);
  });

  it('does not take the time of a removal for that of making machines', async () => {
    const known = [{ effect: 'stack.update' as const, title: '', early: false, typicalMs: 500 }];
    expect((await planned(creating, known)).steps[0]?.estimate).toMatchObject({ typicalMs: 6_000, runs: 0 });
  });

  it('says which machines come, are replaced and go, and holds nothing of what plans are sent', async () => {
    const recorded = await planned([[{ effect: 'stack.update', resources: [machine('remove')] }]]);
    expect(recorded.machines).toEqual([{ resource: 'web1-server', host: 'web1', unitId: UNIT, change: 'remove' }]);
    expect(JSON.stringify(await planned(creating))).not.toContain('not for a plan');
  });
});
