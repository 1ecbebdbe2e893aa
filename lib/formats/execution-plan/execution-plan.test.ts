import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Json } from '@/lib/model/json';
import { accountOfOptions, optionProblems, toolOptions } from './account';
import { buildPlan, rebootsAfter, scriptTexts } from './build';
import { checkPlan } from './check';
import { muranoPlan } from './murano';
import { readResult } from './result';

const plan = { Commands: ['A', 'B'].map((Name) => ({ Name, Arguments: {} })) };
const ok = (...outputs: Json[]) => ({ IsException: false, Result: outputs });

describe('the account of a plan', () => {
  const empty = { Scripts: [], Commands: [], RebootOnCompletion: 0 };
  const reason = { RunAsReason: 'It installs a service' };

  test('is kept with its reason; a template that says nothing has none', () => {
    expect(buildPlan({ RunAs: 'system', ...reason }, () => undefined)).toEqual({
      ...empty,
      ...{ RunAs: 'system', ...reason },
    });
    expect(buildPlan({}, () => undefined)).toEqual(empty);
  });

  test.each([
    ['RunAs', { RunAs: 'root', ...reason }],
    ['RunAs', { RunAs: null }],
    ['RunAsReason', { RunAs: 'system' }],
    ['RunAsReason', { RunAs: 'system', RunAsReason: '  ' }],
    ['RunAsReason', { RunAs: 'system', RunAsReason: 'x'.repeat(501) }],
    ['RunAsReason', { RunAs: 'machine', RunAsReason: 7 }],
  ])('is refused by the name of its field: %s', (path, given) => {
    expect(checkPlan({ ...empty, ...given }).map((problem) => problem.path)).toEqual([path]);
  });

  test('is asked for among the options of a tool; those of a component are by tool', () => {
    const own = { run_as: 'system', run_as_reason: 'It installs a service' };
    expect(accountOfOptions(toolOptions({ script: own }, 'script', true))).toEqual({ RunAs: 'system', ...reason });
    expect(accountOfOptions(toolOptions({ script: own }, 'powershell', true))).toEqual({});
    expect(accountOfOptions(toolOptions(own, 'script', false))).toEqual({ RunAs: 'system', ...reason });
    expect(optionProblems({ run_as: 'root' }).map((problem) => problem.path)).toEqual(['run_as']);
  });

  test('is nothing that an agent of Murano is sent', () => {
    const built = buildPlan({ RunAs: 'system', ...reason }, () => undefined);
    expect(muranoPlan(built, 1, { id: 'x', stamp: 1 })).toEqual({ ...empty, Stamp: 1 });
  });
});

describe('building a plan', () => {
  test('scripts become base64 of UTF-8, gaps get their defaults', () => {
    const built = buildPlan({ Scripts: ['é.ps1'], Commands: [{ Name: 'Do-It' }] }, (file) =>
      file === 'é.ps1' ? 'function Do-It { "ü" }' : undefined,
    );
    expect(scriptTexts(built)).toEqual(['function Do-It { "ü" }']);
    expect(built.Commands).toEqual([{ Name: 'Do-It', Arguments: {} }]);
    expect(built.RebootOnCompletion).toBe(0);
  });

  test('a script that the package does not have is named', () => {
    expect(() => buildPlan({ Scripts: ['gone.ps1'] }, () => undefined)).toThrow('"gone.ps1"');
    expect(() => buildPlan({ Scripts: ['toString'] }, () => undefined)).toThrow('"toString"');
  });

  test('everything wrong with a plan is named at once', () => {
    const wrong = { Scripts: ['not base64!'], Commands: [{ Name: 'a b', Arguments: [] }, 7], RebootOnCompletion: 3 };
    expect(checkPlan(wrong).map((problem) => problem.path)).toEqual([
      'Scripts.0',
      'Commands.0.Name',
      'Commands.0.Arguments',
      'Commands.1',
      'RebootOnCompletion',
    ]);
  });

  test.each([
    [0, false, false],
    [0, true, false],
    [1, false, true],
    [1, true, false],
    [2, false, true],
    [2, true, true],
  ] as const)('RebootOnCompletion %i, failed %s: restarts %s', (rule, failed, restarts) => {
    expect(rebootsAfter({ RebootOnCompletion: rule }, failed)).toBe(restarts);
  });
});

