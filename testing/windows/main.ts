// npm test -- windows: the scripts that the packages bring for Windows, carried out by real PowerShell in a world that stands
// in for the machines. README.md of this folder tells how.
//   --all            every place to kill and to fail, not a sample of them
//   --seed N         another sample
//   --catalog DIR    scripts and plans of this folder in place of the product's: an older state of it
//   --columns A,B    these columns alone
//   WORD             cases whose plan or name has this in it
import fs from 'node:fs';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { fillTemplate } from '@/lib/conductor/xml';
import { buildPlan } from '@/lib/formats/execution-plan/build';
import type { JsonObject } from '@/lib/model/json';
import { type ComposedPlan, composed, filesOf, standInText, startPowerShell } from './compose';
import { outcomeOf, type Tried, tableOf } from './report';

interface PlanRequest {
  plan: string;
  arguments: JsonObject;
}

interface Composed extends ComposedPlan {
  /** the catalog does not have this plan, as an older one may not */
  isMissing?: boolean;
  /** why the product cannot make this plan of these arguments */
  problem?: string;
}

const root = path.resolve(import.meta.dirname, '..', '..');
const work = path.join(root, '.cache', 'windows-scripts');
/** Each has every second case. */
const PROCESSES = 2;

const { options, words } = read(process.argv.slice(2));
const seed = options.seed ?? '1';
const catalog = path.resolve(root, options.catalog ?? 'catalog');

const functions = standInText(catalog);
removeLeftovers();
const parts = await Promise.all(Array.from({ length: PROCESSES }, (_, part) => runDriver(part)));
const tried = parts.flatMap(({ tried: own }) => own).sort((one, other) => one.number - other.number);
tell(tried);
const isComplete = parts.every(({ code }) => code === 0) && tried.length > 0;
process.exitCode = isComplete && tried.every(({ reason }) => reason === '') ? 0 : 1;

function tell(all: Tried[]): void {
  const outcome = outcomeOf(all);
  process.stdout.write(`${tableOf(all)}\n`);
  for (const failure of outcome.failures) process.stdout.write(`\n${failure}\n`);
  const extent = options.all
    ? 'all places to kill and to fail'
    : `a sample of the places to kill and to fail, seed ${seed}`;
  process.stdout.write(`\n${outcome.passed} passed, ${outcome.failures.length} failed: ${extent}\n`);
  fs.writeFileSync(path.join(root, '.cache', 'windows-scripts.json'), JSON.stringify(outcome));
}

function read(given: string[]): { options: Record<string, string>; words: string[] } {
  const found: Record<string, string> = {};
  const others: string[] = [];
  for (let at = 0; at < given.length; at++) {
    const word = given[at]!;
    if (word === '--all') found.all = 'yes';
    else if (word.startsWith('--')) found[word.slice(2)] = given[++at] ?? '';
    else others.push(word);
  }
  return { options: found, words: others };
}

/** What the product sends for each case: its plan with its arguments filled in, one text for each command. */
function compose(cases: PlanRequest[]): Composed[] {
  const scripts = Object.fromEntries(
    filesOf(catalog, '.ps1').map((file) => [path.basename(file), fs.readFileSync(file, 'utf8')]),
  );
  return cases.map((request) => {
    if (options.catalog && !fs.existsSync(fileOf(request.plan))) return { commands: [], reboot: 0, isMissing: true };
    try {
      return composeOne(request, scripts);
    } catch (error) {
      return { commands: [], reboot: 0, problem: error instanceof Error ? error.message : String(error) };
    }
  });
}

function composeOne({ plan: name, arguments: given }: PlanRequest, scripts: Record<string, string>): Composed {
  const template = JSON.parse(fs.readFileSync(fileOf(name), 'utf8')) as JsonObject;
  const plan = buildPlan(fillTemplate(template, given, { missingKey: 'error' }), (file) => scripts[file]);
  return composed(plan);
}

/** Of a plan, `PACKAGE/PLAN`. */
function fileOf(plan: string): string {
  const [owner, short] = plan.split('/');
  return path.join(catalog, `io.vetro.windows.${owner}`, 'Resources', 'plans', `${short}.json`);
}

/** Runs the cases of one part, in a folder of its own. */
async function runDriver(part: number): Promise<{ code: number; tried: Tried[] }> {
  const folder = path.join(work, `run-${process.pid}-${part}`);
  const outcomes = path.join(folder, 'outcome.jsonl');
  fs.mkdirSync(path.join(folder, 'disks'), { recursive: true });
  fs.writeFileSync(path.join(folder, 'stand-ins.ps1'), functions);
  const args = ['-Work', folder, '-Catalog', catalog];
  args.push('-Seed', seed, '-Only', words.join(' '), '-OnlyColumns', options.columns ?? '');
  args.push('-Part', String(part), '-Processes', String(PROCESSES));
  if (options.all) args.push('-All');
  const child = startPowerShell('driver.ps1', args);
  const ended = new Promise<number>((resolve) => child.once('exit', (code) => resolve(code ?? 1)));
  for await (const line of createInterface({ input: child.stdout })) {
    if (line !== 'READY') {
      process.stdout.write(`${line}\n`);
      continue;
    }
    const requests = JSON.parse(fs.readFileSync(path.join(folder, 'cases.json'), 'utf8')) as PlanRequest[];
    fs.writeFileSync(path.join(folder, 'plans.json'), JSON.stringify(compose(requests)));
    child.stdin.end('go\n');
  }
  const code = await ended;
  const lines = fs.existsSync(outcomes) ? fs.readFileSync(outcomes, 'utf8').split('\n').filter(Boolean) : [];
  fs.rmSync(folder, { recursive: true, force: true });
  return { code, tried: lines.map((line) => JSON.parse(line) as Tried) };
}

/** Folders of runs that were ended before they could remove them. */
function removeLeftovers(): void {
  fs.mkdirSync(work, { recursive: true });
  for (const name of fs.readdirSync(work)) {
    const [, pid] = /^run-(\d+)-\d+$/.exec(name) ?? [];
    if (pid && !isRunning(Number(pid))) fs.rmSync(path.join(work, name), { recursive: true, force: true });
  }
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}
