import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { addUp, lastLine, stories, timeTable, together, unitTests } from './outcome.mjs';
import { PARALLEL_GROUPS, PARTS, STEPS } from './steps.mjs';

const log = (...lines) => lines.map((line) => `${JSON.stringify(line)}\n`).join('');
const file = (name, { passed = 0, failed = [], unsteady = [], skipped = [], ms = 1000 }) => ({
  file: name,
  state: failed.length > 0 ? 'failed' : 'passed',
  ms,
  passed,
  failed,
  unsteady,
  skipped,
});
const spec = (title, ...tests) => ({
  title,
  tests: tests.map(([status, projectName, ...durations]) => ({
    status,
    projectName,
    results: durations.map((duration) => ({ duration })),
  })),
});
const browser = {
  suites: [
    {
      title: 'one.spec.ts',
      specs: [
        spec('goes', ['expected', 'pointer', 2000], ['unexpected', 'keyboard', 500]),
        spec('comes', ['flaky', 'pointer', 4000, 1000]),
        spec('rests', ['skipped', 'pointer']),
      ],
      suites: [{ title: 'at night', specs: [spec('sleeps', ['unexpected', ''])] }],
    },
  ],
};

describe('the outcome of npm test', () => {
  it('names each failed unit test by file and sentence, and a file that did not get as far by itself', () => {
    const text = log(
      { file: 'lib/a.test.ts', state: 'running' },
      { file: 'lib/b.test.ts', state: 'running' },
      file('lib/a.test.ts', {
        passed: 1,
        failed: [{ name: 'a thing > in the rain > breaks', reason: 'wet' }],
        ms: 2500,
      }),
      file('lib/b.test.ts', { passed: 1, unsteady: [{ name: 'stumbles', reason: 'once' }], skipped: ['waits'] }),
      file('lib/c.test.ts', { failed: [{ name: '', reason: 'cannot be loaded' }] }),
    );
    expect(unitTests(text)).toEqual({
      passed: 2,
      failures: ['lib/a.test.ts › a thing > in the rain > breaks\n    wet', 'lib/c.test.ts\n    cannot be loaded'],
      unsteady: ['lib/b.test.ts › stumbles\n    once'],
      unfinished: [],
      skipped: ['lib/b.test.ts › waits'],
      durations: [
        { title: 'lib/a.test.ts', seconds: 2.5 },
        { title: 'lib/b.test.ts', seconds: 1 },
        { title: 'lib/c.test.ts', seconds: 1 },
      ],
    });
  });

  it('keeps what was reached when a step was stopped, and names the files that were not over', () => {
    const outcome = unitTests(
      log({ file: 'lib/a.test.ts', state: 'running' }, file('lib/a.test.ts', { passed: 3 }), {
        file: 'lib/b.test.ts',
        state: 'running',
      }),
    );
    expect(outcome).toMatchObject({ passed: 3, failures: [], unfinished: ['lib/b.test.ts'] });
    expect(addUp([{ title: 'Unit', ok: false, outcome }])).toMatchObject({
      passed: 3,
      failures: ['lib/b.test.ts\n    was not over when its step ended'],
    });
  });

  it('counts an error beside all tests as a failure', () => {
    const text = log({ file: '', state: 'failed', failed: [{ name: '', reason: 'Unhandled rejection' }] });
    expect(unitTests(text).failures).toEqual(['beside the tests\n    Unhandled rejection']);
  });

  it('says the first lines of what went wrong, without their colours', () => {
    const further = Array.from({ length: 20 }, (_, at) => `line ${at + 3}`);
    const reason = `\u001b[31mexpected 1\u001b[39m\n\nto be 2\n${further.join('\n')}`;
    const [failure] = unitTests(log(file('a.test.ts', { failed: [{ name: 'breaks', reason }] }))).failures;
    expect(failure.split('\n')).toEqual([
      'a.test.ts › breaks',
      ...['expected 1', 'to be 2', ...further.slice(0, 14)].map((line) => `    ${line}`),
    ]);
  });

  it('names each failed story, wherever it stands in its file, with its input device; one that needed a second try is named', () => {
    expect(stories(JSON.stringify(browser))).toEqual({
      passed: 2,
      failures: ['one.spec.ts › goes (keyboard)', 'one.spec.ts › at night › sleeps'],
      unsteady: ['one.spec.ts › comes (pointer)'],
      skipped: ['one.spec.ts › rests (pointer)'],
      durations: [
        { title: 'one.spec.ts › goes (pointer)', seconds: 2 },
        { title: 'one.spec.ts › goes (keyboard)', seconds: 0.5 },
        { title: 'one.spec.ts › comes (pointer)', seconds: 5 },
        { title: 'one.spec.ts › rests (pointer)', seconds: 0 },
        { title: 'one.spec.ts › at night › sleeps', seconds: 0 },
      ],
    });
  });

  it('says below a failed story what its page showed, where that was kept', () => {
    const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'outcome-'));
    const kept = path.join(folder, 'error-context.md');
    fs.writeFileSync(kept, '# Page snapshot\n\n```yaml\n- main:\n  - button "Deploy"\n```\n\n# Test source\n');
    const results = [{ error: { message: 'Timeout' }, attachments: [{ name: 'error-context', path: kept }] }];
    const story = { title: 'goes', tests: [{ status: 'unexpected', projectName: '', results }] };
    const report = JSON.stringify({ suites: [{ title: 'one.spec.ts', specs: [story] }] });
    expect(stories(report).failures.map((failure) => failure.split('\n'))).toEqual([
      ['one.spec.ts › goes', '    Timeout', '    The page showed:', '    - main:', '      - button "Deploy"'],
    ]);
    fs.rmSync(folder, { recursive: true });
    expect(stories(report).failures).toEqual(['one.spec.ts › goes\n    Timeout']);
  });

  it('counts what went wrong beside all stories as a failure', () => {
    const report = JSON.stringify({ suites: [], errors: [{ message: 'the server did not start' }] });
    expect(stories(report).failures).toEqual(['beside the stories\n    the server did not start']);
  });

  it('does not count a step on top of its failed tests', () => {
    const counts = addUp([
      { title: 'Lint', ok: true },
      { title: 'Unit', ok: false, outcome: { passed: 5, failures: ['a'], skipped: [] } },
      { title: 'Stories', ok: false, outcome: { passed: 2, failures: ['b', 'c'], skipped: ['d'] } },
    ]);
    expect(counts).toEqual({ passed: 7, failures: ['a', 'b', 'c'], unsteady: [], skipped: ['d'] });
  });

  it('counts a failed step without tests of its own as one, also where its tests all passed or left no report', () => {
    const counts = addUp([
      { title: 'Types', ok: false },
      { title: 'Unit', ok: false, outcome: { passed: 5, failures: [], skipped: [] } },
      { title: 'Stories', ok: false, outcome: null },
    ]);
    expect(counts).toEqual({ passed: 5, failures: ['Types', 'Unit', 'Stories'], unsteady: [], skipped: [] });
  });

  it('counts what is skipped as failed where that is required', () => {
    const steps = [{ title: 'Unit', ok: true, outcome: { passed: 5, failures: [], skipped: ['waits'] } }];
    expect(addUp(steps).failures).toEqual([]);
    expect(addUp(steps, { skipsFail: true }).failures).toEqual([
      'waits\n    was skipped, which is a failure here (CI is set)',
    ]);
  });

  it('ends with one line of counts, which names what was skipped', () => {
    expect(lastLine({ passed: 5, failures: [], skipped: [] })).toBe('5 passed, 0 failed, 0 skipped');
    expect(lastLine({ passed: 5, failures: ['a\n  why'], skipped: ['b', 'c'] })).toBe(
      '5 passed, 1 failed, 2 skipped (b, c)',
    );
  });

  it('says where the time went: each step in its order, then the ten slowest of its files', () => {
    const durations = Array.from({ length: 12 }, (_, at) => ({ title: `${at}.test.ts`, seconds: at }));
    const steps = [
      { title: 'Types', seconds: 21.04 },
      { title: 'Unit', seconds: 300, unit: 'files', outcome: { passed: 40, failures: ['x'], skipped: [], durations } },
    ];
    const table = timeTable(steps, 310);
    expect(table.split('\n')).toEqual([
      'Where the time went, in seconds:',
      '    21.0  Types',
      '   300.0  Unit: 40 passed, 1 failed',
      '   310.0  together',
      '',
      'Unit: the slowest of 12 files, which add up to 66 s',
      ...[11, 10, 9, 8, 7, 6, 5, 4, 3, 2].map((at) => `${at.toFixed(1).padStart(8)}  ${at}.test.ts`),
    ]);
  });

  it('puts outcomes together', () => {
    const one = { passed: 1, failures: ['a'], skipped: ['b'], durations: [{ title: 'c', seconds: 1 }] };
    expect(together([one, { ...one, unfinished: ['d'] }])).toEqual({
      passed: 2,
      failures: ['a', 'a'],
      unsteady: [],
      unfinished: ['d'],
      skipped: ['b', 'b'],
      durations: [...one.durations, ...one.durations],
    });
  });
});

describe('the steps of npm test', () => {
  it('may take less than 85 minutes, all of their limits together as they run', () => {
    const sumOf = (steps) => steps.reduce((sum, { limitMs }) => sum + limitMs, 0);
    const sideBySide = PARALLEL_GROUPS.map((group) => sumOf(STEPS.filter(({ part }) => group.includes(part))));
    const inTurn = sumOf(STEPS.filter(({ part }) => !PARALLEL_GROUPS.flat().includes(part)));
    expect(Math.max(...sideBySide) + inTurn).toBeLessThan(85 * 60_000);
  });

  it('run in one group at most', () => {
    const parts = PARALLEL_GROUPS.flat();
    expect(new Set(parts).size).toBe(parts.length);
    expect(parts.filter((part) => !PARTS.includes(part))).toEqual([]);
  });

  it('run programs that are there', () => {
    expect(STEPS.map(({ command }) => command[0]).filter((program) => !fs.existsSync(program))).toEqual([]);
  });
});
