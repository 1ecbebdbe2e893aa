import { describe, expect, it } from 'vitest';
import { exampleEnvironment, exampleUnit, exampleWeb } from '../topology/testing/example';
import { failureOfRun, failuresOf, handledFailuresOf } from './failure';
import { type EffectProgress, emptyRun, type RunProgress } from './projection';
import { stepTitle } from './step-title';

const MODEL = exampleEnvironment(exampleWeb({ units: [exampleUnit('3', { state: { hostname: 'web1' } })] }));
const effect = (id: string, more: Partial<EffectProgress>): EffectProgress => ({
  ...{
    id,
    seq: 1,
    endSeq: 2,
    kind: 'plan',
    title: 'InstallIIS',
    unitId: '3'.repeat(32),
    serviceId: null,
    host: 'web1',
  },
  ...{
    template: null,
    stackChange: null,
    speed: 1,
    startedAt: 't',
    endedAt: 't',
    outcome: 'failed',
    durationMs: 1,
    problem: null,
  },
  ...more,
});
const failed = (...effects: EffectProgress[]): RunProgress => ({
  ...emptyRun('d'),
  outcome: 'failed',
  effects: Object.fromEntries(effects.map((one) => [one.id, one])),
});

describe('what went wrong', () => {
  it('names the step in plain words, the machine, the command and its own words', () => {
    const problem = {
      code: 'plan_failed',
      sentence: 'Install-WebServer failed on web1: disk full',
      details: { command: 'Install-WebServer', message: 'disk full' },
    };
    expect(failuresOf(failed(effect('x', { problem })), MODEL)).toEqual([
      expect.objectContaining({
        what: expect.objectContaining({ kind: 'step', step: expect.objectContaining({ title: 'InstallIIS' }) }),
        host: 'web1',
        sentence: problem.sentence,
        where: 'Install-WebServer',
        ownWords: 'disk full',
        unitId: '3'.repeat(32),
      }),
    ]);
  });

  it('finds the machine of a resource that the cloud refused', () => {
    const problem = {
      code: 'stack_failed',
      sentence: 'The cloud failed at web1: no valid host',
      details: { resource: 'web1', reason: 'no valid host', unitId: '3'.repeat(32) },
    };
    const stack = effect('x', { kind: 'stack.update', title: 'stack', unitId: null, host: null, problem });
    expect(failuresOf(failed(stack), MODEL)[0]).toMatchObject({
      what: { kind: 'machines' },
      host: 'web1',
      where: 'web1',
      ownWords: 'no valid host',
    });
  });

  it('leaves out what was made good later', () => {
    expect(
      failuresOf({ ...failed(effect('x', {}), effect('y', { seq: 5, outcome: 'ok' })), outcome: 'success' }, MODEL),
    ).toEqual([]);
  });

  it('is found by its id whatever came of it; what did not fail is none', () => {
    const run = failed(
      effect('x', {}),
      effect('z', { isHandled: true, unitId: null }),
      effect('y', { seq: 5, outcome: 'ok' }),
    );
    const found = ['x', 'z', 'y', 'd', 'none'].map((id) => failureOfRun(run, MODEL, id));
    expect(found.map((one) => one?.failure.what.kind ?? null)).toEqual(['step', 'step', null, 'deployment', null]);
    expect(found.map((one) => one?.isResolved ?? null)).toEqual([true, true, null, false, null]);
    expect(failureOfRun({ ...run, outcome: 'success' }, MODEL, 'd')).toBeNull();
  });

  it('tells the error that ended the run before what failed beside it, and what was dealt with apart', () => {
    const problem = { code: 'invalid_execution_plan', sentence: 'NoFunc calls what no script has.', details: {} };
    const run = { ...failed(effect('x', { isHandled: true }), effect('y', { seq: 5, title: 'Join' })), problem };
    expect(failuresOf(run, MODEL).map(({ id }) => id)).toEqual(['d', 'y']);
    expect(handledFailuresOf(run, MODEL).map(({ id }) => id)).toEqual(['x']);
    const inOrder = { ...run, problem: null, effects: failed(effect('x', {}), effect('y', { seq: 5 })).effects };
    expect(failuresOf(inOrder, MODEL).map(({ id }) => id)).toEqual(['x', 'y']);
  });

  it('stays, in a run that came to its end, what nobody has dealt with: it can be retried', () => {
    const run = { ...failed(effect('x', {}), effect('y', { seq: 5, title: 'Join', isHandled: true })) };
    const ended = { ...run, outcome: 'success' as const };
    expect(failuresOf(ended, MODEL).map(({ id }) => id)).toEqual(['x']);
    expect(handledFailuresOf(ended, MODEL).map(({ id }) => id)).toEqual(['y']);
  });

  it('tells the sentence of a deployment that failed outside of any step', () => {
    const problem = { code: 'no_progress', sentence: 'The rules of WebServer never settle.', details: {} };
    expect(failuresOf({ ...failed(), problem }, MODEL)).toEqual([
      expect.objectContaining({
        what: { kind: 'deployment' },
        host: null,
        sentence: problem.sentence,
        code: 'no_progress',
      }),
    ]);
  });
});

describe('the name of a step', () => {
  it.each([
    ['CopyPublicFiles', 'Copy public files'],
    ['InstallIIS', 'Install IIS'],
    ['Create or change machines', 'Create or change machines'],
    ['DBPromo', 'DB promo'],
  ])('that no package says is that of its plan: %s is said as "%s"', (name, said) => {
    expect(stepTitle(name, {})).toBe(said);
  });

  it('is what its package says', () => {
    const steps = { CopyPublicFiles: { title: 'Copying what everybody may see' } };
    expect(stepTitle('CopyPublicFiles', steps)).toBe('Copying what everybody may see');
    expect(stepTitle('toString', steps)).toBe('to string');
  });
});
