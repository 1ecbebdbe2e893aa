// What the steps of `npm test` came to: how many tests passed, and what failed, by name.
import path from 'node:path';

/**
 * Reads vitest's JSON report.
 *
 * @param {string} root the checkout: files are named from there
 * @returns {{ passed: number, failures: string[] }}
 */
export function unitTests(report, root) {
  const failures = report.testResults.flatMap(({ name, status, assertionResults }) => {
    const file = path.relative(root, name).split(path.sep).join('/');
    const failed = assertionResults.filter((test) => test.status === 'failed');
    // A file that could not be loaded, or whose set-up failed, has no test to blame.
    if (failed.length === 0) return status === 'failed' ? [file] : [];
    return failed.map((test) => [file, ...test.ancestorTitles, test.title].join(' › '));
  });
  return { passed: report.numPassedTests, failures };
}

/**
 * Reads Playwright's JSON report.
 *
 * @returns {{ passed: number, failures: string[], unsteady: string[] }} unsteady: what went well at the second try only;
 *   it counts as passed
 */
export function stories(report) {
  return {
    passed: report.stats.expected + report.stats.flaky,
    failures: report.suites.flatMap((suite) => namesIn(suite, 'unexpected', [])),
    unsteady: report.suites.flatMap((suite) => namesIn(suite, 'flaky', [])),
  };
}

function namesIn(suite, wanted, above) {
  const names = [...above, suite.title];
  const own = suite.specs.flatMap(({ title, tests }) =>
    tests
      .filter(({ status }) => status === wanted)
      .map(({ projectName }) => `${[...names, title].join(' › ')}${projectName ? ` (${projectName})` : ''}`),
  );
  return [...own, ...(suite.suites ?? []).flatMap((inner) => namesIn(inner, wanted, names))];
}

/**
 * Adds steps up. A failed step whose tests tell what failed is told by them alone; one that has no tests, or broke
 * down beside them, counts as one failure under its own name.
 *
 * @param {{ title: string, ok: boolean, tests?: { passed: number, failures: string[] } | null }[]} steps
 * @returns {{ passed: number, failures: string[] }}
 */
export function addUp(steps) {
  return {
    passed: steps.reduce((sum, { tests }) => sum + (tests?.passed ?? 0), 0),
    failures: steps.flatMap(({ title, ok, tests }) => {
      const failures = tests?.failures ?? [];
      return ok || failures.length > 0 ? failures : [title];
    }),
  };
}
