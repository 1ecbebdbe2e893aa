import fs from 'node:fs';
import path from 'node:path';
import type { SoftwareConfig } from '@/lib/formats/execution-plan/plan';
import type { Json, JsonObject } from '@/lib/model/json';
import { asAccount } from './account';
import { QUIET_ARGUMENTS } from './powershell';
import { type ProcessStart, runProcess } from './processes';

/** Files of outputs are read behind this, as Heat's hooks have it. */
const OUTPUTS_VARIABLE = 'heat_outputs_path';
/** More of an output is not reported, in characters. */
const MAX_OUTPUT_CHARACTERS = 200_000;
/** Windows PowerShell takes what has none for text of the system's code page. */
const BYTE_ORDER_MARK = '\ufeff';
/** What a shell says of a command that it does not find. */
const NOT_FOUND = 127;

type Start = Omit<ProcessStart, 'program' | 'args' | 'input' | 'shell'>;

/**
 * Has a tool carry out a config of software, as Heat's hooks do: inputs are in its environment, an output is what stands in
 * the file that `heat_outputs_path` and its name make.
 *
 * @param powerShell null: there is none
 * @returns what is reported: how it ended, what it printed, and its outputs
 */
export async function runSoftware(
  config: SoftwareConfig,
  start: Start,
  powerShell: string | null,
): Promise<JsonObject> {
  const command = asAccount(start.account, () => commandOf(config, start.folder, powerShell));
  if ('missing' in command) {
    start.onLine('stderr', command.missing);
    return { deploy_stdout: '', deploy_stderr: command.missing, deploy_status_code: NOT_FOUND };
  }
  const outputsPath = path.join(start.folder, 'output');
  const environment = { ...start.environment, ...variables(config.inputs), [OUTPUTS_VARIABLE]: outputsPath };
  const { exitCode, stdout, stderr } = await runProcess({ ...start, ...command, environment });
  const outputs = config.outputs.flatMap((name) => {
    const value = asAccount(start.account, () => readOutput(`${outputsPath}.${name}`));
    return value === null ? [] : [[name, value]];
  });
  return {
    deploy_stdout: stdout,
    deploy_stderr: stderr,
    deploy_status_code: exitCode,
    ...Object.fromEntries(outputs),
  };
}

/** What runs a config; or the words where there is nothing that does. */
function commandOf(
  { tool, text }: SoftwareConfig,
  folder: string,
  powerShell: string | null,
): Pick<ProcessStart, 'program' | 'args'> | { missing: string } {
  const isWindows = process.platform === 'win32';
  if (tool === 'script') {
    const file = write(
      folder,
      isWindows ? 'config.cmd' : 'config',
      isWindows ? text.replaceAll(/\r?\n/g, '\r\n') : text,
    );
    if (isWindows) return { program: 'cmd.exe', args: ['/d', '/c', file] };
    // The system starts only what says by which program.
    return text.startsWith('#!') ? { program: file, args: [] } : { program: '/bin/sh', args: [file] };
  }
  if (tool === 'powershell' && powerShell !== null) {
    const file = write(folder, 'config.ps1', `${BYTE_ORDER_MARK}${text}`);
    return { program: powerShell, args: [...QUIET_ARGUMENTS, '-File', file] };
  }
  return { missing: `This machine has no tool called ${tool}.` };
}

function write(folder: string, name: string, text: string): string {
  const file = path.join(folder, name);
  fs.writeFileSync(file, text, { mode: 0o700 });
  return file;
}

/** Inputs as variables of an environment, which are texts. */
function variables(inputs: JsonObject): Record<string, string> {
  return Object.fromEntries(
    Object.entries(inputs)
      .filter(([name]) => /^[^=\0]+$/.test(name))
      .map(([name, value]) => [name, textOf(value).replaceAll('\0', '')]),
  );
}

/** @returns null for one that was not written */
function readOutput(file: string): string | null {
  try {
    // What prints a line ends it: that is not meant.
    return fs
      .readFileSync(file, 'utf8')
      .slice(0, MAX_OUTPUT_CHARACTERS)
      .replace(/\r?\n$/, '');
  } catch {
    return null;
  }
}

function textOf(value: Json): string {
  if (value === null) return '';
  return typeof value === 'string' ? value : JSON.stringify(value);
}
