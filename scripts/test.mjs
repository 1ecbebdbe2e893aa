// npm test: everything that must hold, from a bare clone: lint, types, unit and conformance tests, browser stories.
//   npm test -- static|units|conformance|build|stories|nodes …   these parts alone
//   npm test -- units lib/model                                   what follows one part goes to its tool
// Ends with where the time went, the names of all that failed, and one line of counts.
import fs from 'node:fs';
import path from 'node:path';
import { ensureDependencies } from './dependencies.mjs';
import { addUp, lastLine, timeTable } from './outcome.mjs';
import { ensureChromium, ensureClient, giveUp, root, run, say } from './setup.mjs';
import { PARTS, STEPS } from './steps.mjs';

const given = process.argv.slice(2);
const partCount = given.findIndex((word) => !PARTS.includes(word));
const parts = partCount < 0 ? given : given.slice(0, partCount);
const further = partCount < 0 ? [] : given.slice(partCount);
const steps = STEPS.filter(({ part }) => parts.length === 0 || parts.includes(part));
if (further.length > 0 && !(parts.length === 1 && steps[0].takesArguments))
  giveUp(`"${further[0]}" is not a part of the tests. There are: ${PARTS.join(', ')}.`);

const begun = performance.now();
const done = [];
await ensureDependencies();
await ensureClient();
if (steps.some(({ part }) => part === 'stories' || part === 'nodes'))
  process.env.VETRO_CHROMIUM = await ensureChromium();
done.push({ title: 'Getting ready', ok: true, seconds: secondsSince(begun) });
for (const step of steps) {
  if (!step.needs || done.some(({ title, ok }) => title === step.needs && ok)) done.push(await carryOut(step));
}

const counts = addUp(done, { skipsFail: ['1', 'true'].includes(process.env.CI) });
say(`\n${timeTable(done)}`);
if (counts.unsteady.length > 0)
  say(`\nOnly at the second try:${counts.unsteady.map((name) => `\n  ${name}`).join('')}`);
if (counts.failures.length > 0) say(`\nFailed:${counts.failures.map((name) => `\n  ${name}`).join('')}`);
say(`\n${counts.failures.length === 0 ? 'All is well' : 'Not all is well'}, after ${secondsSince(begun).toFixed(0)} s`);
say(lastLine(counts));
process.exitCode = counts.failures.length === 0 ? 0 : 1;

/** Runs one step; `outcome` is what its tests have reported, null where they reported nothing. */
async function carryOut({ title, command, env, limitMs, report, unit }) {
  const from = performance.now();
  say(`\n── ${title}`);
  const file = report && path.join(root, '.cache', report.file);
  // What an earlier run has reported is not of this one.
  if (file) fs.rmSync(file, { force: true });
  const code = await run(process.execPath, [...command, ...further], { env, limit: limitMs });
  const outcome = report && readReport(file, report.read);
  // Tests that report nothing have proved nothing.
  const ok = code === 0 && outcome !== null;
  const seconds = secondsSince(from);
  say(`── ${title}: ${ok ? 'ok' : 'FAILED'} (${seconds.toFixed(1)} s)`);
  return { title, ok, seconds, unit, outcome };
}

function readReport(file, read) {
  try {
    return read(fs.readFileSync(file, 'utf8'));
  } catch {
    return null;
  }
}

function secondsSince(moment) {
  return (performance.now() - moment) / 1000;
}
