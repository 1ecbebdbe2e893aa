import fs from 'node:fs';
import path from 'node:path';
import type { PlanCommand, Program } from '@/lib/formats/execution-plan/plan';
import { shortWords } from '@/lib/formats/execution-plan/result';
import type { Json, JsonObject } from '@/lib/model/json';
import { type Account, asAccount } from './account';
import { QUIET_ARGUMENTS } from './powershell';
import { type ProcessStart, runProcess } from './processes';

/** A file that has not come by then does not come, in milliseconds. */
const FETCH_MS = 10 * 60_000;
/** Says of a file that it is in UTF-8. */
const BYTE_ORDER_MARK = Buffer.from([0xef, 0xbb, 0xbf]);

/**
 * Writes the files of a program below a folder that only one user reads.
 *
 * @param account that user; null: the agent's own
 * @throws Error for a name that leads out of the folder, or a file that cannot be fetched
 */
export async function writeFiles(program: Program, folder: string, account: Account | null): Promise<void> {
  for (const file of Object.values(program.Files)) {
    const place = path.resolve(folder, file.Name);
    if (!place.startsWith(`${path.resolve(folder)}${path.sep}`))
      throw new Error(`${file.Name} leads out of its folder.`);
    const content = await contentOf(file);
    asAccount(account, () => {
      fs.mkdirSync(path.dirname(place), { recursive: true, mode: 0o700 });
      fs.writeFileSync(place, content, { mode: 0o700 });
    });
  }
}

async function contentOf(file: Program['Files'][string]): Promise<Buffer> {
  if ('Body' in file) {
    const content = Buffer.from(file.Body, file.BodyType === 'Base64' ? 'base64' : 'utf8');
    // Windows PowerShell takes what has no byte order mark for text of the system's code page.
    const isMarked = content.subarray(0, BYTE_ORDER_MARK.length).equals(BYTE_ORDER_MARK);
    const needsMark = file.BodyType === 'Text' && isPowerShell(file.Name) && !isMarked;
    return needsMark ? Buffer.concat([BYTE_ORDER_MARK, content]) : content;
  }
  const response = await fetch(file.URL, { signal: AbortSignal.timeout(FETCH_MS) });
  if (!response.ok) throw new Error(`${file.URL} answered ${response.status}.`);
  return Buffer.from(await response.arrayBuffer());
}

/**
 * Carries out one script of a program, as the agent of Murano does: its file with the text that the body gives it, by the
 * shell, in the folder of the plan's files.
 *
 * @param powerShell carries out a file that is one of its scripts
 * @returns an entry as commands of version 1 have: the end of the script, or why it counts as failed
 */
export async function runScript(
  program: Program,
  call: PlanCommand,
  start: Omit<ProcessStart, 'program' | 'args' | 'input' | 'shell'>,
  powerShell: string,
): Promise<JsonObject> {
  const script = program.Scripts[call.Name];
  const file = script && program.Files[script.EntryPoint];
  if (!script || !file || script.Type !== 'Application') {
    const words = `${call.Name} is of the type ${script?.Type ?? 'unknown'}, which this agent does not carry out.`;
    return { IsException: true, Result: ['ScriptTypeNotSupported', words, call.Name] };
  }
  const given = Array.isArray(call.Arguments.args) ? call.Arguments.args.map(textOf) : [];
  const quoted = `"${path.join(start.folder, file.Name)}"`;
  const command = isPowerShell(file.Name) ? [`"${powerShell}"`, ...QUIET_ARGUMENTS, '-File', quoted] : [quoted];
  // The shell of Windows tells what it runs to print in its own code page.
  const before = process.platform === 'win32' ? ['chcp 65001 >nul &'] : [];
  const commandLine = [...before, ...command, ...given].join(' ');
  const { exitCode, stdout, stderr } = await runProcess({ ...start, program: commandLine, args: [], shell: true });
  const { captureStdout = true, captureStderr = true, verifyExitcode = true } = script.Options;
  const end = { exitCode, stdout: captureStdout ? stdout : null, stderr: captureStderr ? stderr : null };
  if (exitCode === 0 || !verifyExitcode) return { IsException: false, Result: end };
  const words = `Script ${call.Name} returned ${exitCode}: ${shortWords(stderr.trim().split('\n').at(-1) || 'it printed no error')}`;
  return { IsException: true, Result: ['ScriptFailed', words, call.Name, end] };
}

function isPowerShell(name: string): boolean {
  return name.toLowerCase().endsWith('.ps1');
}

function textOf(value: Json): string {
  return typeof value === 'string' ? value : value === null ? '' : JSON.stringify(value);
}
