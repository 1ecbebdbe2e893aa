import { describe, expect, it } from 'vitest';
import type { VetroEvent } from '@/lib/model/event';
import { type EffectProgress, emptyRun, type PlannedStep, type RunProgress } from '@/lib/model/progress/projection';
import { type Removal, withRemoved } from '@/lib/model/progress/removal';
import {
  EXAMPLE_TYPES,
  exampleDomain,
  exampleEnvironment,
  exampleUnit,
  exampleWeb,
} from '@/lib/model/topology/testing/example';
import { asText, filterLines, logLines } from './log/log-lines';
import { activityOf, runUnits, unitsLeft, unitsMeant } from './run';
import { timelineGroups } from './timeline/rows';

const NO_RESOURCES = { create: 0, inPlace: 0, replace: 0, remove: 0 };

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
  ...{
    template: null,
    stackChange: null,
    speed: 1,
    startedAt: 't',
    endedAt: null,
    outcome: null,
    durationMs: null,
    problem: null,
  },
  ...more,
});
const run = (effects: EffectProgress[], more: Partial<RunProgress> = {}): RunProgress => ({
  ...emptyRun('d'),
  startedAt: 't',
  effects: Object.fromEntries(effects.map((one) => [one.id, one])),
  ...more,
});
const linesOf = (deployment: RunProgress) =>
  runUnits(deployment, MODEL, EXAMPLE_TYPES).map((unit) => [unit.state, unit.line]);

