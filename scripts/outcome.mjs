// What the steps of `npm test` came to: how many tests passed, what failed and what was skipped, by name, and where the
// time went. Each reader takes a report and returns an Outcome.
import fs from 'node:fs';
import { stripVTControlCharacters } from 'node:util';

const REASON_LINES = 16;
/** of what a page showed when its story failed: its menus come first, so that much is needed */
const PAGE_LINES = 80;
/** So many files and stories are named in the table of where the time went. */
const SLOWEST = 10;

/**
 * @typedef {{title: string, seconds: number}} Duration of a file of tests, a story, a suite
 * @typedef {{passed: number, failures: string[], unsteady?: string[], unfinished?: string[], skipped: string[], durations: Duration[]}} Outcome
 *   failures: by name, each with its reason; unsteady: passed at the second try only, likewise; unfinished: what had begun
 *   when its step ended
 */

/**
 * Reads what `scripts/vitest-log.mjs` has written.
 *
 * @param {string} text lines of JSON
 * @param {{ prefix?: string }} options prefix: stands before each name
 * @returns {Outcome}
 */
export function unitTests(text, { prefix = '' } = {}) {
  const lines = text
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line));
  const ended = lines.filter(({ state }) => state !== 'running');
  const isOver = new Set(ended.map(({ file }) => file));
  const named = (file, name) => `${prefix}${[file || 'beside the tests', name].filter(Boolean).join(' › ')}`;
  const reasons = (of) =>
    ended.flatMap((line) => (of(line) ?? []).map(({ name, reason }) => withReason(named(line.file, name), reason)));
  return {
    passed: ended.reduce((sum, { passed = 0 }) => sum + passed, 0),
    failures: reasons(({ failed }) => failed),
    unsteady: reasons(({ unsteady }) => unsteady),
    unfinished: lines.filter(({ file }) => !isOver.has(file)).map(({ file }) => `${prefix}${file}`),
    skipped: ended.flatMap(({ file, skipped = [] }) => skipped.map((name) => named(file, name))),
    durations: ended.filter(({ file }) => file).map(({ file, ms }) => ({ title: file, seconds: ms / 1000 })),
  };
}

/**
 * Reads Playwright's JSON report.
 *
 * @param {string} text
 * @param {{ prefix?: string }} options as of unit tests
 * @returns {Outcome}
 */
export function stories(text, { prefix = '' } = {}) {
  const { suites, errors = [] } = JSON.parse(text);
  const all = suites.flatMap((suite) => storiesOf(suite, prefix));
  const of = (...statuses) => all.filter(({ status }) => statuses.includes(status));
  return {
    passed: of('expected', 'flaky').length,
    failures: [
      ...of('unexpected').map(({ name, failed }) => withReason(name, failed?.error.message, pageOf(failed))),
      ...errors.map(({ message }) => withReason(`${prefix}beside the stories`, message)),
    ],
    unsteady: of('flaky').map(({ name, failed }) => withReason(name, failed?.error.message)),
    skipped: of('skipped').map(({ name }) => name),
    durations: all.map(({ name, seconds }) => ({ title: name, seconds })),
  };
}

function storiesOf(suite, above) {
  const name = `${above}${suite.title} › `;
  const own = suite.specs.flatMap(({ title, tests }) =>
    tests.map(({ status, projectName, results = [] }) => ({
      name: `${name}${title}${projectName ? ` (${projectName})` : ''}`,
      status,
      failed: results.find(({ error }) => error),
      seconds: results.reduce((sum, { duration = 0 }) => sum + duration, 0) / 1000,
    })),
  );
  return [...own, ...(suite.suites ?? []).flatMap((inner) => storiesOf(inner, name))];
}

/** What the page of a failed try showed, as Playwright keeps it beside the try; nothing where it kept nothing. */
function pageOf(result) {
  const kept = result?.attachments?.find(({ name }) => name === 'error-context')?.path;
  if (!kept || !fs.existsSync(kept)) return undefined;
  return /# Page snapshot\s*```yaml\n([\s\S]*?)```/.exec(fs.readFileSync(kept, 'utf8'))?.[1];
}

