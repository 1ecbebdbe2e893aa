import { describe, expect, it } from 'vitest';
import type { GuideStep } from '@/lib/model/guide';
import type { StepTime } from '@/lib/model/step-estimate';
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
  ...{ effect: 'plan', serviceId: UNIT, unitId: UNIT, host: 'web1', title, package: null, reboots: false },
  commands: [{ Name: `Do-${title}`, Arguments: { Password: 'not for a plan' } }],
  ...more,
});
interface Known {
  step?: Partial<StepTime> & { effect: 'plan' | 'stack.update'; title: string };
  boot?: Partial<StepTime>;
  pace?: Pace | undefined;
  guide?: Record<string, GuideStep>;
}
const EXACT = { runs: 100, lowMs: 0, typicalMs: 0, highMs: 0 };
const planned = (rounds: Prediction['rounds'], { step, boot, pace, guide = {} }: Known = { pace: PACE }) => {
  const times: StepTimes = async () => ({
    of: (kind) => (step && step.effect === kind.effect && step.title === kind.title ? { ...EXACT, ...step } : null),
    boot: boot ? { ...EXACT, ...boot } : null,
  });
  const resources = rounds.flat().flatMap((one) => ('resources' in one ? one.resources : []));
  const units = { [`e${UNIT}-${UNIT}-${UNIT}`]: UNIT };
  return planRun({ rounds, resources, complete: true }, { pace, times, guide, units });
};
const creating: Prediction['rounds'] = [
  [{ effect: 'stack.update', resources: [machine('create')] }],
  [plan('SetPassword'), plan('JoinDomain', { reboots: true })],
  [plan('InstallIIS')],
];

describe('the plan of a run', () => {
  it('gives steps that have never run what such steps usually take here, from when their machine begins', async () => {
    const { steps, boot } = await planned(creating);
    expect(steps.map(({ title, estimate }) => [title, estimate.typicalMs, estimate.runs])).toEqual([
      ['', 6_000, 0],
      ['SetPassword', 4_000, 0],
      // it restarts
      ['JoinDomain', 4_000 + 9_000, 0],
      ['InstallIIS', 4_000, 0],
    ]);
    expect(boot).toMatchObject({ typicalMs: 12_000, runs: 0 });
    for (const { estimate } of steps) expect(estimate.lowMs).toBeLessThan(estimate.highMs);
  });

  it('goes by what packages say where machines are real and nothing was measured yet', async () => {
    const guide = {
      JoinDomain: { title: 'Joining the domain', seconds: 240 },
      SetPassword: { title: 'Setting the password' },
      'stack.update': { title: 'Making machines', seconds: 70 },
    };
    const { steps, boot } = await planned(creating, { guide });
    expect(steps.map(({ title, estimate }) => [title, estimate.typicalMs])).toEqual([
      ['', 70_000],
      ['SetPassword', 60_000],
      ['JoinDomain', 240_000],
      ['InstallIIS', 60_000],
    ]);
    expect(boot?.typicalMs).toBe(150_000);
    const simulated = await planned(creating, { guide, pace: PACE });
    expect(simulated.steps.map(({ estimate }) => estimate.typicalMs)).toEqual([6_000, 4_000, 13_000, 4_000]);
  });

  it('goes by what was measured, the less sure the fewer runs there were', async () => {
    const range = async (runs: number) => {
      const time = { lowMs: 9_000, typicalMs: 10_000, highMs: 11_000, runs };
      const { steps } = await planned([[plan('InstallIIS')]], {
        step: { effect: 'plan', title: 'InstallIIS', ...time },
        pace: PACE,
      });
      return steps[0]?.estimate;
    };
    expect(await range(1)).toMatchObject({ lowMs: 7_000, typicalMs: 10_000, highMs: 13_000, runs: 1 });
    expect(await range(100)).toMatchObject({ lowMs: 9_000, typicalMs: 10_000, highMs: 11_000, runs: 100 });
  });

  it('counts the start of machines apart, or within their first steps where the cloud tells nothing of it', async () => {
    const step = { effect: 'plan', title: 'JoinDomain', typicalMs: 15_000 } as const;
    expect((await planned(creating, { step, boot: { typicalMs: 40_000 } })).boot).toMatchObject({ typicalMs: 40_000 });
    expect((await planned(creating, { step })).boot).toBeNull();
    expect((await planned(creating, {})).boot).toMatchObject({ runs: 0 });
  });

  it('does not take the time of a removal for that of making machines', async () => {
    const step = { effect: 'stack.update', title: 'machines.remove', typicalMs: 500 } as const;
    expect((await planned(creating, { step, pace: PACE })).steps[0]?.estimate).toMatchObject({
      typicalMs: 6_000,
      runs: 0,
    });
    const removing: Prediction['rounds'] = [[{ effect: 'stack.update', resources: [machine('remove')] }]];
    expect((await planned(removing, { step, pace: PACE })).steps[0]?.estimate).toMatchObject({
      typicalMs: 500,
      runs: 100,
    });
  });

  it('says which machines come, are replaced and go, and holds nothing of what plans are sent', async () => {
    const recorded = await planned([[{ effect: 'stack.update', resources: [machine('remove')] }]]);
    expect(recorded.machines).toEqual([
      { round: 0, resource: 'web1-server', host: 'web1', unitId: UNIT, change: 'remove' },
    ]);
    expect(JSON.stringify(await planned(creating))).not.toContain('not for a plan');
  });
});