describe('the units of a deployment', () => {
  it('tell what each is doing while it runs', () => {
    expect(linesOf(run([effect('a', '1')]))).toEqual([
      ['running', { kind: 'step', step: expect.objectContaining({ title: 'InstallIIS' }) }],
      ['waiting', { kind: 'waiting' }],
      ['waiting', { kind: 'waiting' }],
    ]);
  });

  it('tell that a machine starts, not what waits for it there; then the step that it was sent first', () => {
    const sent = [effect('a', '1'), effect('b', '1', { title: 'JoinDomain', seq: 3 })];
    const phase = (name: 'booting' | 'ready', seq: number) => ({
      [seq]: { host: 'h1', unitId: '1'.repeat(32), phase: name, at: '2026-01-01T00:00:00.000Z', seq },
    });
    expect(linesOf(run(sent, { phases: phase('booting', 4) }))[0]).toEqual(['running', { kind: 'starting' }]);
    expect(linesOf(run(sent, { phases: { ...phase('booting', 4), ...phase('ready', 5) } }))[0]).toEqual([
      'running',
      { kind: 'step', step: expect.objectContaining({ title: 'InstallIIS' }) },
    ]);
  });

  it('are all ready after a success, whatever the document of that time says', () => {
    const done = run([effect('a', '1', { outcome: 'ok', endSeq: 2 })], { outcome: 'success' });
    expect(linesOf(done)).toEqual([
      ['ready', { kind: 'done' }],
      ['ready', { kind: 'nothing' }],
      ['ready', { kind: 'nothing' }],
    ]);
  });

  it('rest where somebody stopped them, which is as it was asked for', () => {
    const [first, ...others] = MODEL.services;
    if (!first) throw new Error('no service');
    const units = first.units.map((unit) => ({
      ...unit,
      state: { ...unit.state, hostname: unit.name, lifecycle: { state: 'stopped', status: null } },
    }));
    const model = { ...MODEL, services: [{ ...first, units }, ...others] };
    const seen = runUnits(run([], { outcome: 'success' }), model, EXAMPLE_TYPES);
    expect(seen[0]?.state).toBe('stopped');
    expect(unitsLeft(seen)).toMatchObject({ failed: [], unfinished: [] });
  });

  it('do not work where that was found before: a run that leaves them alone has left nothing unfinished', () => {
    const status = { ok: false, message: 'h3 is switched off.', at: null, by: 'cloud' };
    const state = { hostname: 'h3', iisInstalled: true, siteInstalled: true, lifecycle: { state: 'started', status } };
    const web = exampleEnvironment(exampleWeb({ units: [exampleUnit('3', { state })] }));
    const seen = runUnits(run([effect('a', '1')]), web, EXAMPLE_TYPES);
    expect(seen.map((unit) => [unit.state, unit.line.kind])).toEqual([['failed', 'brokenAnyway']]);
    expect(unitsLeft(seen)).toMatchObject({ ready: [], failed: [], unfinished: [] });
    const own = runUnits(run([effect('a', '3', { outcome: 'failed', endedAt: 't' })]), web, EXAMPLE_TYPES);
    expect(unitsLeft(own).failed).toHaveLength(1);
  });

  it('are done, and changed by hand, where a look has found that: nothing of the look is unfinished', () => {
    const drift = { differences: ['The firewall lets no visitors in.'], at: null };
    const state = {
      hostname: 'h3',
      iisInstalled: true,
      siteInstalled: true,
      lifecycle: { state: 'started', status: null, drift },
    };
    const web = exampleEnvironment(exampleWeb({ units: [exampleUnit('3', { state })] }));
    const look = (outcome: 'ok' | 'failed') =>
      runUnits(run([effect('a', '3', { outcome, endedAt: 't' })], { outcome: 'success' }), web, EXAMPLE_TYPES);
    expect(look('ok').map((unit) => [unit.state, unit.line.kind])).toEqual([['attention', 'drifted']]);
    expect(look('failed').map((unit) => unit.line.kind)).toEqual(['stepFailed']);
  });

  it('tell after a failure which one failed, which are intact, and which were not reached', () => {
    const over = run(
      [effect('a', '1', { outcome: 'failed', endSeq: 2 }), effect('b', '2', { outcome: 'ok', endSeq: 3 })],
      {
        outcome: 'failed',
      },
    );
    expect(linesOf(over)).toEqual([
      ['failed', { kind: 'stepFailed', step: expect.objectContaining({ title: 'InstallIIS' }) }],
      ['ready', { kind: 'done' }],
      ['attention', { kind: 'notFinished' }],
    ]);
  });

  it('are in trouble when a run was stopped while a step of them had met an obstacle, and not by what was told of its stop', () => {
    const unitId = '1'.repeat(32);
    const issue = (seq: number): RunProgress['issues'] => ({
      [`i${seq}`]: { seq, level: 'warning', text: 'It is silent.', entity: 'unit', entityId: unitId } as never,
    });
    const inTrouble = (seq: number, outcome: 'cancelled' | 'ok') => {
      const stopped = run([effect('a', '1', { seq: 2, endSeq: 6, outcome })], {
        outcome: 'cancelled',
        issues: issue(seq),
      });
      return runUnits(stopped, MODEL, EXAMPLE_TYPES).filter((unit) => unit.stoppedInTrouble);
    };
    expect(inTrouble(4, 'cancelled').map((unit) => unit.unitId)).toEqual([unitId]);
    expect([inTrouble(1, 'cancelled'), inTrouble(7, 'cancelled'), inTrouble(4, 'ok')]).toEqual([[], [], []]);
  });

  it('are left unfinished by a cancel', () => {
    expect(linesOf(run([effect('a', '1', { outcome: 'cancelled', endSeq: 2 })], { outcome: 'cancelled' }))[0]).toEqual([
      'attention',
      { kind: 'leftUnfinished' },
    ]);
  });
});

describe('a machine that was found broken', () => {
  it('is so on the page of the run that found it, not on that of one that had ended before', () => {
    const [first, ...others] = MODEL.services;
    if (!first) throw new Error('no service');
    const foundAt = (at: string) => {
      const status = { ok: false, message: 'The agent on h1 does not answer.', at, by: 'cloud' };
      const units = first.units.map((unit) => ({
        ...unit,
        state: { ...unit.state, hostname: unit.name, lifecycle: { state: 'started', status } },
      }));
      const effects = [effect('a', '1', { outcome: 'cancelled', endSeq: 2 })];
      const over = run(effects, { outcome: 'cancelled', finishedAt: '2026-01-01T00:01:00.000Z' });
      return runUnits(over, { ...MODEL, services: [{ ...first, units }, ...others] }, EXAMPLE_TYPES)[0];
    };
    expect(foundAt('2026-01-01T00:01:01.000Z')).toMatchObject({ state: 'attention', line: { kind: 'leftUnfinished' } });
    expect(foundAt('2026-01-01T00:00:59.000Z')?.state).toBe('failed');
  });
});

