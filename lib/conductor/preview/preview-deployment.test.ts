import { describe, expect, it } from 'vitest';
import { errors } from '@/lib/errors';
import type { EnvironmentModel } from '@/lib/model/environment';
import type { ResourceForecast, StackForecast } from '@/lib/ports/cloud/cloud';
import type { StackDryRun } from '@/lib/ports/cloud/dry-run';
import type { Effects, PlanRequest, StackUpdate } from '@/lib/ports/conductor';
import type { Language } from '../language/language';
import { hostInPlace } from '../testing/host-in-place';
import { netChanges } from './net-changes';
import { previewDeployment } from './preview-deployment';

const resource = (name: string, change: ResourceForecast['change'], more: Partial<ResourceForecast> = {}) => ({
  name,
  type: 'OS::Neutron::Port',
  change,
  properties: [],
  before: change === 'create' ? null : {},
  after: change === 'remove' ? null : {},
  ...more,
});
const update: StackUpdate = { template: {}, parameters: {} };
const plan = (host: string, name: string, reboot: 0 | 1 = 0): PlanRequest => ({
  serviceId: 's',
  unitId: host,
  host,
  name,
  plan: { Scripts: [], Commands: [{ Name: `Do-${name}`, Arguments: { Host: host } }], RebootOnCompletion: reboot },
  timeoutMs: 1000,
});

interface Stage {
  run: (effects: Effects, model: EnvironmentModel) => Promise<unknown>;
  kind?: 'deploy' | 'delete';
  now?: ResourceForecast[];
  applies?: StackForecast[];
  clock?: () => Date;
  longestMs?: number;
}

/** Runs a language of a test's own on a stack that answers as told. */
async function predict({ run, kind = 'deploy', now = [], applies = [], clock = () => new Date(0), longestMs }: Stage) {
  const language: Language = {
    name: 'test',
    speaks: () => true,
    run: async ({ effects, model }) => {
      await run(effects, model);
      return { model, cancelled: await effects.cancelled() };
    },
  };
  const stack: StackDryRun = {
    now,
    apply: async () => applies.shift() ?? { ok: true, outputs: {}, resources: [] },
    delete: async () => ({ ok: true, outputs: {}, resources: now.map(({ name }) => resource(name, 'remove')) }),
  };
  return previewDeployment(
    {
      packages: {
        lock: async () => ({}),
        resolve: async () => ({ digest: '', workflows: [], resources: [] }),
      },
      stacks: { dryRun: async () => stack, read: async () => null, units: async () => ({}) },
      cloud: {
        networks: () => Promise.reject(new Error('nobody looks at networks here')),
      },
      languages: hostInPlace([language]),
      limits: { defaultPlanTimeoutMs: 1000, maxRounds: 10, maxProcessorMs: 1000, maxItems: 2_000 },
      clock: { now: clock },
    },
    {
      kind,
      target: { entity: 'environment' },
      input: {},
      environmentId: 'e',
      tenantId: 't',
      stackName: 'ee',
      model: { id: 'e', name: 'e', services: [{ id: 's', type: 'web', name: 'web', units: [] }] },
      ...(longestMs === undefined ? {} : { longestMs }),
    },
  );
}

