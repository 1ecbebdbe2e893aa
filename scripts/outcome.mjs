// What the steps of `npm test` came to: how many tests passed, and what failed, by name.
import fs from 'node:fs';
import path from 'node:path';
import { stripVTControlCharacters } from 'node:util';

/** More than so many files that fail are no accident of a busy machine: nothing is tried again then. */
const MOST_TRIED_AGAIN = 5;
const REASON_LINES = 6;
/** of what a page showed when its story failed: its menus come first, so that much is needed */
const PAGE_LINES = 80;

/**
 * Reads vitest's JSON reports.
 *
 * @param {object} report of all files
 * @param {object | null} again of the files that failed, when they were tried once more
 * @param {string} root the checkout: files are named from there
 * @returns {{ passed: number, failures: string[], unsteady: string[] }} failures: by name, each with what it says;
 *   unsteady: what went well at the second try only; it counts as passed
 */
export function unitTests(report, again, root) {
  const first = failedTests(report, root);
  const failed = again ? failedTests(again, root) : first;
  const names = new Set(failed.map(({ name }) => name));
  const unsteady = first.filter(({ name }) => !names.has(name));
  return {
    passed: report.numPassedTests + unsteady.length,
    failures: failed.map(withReason),
    unsteady: unsteady.map(withReason),
  };
}

/** The files of a report to be tried once more, as paths; none where too many failed. */
export function filesToTryAgain(report) {
  const files = report.testResults.filter(({ status }) => status === 'failed').map(({ name }) => name);
  return files.length > MOST_TRIED_AGAIN ? [] : files;
}

function failedTests(report, root) {
  return report.testResults.flatMap(({ name, status, message, assertionResults }) => {
    const file = path.relative(root, name).split(path.sep).join('/');
    const failed = assertionResults.filter((test) => test.status === 'failed');
    // A file that could not be loaded, or whose set-up failed, has no test to blame.
    if (failed.length === 0) return status === 'failed' ? [{ name: file, reason: message }] : [];
    return failed.map((test) => ({
      name: [file, ...test.ancestorTitles, test.title].join(' › '),
      reason: test.failureMessages?.[0],
    }));
  });
}

/**
 * Reads Playwright's JSON report.
 *
 * @returns {{ passed: number, failures: string[], unsteady: string[] }} as of unit tests
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
      .map(({ projectName, results }) =>
        withReason({
          name: `${[...names, title].join(' › ')}${projectName ? ` (${projectName})` : ''}`,
          reason: results?.find(({ error }) => error)?.error.message,
          page: pageOf(results?.find(({ error }) => error)),
        }),
      ),
  );
  return [...own, ...(suite.suites ?? []).flatMap((inner) => namesIn(inner, wanted, names))];
}

/** What the page of a failed try showed, as Playwright keeps it beside the try; nothing where it kept nothing. */
function pageOf(result) {
  const kept = result?.attachments?.find(({ name }) => name === 'error-context')?.path;
  if (!kept || !fs.existsSync(kept)) return undefined;
  return /# Page snapshot\s*```yaml\n([\s\S]*?)```/.exec(fs.readFileSync(kept, 'utf8'))?.[1];
}

/** A name, and below it the first lines of what went wrong: whoever has the end of the output alone needs them. */
function withReason({ name, reason, page }) {
  const shown = firstLines(page, PAGE_LINES);
  return [name, ...firstLines(reason, REASON_LINES), ...(shown.length > 0 ? ['The page showed:', ...shown] : [])].join(
    '\n    ',
  );
}

function firstLines(text, most) {
  return stripVTControlCharacters(text ?? '')
    .split('\n')
    .filter((line) => line.trim() !== '')
    .slice(0, most);
}

/**
 * Adds steps up. A failed step whose tests tell what failed is withReason by them alone; one that has no tests, or broke
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