describe('a machine whose planned steps are over', () => {
  const estimate = { runs: 1, lowMs: 1, typicalMs: 2, highMs: 3 };
  const step = (title: string, digit: string, round: number): PlannedStep => ({
    ...{ effect: 'plan', title, round, unitId: digit.repeat(32), host: `h${digit}`, estimate },
  });
  const plan = {
    steps: [step('InstallIIS', '1', 0), step('InstallIIS', '2', 0)],
    machines: [],
    boot: null,
    complete: true,
  };
  const done = effect('a', '1', { outcome: 'ok', endSeq: 2 });

  it('is done, though others of its round go on', () => {
    expect(linesOf(run([done, effect('b', '2')], { plan }))[0]).toEqual(['ready', { kind: 'done' }]);
  });

  it('waits while more is planned for it, or nobody knows', () => {
    const more = { ...plan, steps: [...plan.steps, step('InstallSite', '1', 1)] };
    expect(linesOf(run([done], { plan: more }))[0]).toEqual(['waiting', { kind: 'waiting' }]);
    expect(linesOf(run([done], { plan: { ...plan, complete: false } }))[0]).toEqual(['waiting', { kind: 'waiting' }]);
  });
});

describe('a machine that runs already', () => {
  const estimate = { runs: 1, lowMs: 1, typicalMs: 2, highMs: 3 };
  const units = ['3', '4'].map((digit) =>
    exampleUnit(digit, { state: { hostname: `h${digit}`, iisInstalled: true, siteInstalled: true } }),
  );
  const model = exampleEnvironment(exampleWeb({ units, domain: undefined }));
  const step: PlannedStep = {
    effect: 'plan',
    title: 'StartWebServer',
    round: 1,
    unitId: '3'.repeat(32),
    host: 'h3',
    estimate,
  };
  const plan = { steps: [step], machines: [], boot: null, complete: true };
  const seen = runUnits(run([effect('a', '3', { outcome: 'ok', endSeq: 2 })], { plan }), model, EXAMPLE_TYPES);

  it('waits for its turn while something is planned for it, and is not called ready', () => {
    expect(seen.map(({ state, line }) => [state, line.kind])).toEqual([
      ['waiting', 'waiting'],
      ['ready', 'nothing'],
    ]);
  });

  it('is not told of at all by a workflow that leaves it alone', () => {
    expect(unitsMeant(seen, 'restart').map(({ title }) => title)).toEqual(['h3']);
    expect(unitsMeant(seen, 'deploy')).toHaveLength(2);
  });
});