describe('reading an answer', () => {
  test('all commands succeeded', () => {
    expect(readResult(plan, { IsException: false, Result: [ok('10.0.0.4'), ok()] })).toEqual({
      kind: 'ran',
      succeeded: [
        { command: 'A', outputs: ['10.0.0.4'] },
        { command: 'B', outputs: [] },
      ],
      failed: null,
    });
  });

  test('a failed command makes the plan a failure, with the exception’s type and words', () => {
    const bad = { IsException: true, Result: ['System.Exception', 'no', 'B', { ScriptStackTrace: 'at B' }] };
    expect(readResult(plan, { IsException: false, Result: [ok(1), bad] })).toEqual({
      kind: 'ran',
      succeeded: [{ command: 'A', outputs: [1] }],
      failed: { command: 'B', index: 1, exception: { type: 'System.Exception', message: 'no', stackTrace: 'at B' } },
    });
  });

  test.each<[Json, { type: string; message: string }]>([
    ['corrupted data', { type: '', message: 'corrupted data' }],
    [['System.Exception', 'engine failure'], { type: 'System.Exception', message: 'engine failure' }],
  ])('a plan that could not start: %j', (result, exception) => {
    expect(readResult(plan, { IsException: true, Result: result })).toMatchObject({ kind: 'notStarted', exception });
  });

  test('an empty plan answered with nothing is a success', () => {
    expect(readResult({ Commands: [] }, { IsException: false, Result: [] })).toEqual({
      kind: 'ran',
      succeeded: [],
      failed: null,
    });
  });

  test('too few answers, too many or nonsense are never taken for success', () => {
    for (const result of [[ok()], [ok(), ok(), ok()], 'yes', null, [1, 2]] as Json[]) {
      expect(readResult(plan, { IsException: false, Result: result })).toMatchObject({ kind: 'notStarted' });
    }
  });

  test('whatever comes from outside is read without falling over', () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.boolean(), (value, flag) => {
        const result = JSON.parse(JSON.stringify(value)) as Json;
        expect(['ran', 'notStarted']).toContain(readResult(plan, { IsException: flag, Result: result }).kind);
      }),
    );
  });
});

describe('a reason of a failure', () => {
  const endless = '<Objs Version="1.1.0.1">'.repeat(10_000);

  test.each([
    ['of a command', { IsException: false, Result: [{ IsException: true, Result: ['Exception', endless, 'A'] }] }],
    ['of a plan', { IsException: true, Result: ['Exception', endless] }],
    ['in words alone', { IsException: true, Result: endless }],
  ])('%s has an end, however much a machine prints', (_, result) => {
    const reading = readResult(plan, result);
    const exception = reading.kind === 'notStarted' ? reading.exception : reading.failed?.exception;
    expect(exception?.message).toBe(`${endless.slice(0, 1_999)}…`);
  });
});

describe('a program for an agent of Murano’s', () => {
  test('numbers its files, which the agent puts down by their keys beside a folder for each script', () => {
    const file = (Name: string) => ({ Name, BodyType: 'Text' as const, Body: '' });
    const script = { Type: 'Application', Version: '1.0.0', EntryPoint: 'bin/run.sh', Files: ['run'], Options: {} };
    const program = {
      ...{ FormatVersion: '2.0.0', Version: '1.0.0', Name: 'Run', Body: 'return run()', Parameters: {} },
      Scripts: { run: script },
      Files: { 'bin/run.sh': file('bin/run.sh'), run: file('data') },
    };
    const whole = { Scripts: [], Commands: [], RebootOnCompletion: 0 as const, program };
    expect(muranoPlan(whole, 2, { id: 'p-1', stamp: 7 })).toMatchObject({
      ...{ ID: 'p-1', Stamp: 7 },
      Scripts: { run: { EntryPoint: 'file-0', Files: ['file-1'] } },
      Files: { 'file-0': { Name: 'bin/run.sh' }, 'file-1': { Name: 'data' } },
    });
    expect(muranoPlan(whole, 1, { id: 'p-1', stamp: 7 })).toBeNull();
  });
});
