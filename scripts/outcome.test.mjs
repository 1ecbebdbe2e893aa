import { describe, expect, it } from 'vitest';
import { addUp, stories, unitTests } from './outcome.mjs';

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
    { name: '/repo/lib/c.test.ts', status: 'failed', assertionResults: [] },
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
    expect(unitTests(unit, '/repo')).toEqual({
      passed: 2,
      failures: ['lib/a.test.ts › a thing › in the rain › breaks', 'lib/c.test.ts'],
    });
  });

  it('names each failed story, wherever it stands in its file, with the way it was told, and each that went well at the second try', () => {
    expect(stories(browser)).toEqual({
      passed: 4,
      failures: ['one.spec.ts › goes (keyboard)', 'one.spec.ts › at night › sleeps'],
      unsteady: ['one.spec.ts › comes (pointer)'],
    });
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