describe('the machines that a deployment removes', () => {
  const [domain] = exampleEnvironment(exampleDomain()).services;
  const web = exampleWeb({ units: [exampleUnit('3', { state: { hostname: 'web1', iisInstalled: true } })] });
  const removes = { machines: { create: 0, inPlace: 0, replace: 0, remove: 1 }, others: NO_RESOURCES };
  const stack = (more: Partial<EffectProgress>) =>
    effect('s', '0', { kind: 'stack.update', unitId: null, stackChange: removes, ...more });
  const row = (deployment: RunProgress) => {
    const model = exampleEnvironment(...(domain ? [domain] : []));
    return runUnits(deployment, model, EXAMPLE_TYPES, [web]).filter(({ removal }) => removal !== null);
  };
  const resource = (status: string, seq: number) => ({
    ...{ seq, name: 'web1', type: 'OS::Nova::Server', action: 'DELETE', status, reason: '', at: `t${seq}` },
  });
  const going = { removals: { web1: resource('IN_PROGRESS', 3) }, resources: { web1: resource('IN_PROGRESS', 3) } };
  const gone = { ...going, resources: { web1: resource('COMPLETE', 4) } };

  it.each<[string, RunProgress, Removal]>([
    ['are there until the cloud begins', run([]), 'waiting'],
    ['are there while the cloud makes others first', run([stack({})]), 'waiting'],
    ['are being removed once it does', run([stack({})], going), 'removing'],
    ['are gone when the cloud says so, whatever else goes on', run([stack({})], gone), 'removed'],
    ['are gone when the change of the stack went well', run([stack({ outcome: 'ok', endSeq: 5 })]), 'removed'],
    ['are gone after a success', run([], { outcome: 'success' }), 'removed'],
    ['are gone also when something else failed later', run([stack({})], { ...gone, outcome: 'failed' }), 'removed'],
    [
      'are still there when it failed before',
      run([stack({ outcome: 'failed', endSeq: 5 })], { outcome: 'failed' }),
      'kept',
    ],
    ['are still there when it was stopped before', run([], { lastSeq: 9, outcome: 'cancelled' }), 'kept'],
    ['are perhaps there when it failed in mid-removal', run([stack({})], { ...going, outcome: 'failed' }), 'unknown'],
    ['are perhaps there when nothing is recorded any more', run([], { outcome: 'failed' }), 'unknown'],
  ])('%s', (_what, deployment, removal) => {
    expect(row(deployment)).toEqual([
      expect.objectContaining({ title: 'web1', removal, line: { kind: 'removal', removal } }),
    ]);
    expect(row(deployment)[0]?.state).not.toBe('ready');
  });

  it('are never told among what is ready or unfinished: those that are gone not at all, the others as not removed', () => {
    const left = (deployment: RunProgress) =>
      Object.fromEntries(Object.entries(unitsLeft(row(deployment))).map(([key, units]) => [key, units.length]));
    const none = { ready: 0, failed: 0, unfinished: 0 };
    expect(left(run([], { outcome: 'success' }))).toEqual({ ...none, notRemoved: 0 });
    expect(left(run([]))).toEqual({ ...none, notRemoved: 1 });
    expect(left(run([], { lastSeq: 9, outcome: 'cancelled' }))).toEqual({ ...none, notRemoved: 1 });
  });

  it('have a row of their own in the timeline, with the time that the cloud took', () => {
    const times = { web1: { ...resource('COMPLETE', 4), at: '2026-01-01T00:00:05.000Z' } };
    const begun = { web1: { ...resource('IN_PROGRESS', 3), at: '2026-01-01T00:00:03.000Z' } };
    const startedAt = '2026-01-01T00:00:00.000Z';
    const deployment = run([], { startedAt, removals: begun, resources: times });
    const units = runUnits(deployment, exampleEnvironment(), EXAMPLE_TYPES, [web]);
    const groups = timelineGroups(
      deployment,
      withRemoved(exampleEnvironment(), [web]),
      new Map(units.map((unit) => [unit.unitId, unit])),
    );
    expect(groups.flatMap(({ rows }) => rows).map(({ title, segments }) => [title, segments])).toEqual([
      [
        'web1',
        [
          expect.objectContaining({ kind: 'waiting', to: Date.parse(begun.web1.at) }),
          expect.objectContaining({ kind: 'removal', state: 'ok', to: Date.parse(times.web1.at) }),
        ],
      ],
    ]);
  });
});

describe('what a deployment is doing now', () => {
  it('names the step, the machine, and how many more', () => {
    const step = { kind: 'step', step: expect.objectContaining({ title: 'InstallIIS', host: 'h1' }) };
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
      runId: 'd',
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
      event(4, { runId: 'other' }),
      event(5, { text: '' }),
    ],
    'd',
    new Map([['u1', 'web1']]),
    ({ text }) => text,
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
