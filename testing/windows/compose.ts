// Plans as the agent carries them out, and PowerShell with the world in it: for the cases (main.ts) and for stories.
import { type ChildProcessByStdio, spawn } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import type { Readable, Writable } from 'node:stream';
import { sessionTexts } from '@/agent/powershell';
import type { ExecutionPlan } from '@/lib/formats/execution-plan/plan';
import { cmdlets, standIns } from './reference/stand-ins';

/** What the lines of a command's result begin with. */
const MARK = 'vetro-result-test:';

/** A plan as a driver of the world takes it: a text of PowerShell for each of its commands. */
export interface ComposedPlan {
  commands: { name: string; text: string }[];
  reboot: number;
}

/** What the agent would carry out of a plan, as texts for a process that holds the world. */
export function composed(plan: ExecutionPlan): ComposedPlan {
  const commands = plan.Commands.map((command) => ({
    name: command.Name,
    text: textOf(sessionTexts(plan, command, MARK)),
  }));
  return { commands, reboot: plan.RebootOnCompletion };
}

/** The session of the agent in this process: its texts come with it, and its lines go to a stream of the driver. */
function textOf([session = '', ...others]: string[]): string {
  const output = '[Console]::OpenStandardOutput()';
  if (session.split(output).length !== 2) throw new Error('The session does not open its output as it did.');
  const texts = [session.replace(output, '$global:SessionOutput'), ...others].map(
    (text) => `[Text.Encoding]::UTF8.GetString([Convert]::FromBase64String('${Buffer.from(text).toString('base64')}'))`,
  );
  return `$vetroTexts = @(${texts.join(', ')})\n. ([ScriptBlock]::Create($vetroTexts[0]))`;
}

/** Paths of what a world needs: see scripts/powershell.mjs. */
export interface WorldTools {
  powerShell: string;
  /** Microsoft's parser of T-SQL, a library of .NET */
  parser: string;
}

/** Starts PowerShell with a script of this folder. @param tools what the environment names when left out */
export function startPowerShell(
  script: string,
  args: readonly string[],
  tools: WorldTools = { powerShell: process.env.VETRO_PWSH ?? 'pwsh', parser: process.env.VETRO_TRANSACT_SQL ?? '' },
): ChildProcessByStdio<Writable, Readable, null> {
  const file = path.join(import.meta.dirname, script);
  const env = {
    ...process.env,
    VETRO_TRANSACT_SQL: tools.parser,
    DOTNET_TieredPGO: '0',
    POWERSHELL_TELEMETRY_OPTOUT: '1',
    POWERSHELL_UPDATECHECK: 'Off',
  };
  return spawn(tools.powerShell, ['-NoProfile', '-NonInteractive', '-File', file, ...args], {
    stdio: ['pipe', 'pipe', 'inherit'],
    env,
  });
}

/** The functions that stand in for the cmdlets which the scripts of a catalog call, as PowerShell. */
export function standInText(catalog: string): string {
  const called = calledCmdlets(catalog);
  return `${standIns(called)}\n${exported(called)}\n`;
}

/** Cmdlets that the scripts call and that Windows alone has, and those that the world has a behaviour for. */
function calledCmdlets(catalog: string): string[] {
  const behaviours = filesOf(path.join(import.meta.dirname, 'behaviours'), '.ps1').map((file) =>
    fs.readFileSync(file, 'utf8'),
  );
  const known = behaviours.flatMap((text) =>
    [...text.matchAll(/^Add-Behaviour '([\w-]+)'/gm)].map(([, name]) => name!),
  );
  const texts = filesOf(catalog, '.ps1').map((file) => fs.readFileSync(file, 'utf8'));
  const called = texts.flatMap((text) => text.match(/\b[A-Z][a-z]+-[A-Z]\w+/g) ?? []);
  const written = new Set(
    behaviours.flatMap((text) => [...text.matchAll(/^function ([\w-]+)/gm)].map(([, name]) => name)),
  );
  const isOfWindows = new Set(cmdlets().flatMap(({ name, isOwn }) => (isOwn ? [] : [name])));
  return [...new Set([...known, ...called.filter((name) => isOfWindows.has(name))])].filter(
    (name) => !written.has(name),
  );
}

/** Scripts see the cmdlets of the world, and none of its own functions. */
function exported(called: readonly string[]): string {
  const texts = filesOf(path.join(import.meta.dirname, 'behaviours'), '.ps1').map((file) =>
    fs.readFileSync(file, 'utf8'),
  );
  const written = new Set(texts.flatMap((text) => text.match(/\b[A-Z][a-z]+-[A-Z]\w+/g) ?? []));
  const names = cmdlets()
    .filter(({ name }) => written.has(name))
    .map(({ name }) => name);
  // of modules that come with a program, which the reference does not have
  const others = texts.flatMap((text) => [...text.matchAll(/Invoke-StandIn '([\w-]+)'/g)].map(([, name]) => name!));
  const all = new Set([...names, ...others, ...called]);
  return `Export-ModuleMember -Function ${[...all].map((name) => `'${name}'`).join(', ')}`;
}

/** The files of a folder, and of those in it, whose names end so. */
export function filesOf(folder: string, ending: string): string[] {
  const all = fs.readdirSync(folder, { recursive: true, encoding: 'utf8' });
  return all.filter((file) => file.endsWith(ending)).map((file) => path.join(folder, file));
}
