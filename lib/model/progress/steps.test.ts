import { describe, expect, it } from 'vitest';
import { EXAMPLE_TYPES, exampleDomain, exampleEnvironment, exampleUnit, exampleWeb } from '../topology/example';
import { expectedSteps } from './expected-steps';
import { type DeploymentProgress, type EffectProgress, emptyDeployment } from './projection';
import { countSteps } from './steps';

const effect = (id: string, seq: number, endSeq = 0, outcome: EffectProgress['outcome'] = endSeq ? 'ok' : null) => ({
  ...({ kind: 'plan', title: id, unitId: null, serviceId: null, host: null, template: null } as const),
  ...{
    id,
    seq,
    endSeq,
    outcome,
    startedAt: `t${seq}`,
    endedAt: endSeq ? `t${endSeq}` : null,
    durationMs: null,
    problem: null,
  },
});
const deployment = (effects: EffectProgress[], outcome: DeploymentProgress['outcome'] = null): DeploymentProgress => ({
  ...emptyDeployment('d'),
  outcome,
  effects: Object.fromEntries(effects.map((one) => [one.id, one])),
});

describe('counting the steps of a deployment', () => {
  it('tells what is done out of at least what the model needs', () => {
    expect(countSteps(deployment([effect('a', 1, 2), effect('b', 3)]), 5)).toMatchObject({
      done: 1,
      known: 5,
      running: 1,
    });
  });

  it('raises the total when more is seen than was expected', () => {
    expect(countSteps(deployment([effect('a', 1, 2), effect('b', 3, 4), effect('c', 5)]), 2).known).toBe(3);
  });

  it('never goes back when steps turn up', () => {
    const early = countSteps(deployment([effect('a', 1, 2), effect('b', 3, 4)]), 3).fraction;
    const later = countSteps(
      deployment([
        effect('a', 1, 2),
        effect('b', 3, 4),
        effect('c', 5),
        effect('d', 6),
        effect('e', 7),
        effect('f', 8),
      ]),
      3,
    ).fraction;
    expect(later).toBeGreaterThanOrEqual(early);
  });

  it('is not at the end before the deployment is', () => {
    expect(countSteps(deployment([effect('a', 1, 2)]), 1).fraction).toBeLessThan(1);
    expect(countSteps(deployment([effect('a', 1, 2)], 'success'), 9)).toMatchObject({ fraction: 1, done: 1, known: 1 });
  });

  it('counts a failure as not done', () => {
    expect(countSteps(deployment([effect('a', 1, 2), effect('b', 3, 4, 'failed')], 'failed'), 2)).toMatchObject({
      done: 1,
      failed: 1,
      known: 2,
    });
  });
});

describe('the steps a document is sure to need', () => {
  it('are the stack, everything to install and every domain to join', () => {
    expect(expectedSteps(exampleEnvironment(exampleDomain(), exampleWeb()), EXAMPLE_TYPES)).toBe(1 + 2 + 3);
  });

  it('leave out what an earlier deployment reached', () => {
    const asked = exampleEnvironment(
      exampleDomain({ state: { primaryDc: 'dc1' } }),
      exampleWeb({ units: [exampleUnit('3', { state: { iisInstalled: true, domain: 'acme.local' } })] }),
    );
    expect(expectedSteps(asked, EXAMPLE_TYPES)).toBe(1 + 1 + 1);
  });

  it('leave out the stack when every machine is there', () => {
    const there = exampleUnit('3', { state: { hostname: 'web1', domain: 'acme.local' } });
    expect(expectedSteps(exampleEnvironment(exampleWeb({ units: [there] })), EXAMPLE_TYPES)).toBe(2);
  });

  it('count roles that come together once', () => {
    const types = EXAMPLE_TYPES.map((type) => ({
      ...type,
      roles: type.roles.map((role) => ({ ...role, installedWhen: 'installed' })),
    }));
    expect(expectedSteps(exampleEnvironment(exampleWeb({ domain: '' })), types)).toBe(1 + 1);
  });
});
