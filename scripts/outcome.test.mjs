import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { addUp, filesToTryAgain, stories, unitTests } from './outcome.mjs';

const test = (title, status = 'passed', ancestorTitles = []) => ({ title, status, ancestorTitles });
const unit = {
  numPassedTests: 2,
  testResults: [
    {
      name: '/repo/lib/a.test.ts',
      status: 'failed',
      assertionResults: [test('holds'), test('breaks', 'failed', ['a thing', 'in the rain'])],
    },
    { name: '/repo/lib/b.test.ts', status: 'passed', assertionResults: [test('holds too'), test('waits', 'skipped')] },
    { name: '/repo/lib/c.test.ts', status: 'failed', message: 'cannot be loaded', assertionResults: [] },
  ],
};
const spec = (title, ...tests) => ({ title, tests: tests.map(([status, projectName]) => ({ status, projectName })) });
const browser = {
  stats: { expected: 3, flaky: 1, unexpected: 2, skipped: 0 },
  suites: [
    {
      title: 'one.spec.ts',
      specs: [spec('goes', ['expected', 'pointer'], ['unexpected', 'keyboard']), spec('comes', ['flaky', 'pointer'])],
      suites: [{ title: 'at night', specs: [spec('sleeps', ['unexpected', ''])] }],
    },
  ],
};

describe('the outcome of npm test', () => {
  it('names each failed unit test by file and sentence, and a file that did not get as far by itself', () => {
    expect(unitTests(unit, null, '/repo')).toEqual({
      passed: 2,
      failures: ['lib/a.test.ts › a thing › in the rain › breaks', 'lib/c.test.ts\n    cannot be loaded'],
      unsteady: [],
    });
  });

  it('counts what went well at the second try as passed, and names it with what it said at the first', () => {
    const again = {
      numPassedTests: 2,
      testResults: [{ ...unit.testResults[0], status: 'passed', assertionResults: [] }],
    };
    expect(unitTests(unit, again, '/repo')).toMatchObject({
      passed: 4,
      failures: [],
      unsteady: ['lib/a.test.ts › a thing › in the rain › breaks', 'lib/c.test.ts\n    cannot be loaded'],
    });
    const broken = unitTests(unit, unit, '/repo');
    expect([broken.failures.length, broken.unsteady]).toEqual([2, []]);
  });

  it('tries the files of a few failures once more, and nothing where much is broken', () => {
    expect(filesToTryAgain(unit)).toEqual(['/repo/lib/a.test.ts', '/repo/lib/c.test.ts']);
    const many = Array.from({ length: 6 }, (_, at) => ({
      name: `/repo/${at}.test.ts`,
      status: 'failed',
      assertionResults: [],
    }));
    expect(filesToTryAgain({ testResults: many })).toEqual([]);
  });

  it('says the first lines of what went wrong, without their colours', () => {
    const failed = {
      ...test('breaks', 'failed'),
      failureMessages: ['\u001b[31mexpected 1\u001b[39m\n\nto be 2\n3\n4\n5\n6\n7'],
    };
    const report = {
      numPassedTests: 0,
      testResults: [{ name: '/repo/a.test.ts', status: 'failed', assertionResults: [failed] }],
    };
    const [said] = unitTests(report, null, '/repo').failures;
    expect(said.split('\n')).toEqual([
      'a.test.ts › breaks',
      ...['expected 1', 'to be 2', '3', '4', '5', '6'].map((line) => `    ${line}`),
    ]);
  });

  it('names each failed story, wherever it stands in its file, with the way it was told, and each that went well at the second try', () => {
    expect(stories(browser)).toEqual({
      passed: 4,
      failures: ['one.spec.ts › goes (keyboard)', 'one.spec.ts › at night › sleeps'],
      unsteady: ['one.spec.ts › comes (pointer)'],
    });
  });

  it('says below a failed story what its page showed, where that was kept', () => {
    const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'outcome-'));
    const kept = path.join(folder, 'error-context.md');
    fs.writeFileSync(kept, '# Page snapshot\n\n```yaml\n- main:\n  - button "Deploy"\n```\n\n# Test source\n');
    const results = [
      { error: { message: 'Timeout' }, attachments: [{ name: 'error-context', path: kept }] },
      { error: undefined, attachments: [] },
    ];
    const story = { title: 'goes', tests: [{ status: 'flaky', projectName: '', results }] };
    const report = { stats: { expected: 0, flaky: 1 }, suites: [{ title: 'one.spec.ts', specs: [story] }] };
    expect(stories(report).unsteady.map((said) => said.split('\n'))).toEqual([
      ['one.spec.ts › goes', '    Timeout', '    The page showed:', '    - main:', '      - button "Deploy"'],
    ]);
    fs.rmSync(folder, { recursive: true });
    expect(stories(report).unsteady).toEqual(['one.spec.ts › goes\n    Timeout']);
  });

  it('does not count a step on top of its failed tests', () => {
    const outcome = addUp([
      { title: 'Lint', ok: true },
      { title: 'Unit', ok: false, tests: { passed: 5, failures: ['a'] } },
      { title: 'Stories', ok: false, tests: { passed: 2, failures: ['b', 'c'] } },
    ]);
    expect(outcome).toEqual({ passed: 7, failures: ['a', 'b', 'c'] });
  });

  it('counts a failed step without tests of its own as one, also where its tests all passed or left no report', () => {
    const outcome = addUp([
      { title: 'Types', ok: false },
      { title: 'Unit', ok: false, tests: { passed: 5, failures: [] } },
      { title: 'Stories', ok: false, tests: null },
    ]);
    expect(outcome).toEqual({ passed: 5, failures: ['Types', 'Unit', 'Stories'] });
  });
});