/**
 * Reads what `scripts/recorded-conformance.mjs`, `scripts/windows-scripts.mjs` and `scripts/newer-nodes.mjs` have written: an outcome as it is.
 *
 * @param {string} text
 * @returns {Outcome}
 */
export function written(text) {
  return JSON.parse(text);
}

/** A name, and below it the first lines of what went wrong: whoever has the end of the output alone needs them. */
function withReason(name, reason, page) {
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
 * Puts outcomes together.
 *
 * @param {Outcome[]} outcomes
 * @returns {Outcome}
 */
export function together(outcomes) {
  return {
    passed: outcomes.reduce((sum, { passed }) => sum + passed, 0),
    failures: outcomes.flatMap(({ failures }) => failures),
    unsteady: outcomes.flatMap(({ unsteady = [] }) => unsteady),
    unfinished: outcomes.flatMap(({ unfinished = [] }) => unfinished),
    skipped: outcomes.flatMap(({ skipped }) => skipped),
    durations: outcomes.flatMap(({ durations }) => durations),
  };
}

/**
 * Adds steps up. A failed step whose tests name what failed counts by them alone; one that has no tests, or broke down
 * beside them, counts as one failure under its own name.
 *
 * @param {{ title: string, ok: boolean, outcome?: Outcome | null }[]} steps
 * @param {{ skipsFail?: boolean }} options skipsFail: what is skipped has failed, as in continuous integration
 * @returns {{ passed: number, failures: string[], unsteady: string[], skipped: string[] }}
 */
export function addUp(steps, { skipsFail = false } = {}) {
  const skipped = steps.flatMap(({ outcome }) => outcome?.skipped ?? []);
  return {
    passed: steps.reduce((sum, { outcome }) => sum + (outcome?.passed ?? 0), 0),
    failures: [
      ...steps.flatMap(({ title, ok, outcome }) => {
        const unfinished = outcome?.unfinished?.map((name) => `${name}\n    was not over when its step ended`) ?? [];
        const failures = [...(outcome?.failures ?? []), ...unfinished];
        return ok || failures.length > 0 ? failures : [title];
      }),
      ...(skipsFail ? skipped.map((name) => `${name}\n    was skipped, which is a failure here (CI is set)`) : []),
    ],
    unsteady: steps.flatMap(({ outcome }) => outcome?.unsteady ?? []),
    skipped,
  };
}

/** The last line of `npm test`. */
export function lastLine({ passed, failures, skipped }) {
  const names = skipped.length > 0 ? ` (${skipped.join(', ')})` : '';
  return `${passed} passed, ${failures.length} failed, ${skipped.length} skipped${names}`;
}

/**
 * The table of where the time went: the steps in their order, then the slowest of each step that has many parts.
 *
 * @param {{ title: string, seconds: number, unit?: string, outcome?: Outcome | null }[]} steps unit: what its durations
 *   are of
 * @param {number} total seconds of all together, which is less than their sum where some ran side by side
 */
export function timeTable(steps, total) {
  return [
    'Where the time went, in seconds:',
    ...steps.map(({ title, seconds, outcome }) => row(seconds, outcome ? `${title}: ${countsOf(outcome)}` : title)),
    row(total, 'together'),
    ...steps
      .filter(({ unit, outcome }) => unit && outcome && outcome.durations.length > 1)
      .flatMap(({ title, unit, outcome: { durations } }) => [
        '',
        `${title}: the slowest of ${durations.length} ${unit}, which add up to ${sumOf(durations).toFixed(0)} s`,
        ...slowest(durations).map((one) => row(one.seconds, one.title)),
      ]),
  ].join('\n');
}

function countsOf({ passed, failures, skipped }) {
  const others = [
    [failures.length, 'failed'],
    [skipped.length, 'skipped'],
  ].filter(([count]) => count > 0);
  return [[passed, 'passed'], ...others].map(([count, what]) => `${count} ${what}`).join(', ');
}

function slowest(durations) {
  return durations.toSorted((one, other) => other.seconds - one.seconds).slice(0, SLOWEST);
}

function sumOf(durations) {
  return durations.reduce((sum, { seconds }) => sum + seconds, 0);
}

function row(seconds, text) {
  return `${seconds.toFixed(1).padStart(8)}  ${text}`;
}
