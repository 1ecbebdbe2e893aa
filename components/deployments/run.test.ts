import { describe, expect, it } from 'vitest';
import type { VetroEvent } from '@/lib/model/event';
import { type DeploymentProgress, type EffectProgress, emptyDeployment } from '@/lib/model/progress/projection';
import { EXAMPLE_TYPES, exampleDomain, exampleEnvironment, exampleWeb } from '@/lib/model/topology/example';
import { asText, filterLines, logLines } from './log/log-lines';
import { activityOf, runUnits } from './run';

const MODEL = exampleEnvironment(exampleDomain(), exampleWeb());
const effect = (id: string, digit: string, more: Partial<EffectProgress> = {}): EffectProgress => ({
  ...{
    id,
    seq: 1,
    endSeq: 0,
    kind: 'plan',
    title: 'InstallIIS',
    unitId: digit.repeat(32),
    serviceId: null,
    host: `h${digit}`,
  },
  ...{ template: null, startedAt: 't', endedAt: null, outcome: null, durationMs: null, problem: null },
  ...more,
});
const run = (effects: EffectProgress[], more: Partial<DeploymentProgress> = {}): DeploymentProgress => ({
  ...emptyDeployment('d'),
  startedAt: 't',
  effects: Object.fromEntries(effects.map((one) => [one.id, one])),
  ...more,
});
const told = (deployment: DeploymentProgress) =>
  runUnits(deployment, MODEL, EXAMPLE_TYPES).map((unit) => [unit.state, unit.line]);

describe('the units of a deployment', () => {
  it('tell what each is doing while it runs', () => {
    expect(told(run([effect('a', '1')]))).toEqual([
      ['running', { kind: 'step', step: 'Install IIS' }],
      ['waiting', { kind: 'waiting' }],
      ['waiting', { kind: 'waiting' }],
    ]);
  });

  it('are all ready after a success, whatever the document of that time says', () => {
    const done = run([effect('a', '1', { outcome: 'ok', endSeq: 2 })], { outcome: 'success' });
    expect(told(done)).toEqual([
      ['ready', { kind: 'done' }],
      ['ready', { kind: 'nothing' }],
      ['ready', { kind: 'nothing' }],
    ]);
  });

  it('tell after a failure which one failed, which are intact, and which were not reached', () => {
    const over = run(
      [effect('a', '1', { outcome: 'failed', endSeq: 2 }), effect('b', '2', { outcome: 'ok', endSeq: 3 })],
      {
        outcome: 'failed',
      },
    );
    expect(told(over)).toEqual([
      ['failed', { kind: 'stepFailed', step: 'Install IIS' }],
      ['ready', { kind: 'done' }],
      ['attention', { kind: 'notFinished' }],
    ]);
  });

  it('are left unfinished by a cancel', () => {
    expect(told(run([effect('a', '1', { outcome: 'cancelled', endSeq: 2 })], { outcome: 'cancelled' }))[0]).toEqual([
      'attention',
      { kind: 'leftUnfinished' },
    ]);
  });
});

describe('what a deployment is doing now', () => {
  it('names the step, the machine, and how many more', () => {
    const step = { kind: 'step', step: 'Install IIS', host: 'h1' };
    expect(activityOf(run([effect('a', '1')]))).toEqual({ ...step, others: 0 });
    expect(activityOf(run([effect('a', '1'), effect('b', '2'), effect('c', '3')]))).toEqual({ ...step, others: 2 });
  });

  it('is nothing before the start but waiting, and nothing after the end', () => {
    expect(activityOf(run([], { startedAt: null }))).toEqual({ kind: 'queued' });
    expect(activityOf(run([]))).toEqual({ kind: 'deciding' });
    expect(activityOf(run([], { outcome: 'success' }))).toBeNull();
  });
});

describe('the log', () => {
  const event = (seq: number, more: Partial<VetroEvent>): VetroEvent => ({
    ...{
      environmentId: 'e',
      seq,
      deploymentId: 'd',
      at: `2026-01-01T00:00:0${seq}.000Z`,
      kind: 'report',
      level: 'info',
    },
    ...{ entity: 'unit', entityId: 'u1', text: `line ${seq}`, data: {} },
    ...more,
  });
  const lines = logLines(
    [
      event(1, {}),
      event(2, { level: 'debug', entityId: 'u2' }),
      event(3, { level: 'error', text: 'It failed', data: { details: 'disk full' } }),
      event(4, { deploymentId: 'other' }),
      event(5, { text: '' }),
    ],
    'd',
    new Map([['u1', 'web1']]),
  );

  it('holds the deployment’s own lines that say something, with the machine they are about', () => {
    expect(lines.map((line) => [line.seq, line.about])).toEqual([
      [1, 'web1'],
      [2, ''],
      [3, 'web1'],
    ]);
  });

  it('is filtered by level and by machine', () => {
    const shown = (filter: Partial<Parameters<typeof filterLines>[1]>) =>
      filterLines(lines, { level: 'debug', unitId: null, ...filter }).map((line) => line.seq);
    expect(shown({})).toEqual([1, 2, 3]);
    expect(shown({ level: 'info' })).toEqual([1, 3]);
    expect(shown({ unitId: 'u2' })).toEqual([2]);
  });

  it('is copied as text with its times in UTC', () => {
    expect(asText(lines.slice(2))).toBe('2026-01-01T00:00:03.000Z ERROR [web1] It failed\n    disk full');
  });
});
