// npm test: everything that must hold, from a bare clone: lint, types, unit and conformance tests, browser stories.
//   npm test -- static|units|conformance|windows|build|stories|nodes …   these parts alone
//   npm test -- units lib/model                                   what follows one part goes to its tool
// Ends with where the time went, the names of all that failed, and one line of counts.
import fs from 'node:fs';
import path from 'node:path';
import { ensureDependencies } from './dependencies.mjs';
import { addUp, lastLine, timeTable } from './outcome.mjs';
import { ensureChromium, ensureClient, giveUp, root, run, say } from './setup.mjs';
import { PARALLEL_GROUPS, PARTS, STEPS } from './steps.mjs';

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
const stepsOf = (group) => steps.filter(({ part }) => group.includes(part));
const sideBySide = PARALLEL_GROUPS.map(stepsOf).filter((group) => group.length > 0);
await Promise.all(sideBySide.map((group, at) => inTurn(group, at > 0)));
await inTurn(steps.filter((step) => !sideBySide.flat().includes(step)));
const inOrder = done.toSorted((one, other) => orderOf(one) - orderOf(other));

const counts = addUp(inOrder, { skipsFail: ['1', 'true'].includes(process.env.CI) });
say(`\n${timeTable(inOrder, secondsSince(begun))}`);
if (counts.unsteady.length > 0)
  say(`\nOnly at the second try:${counts.unsteady.map((name) => `\n  ${name}`).join('')}`);
if (counts.failures.length > 0) say(`\nFailed:${counts.failures.map((name) => `\n  ${name}`).join('')}`);
say(`\n${counts.failures.length === 0 ? 'All is well' : 'Not all is well'}, after ${secondsSince(begun).toFixed(0)} s`);
say(lastLine(counts));
process.exitCode = counts.failures.length === 0 ? 0 : 1;

/** Runs steps one after the other; `isBuffered`: each prints when it is over, since another group prints meanwhile. */
async function inTurn(group, isBuffered = false) {
  for (const step of group) {
    if (!step.needs || done.some(({ title, ok }) => title === step.needs && ok))
      done.push(await carryOut(step, isBuffered));
  }
}

/** Getting ready comes before all of them. */
function orderOf({ title }) {
  return STEPS.findIndex((step) => step.title === title);
}

/** Runs one step; `outcome` is what its tests have reported, null where they reported nothing. */
async function carryOut({ title, command, env, wholeEnv, limitMs, wholeLimitMs, report, unit }, isBuffered) {
  const from = performance.now();
  const buffer = isBuffered ? path.join(root, '.cache', 'step.log') : null;
  const output = buffer && fs.openSync(buffer, 'w');
  if (!buffer) say(`\n── ${title}`);
  const file = report && path.join(root, '.cache', report.file);
  // What an earlier run has reported is not of this one.
  if (file) fs.rmSync(file, { force: true });
  const stdio = output === null ? {} : { stdio: ['ignore', output, output] };
  const isWhole = further.includes('--all');
  const limit = isWhole ? (wholeLimitMs ?? limitMs) : limitMs;
  // A tool that has no such option is told by its environment.
  const words = wholeEnv ? further.filter((word) => word !== '--all') : further;
  const whole = isWhole ? { ...env, ...wholeEnv } : env;
  const code = await run(process.execPath, [...command, ...words], { env: whole, limit, ...stdio });
  if (output !== null) {
    fs.closeSync(output);
    say(`\n── ${title}\n${fs.readFileSync(buffer, 'utf8')}`);
  }
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