describe('a deployment played through', () => {
  it('notes stack and plans in rounds: side by side what is asked together, then what follows an answer', async () => {
    const { rounds, complete, problems } = await predict({
      applies: [{ ok: true, outputs: { a: '‹address›' }, resources: [resource('a', 'create')] }],
      run: async (effects, model) => {
        expect(await effects.updateStack(update)).toEqual({ ok: true, outputs: { a: '‹address›' } });
        await Promise.all([effects.executePlan(plan('a', 'One')), effects.executePlan(plan('b', 'One', 1))]);
        await effects.executePlan(plan('a', 'Two'));
        await effects.saveModel(model);
        await effects.executePlan(plan('a', 'Three'));
      },
    });
    const titles = rounds.map((steps) =>
      steps.map((step) => (step.effect === 'plan' ? `${step.host} ${step.title}` : step.effect)),
    );
    expect(titles).toEqual([['stack.update'], ['a One', 'b One'], ['a Two'], ['a Three']]);
    expect(rounds[1]).toEqual([
      expect.objectContaining({ reboots: false, commands: [{ Name: 'Do-One', Arguments: { Host: 'a' } }] }),
      expect.objectContaining({ reboots: true }),
    ]);
    expect({ complete, problems }).toEqual({ complete: true, problems: [] });
  });

  it('has machines answer every command with success and a phrase', async () => {
    await predict({
      run: async (effects) => {
        expect(await effects.executePlan(plan('dc1', 'Ask'))).toEqual({
          answered: true,
          result: { IsException: false, Result: [{ IsException: false, Result: ['‹answer of Do-Ask on dc1›'] }] },
        });
      },
    });
  });

  it('of a deletion plays on a document without services, and deletes the stack if nobody else does', async () => {
    const { rounds, resources } = await predict({
      kind: 'delete',
      now: [resource('a', 'unchanged')],
      run: async (_effects, model) => expect(model.services).toEqual([]),
    });
    expect(rounds.flat().map(({ effect }) => effect)).toEqual(['stack.delete']);
    expect(resources).toEqual([expect.objectContaining({ name: 'a', change: 'remove' })]);
  });

  it('tells what the cloud refuses, and what a package does wrong', async () => {
    const refused = await predict({
      applies: [{ ok: false, status: 'VALIDATION_FAILED', resource: 'a', resourceType: 'x', reason: 'No such image.' }],
      run: async (effects) => expect(await effects.updateStack(update)).toMatchObject({ ok: false }),
    });
    expect(refused.problems).toEqual([
      expect.objectContaining({
        code: 'stack_failed',
        sentence: expect.stringMatching(/^The cloud failed at a: No such image\. Choose another/),
      }),
    ]);
    expect(refused.rounds).toEqual([]);
    const wrong = await predict({
      run: async () => {
        throw errors.language('rules_never_settle', 'It never ends.');
      },
    });
    expect(wrong.problems).toEqual([expect.objectContaining({ code: 'rules_never_settle' })]);
  });

  it('ends after five seconds and says that it is not all', async () => {
    let seconds = 0;
    const { complete } = await predict({
      clock: () => new Date(seconds * 1000),
      run: async (effects) => {
        expect(await effects.cancelled()).toBe(false);
        seconds = 6;
      },
    });
    expect(complete).toBe(false);
  });

  it('takes longer for a run, whose plan is worth the wait', async () => {
    let seconds = 0;
    const { complete } = await predict({
      clock: () => new Date(seconds * 1000),
      longestMs: 60_000,
      run: async (effects) => {
        seconds = 6;
        expect(await effects.cancelled()).toBe(false);
      },
    });
    expect(complete).toBe(true);
  });

  it('does not hide a defect of our own', async () => {
    await expect(
      predict({
        run: async () => {
          throw new TypeError('oops');
        },
      }),
    ).rejects.toThrow('oops');
  });
});

describe('what becomes of a resource over several operations', () => {
  const over = (now: ResourceForecast[], ...operations: ResourceForecast[][]) =>
    Object.fromEntries(
      netChanges(
        now,
        operations.map((resources) => [{ effect: 'stack.update', resources }]),
      ).map(({ name, change, properties }) => [name, [change, ...properties].join(' ')]),
    );

  it('is one change', () => {
    const here = [resource('a', 'unchanged'), resource('b', 'unchanged'), resource('d', 'unchanged')];
    const first = [
      resource('a', 'inPlace', { properties: ['x'] }),
      resource('b', 'replace', { properties: ['y'] }),
      resource('c', 'create'),
      resource('d', 'unchanged'),
    ];
    const second = [
      resource('a', 'inPlace', { properties: ['z'] }),
      resource('b', 'inPlace', { properties: ['z'] }),
      resource('c', 'inPlace', { properties: ['z'] }),
      resource('d', 'remove'),
    ];
    expect(over(here, first, second)).toEqual({ a: 'inPlace x z', b: 'replace y z', c: 'create z', d: 'remove' });
    expect(over(here, first, [resource('c', 'remove')])).not.toHaveProperty('c');
    expect(over(here, [resource('a', 'remove')], [resource('a', 'create')])).toMatchObject({ a: 'replace' });
  });
});
