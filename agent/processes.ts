import { type ChildProcess, spawn } from 'node:child_process';
import { StringDecoder } from 'node:string_decoder';
import { setTimeout as pause } from 'node:timers/promises';
import { type Account, environmentOf, startedAs } from './account';

/** What a program came to. */
export interface ProcessEnd {
  exitCode: number;
  stdout: string;
  stderr: string;
}

export interface ProcessStart {
  program: string;
  args: string[];
  /** through the shell of the system: `program` is a whole command line */
  shell?: boolean;
  /** given to its standard input */
  input?: string;
  folder: string;
  environment: Record<string, string>;
  /** the user that it runs as; null or left out: the agent's own */
  account?: Account | null;
  /** told its process id as soon as it runs, and the instant before that, in milliseconds since 1970 */
  onStart: (pid: number, from: number) => void;
  /** told every line as it is printed; of one that is longer than `LONGEST_LINE`, its beginning */
  onLine: (stream: 'stdout' | 'stderr', text: string) => void;
}

/** What is kept of the output of one program, in characters; all of it is told line by line. */
const MAX_OUTPUT_CHARACTERS = 200_000;
/** More of a line is not kept, in characters: above what an answer may be, which a command may print in one line. */
const LONGEST_LINE = 2_000_000;
/** What a program leaves running may hold its output open: so long one reads on after its end, in milliseconds. */
const DRAIN_MS = 500;

/** Runs a program to its end. It never throws: what cannot be started has an exit code as in a shell. */
export function runProcess(start: ProcessStart): Promise<ProcessEnd> {
  const { folder, environment, account = null, onLine } = start;
  const { program, args, ...options } = commandOf(start);
  return new Promise((resolve) => {
    const from = Date.now();
    const child = spawn(program, args, {
      ...options,
      cwd: folder,
      env: { ...process.env, ...(account ? environmentOf(account) : {}), ...environment },
      // of a group of its own, so that all of it can be ended
      detached: process.platform !== 'win32',
      windowsHide: true,
      stdio: ['pipe', 'pipe', 'pipe'],
    });
    const stdout = gather(child.stdout, (text) => onLine('stdout', text));
    const stderr = gather(child.stderr, (text) => onLine('stderr', text));
    const end = (exitCode: number) => resolve({ exitCode, stdout: stdout(), stderr: stderr() });
    child.once('error', (error) => {
      onLine('stderr', error.message);
      end(127);
    });
    child.once('spawn', () => child.pid !== undefined && start.onStart(child.pid, from));
    child.once('exit', (code, signal) => {
      void drained(child).then(() => end(code ?? (signal ? 128 : 1)));
    });
    // A program need not read what it is given.
    child.stdin.on('error', () => undefined);
    child.stdin.end(start.input ?? '');
  });
}

/** What is started, and as whom. */
function commandOf({ program, args, shell = false, account = null }: ProcessStart) {
  if (!account) return { program, args, shell };
  return shell ? startedAs(account, '/bin/sh', ['-c', program]) : startedAs(account, program, args);
}

async function drained(child: ChildProcess): Promise<void> {
  await Promise.race([new Promise((resolve) => child.once('close', resolve)), pause(DRAIN_MS)]);
  child.stdout?.destroy();
  child.stderr?.destroy();
}

/** Tells lines as they come. @returns what was gathered until one asks; the last line need not have ended */
function gather(stream: NodeJS.ReadableStream, onLine: (text: string) => void): () => string {
  const decoder = new StringDecoder('utf8');
  let kept = '';
  let open = '';
  const append = (part: string) => {
    if (open.length < LONGEST_LINE) open += part.slice(0, LONGEST_LINE - open.length);
  };
  const endLine = () => {
    onLine(open.endsWith('\r') ? open.slice(0, -1) : open);
    open = '';
  };
  const take = (text: string) => {
    if (kept.length < MAX_OUTPUT_CHARACTERS) kept += text.slice(0, MAX_OUTPUT_CHARACTERS - kept.length);
    const parts = text.split('\n');
    for (const [index, part] of parts.entries()) {
      append(part);
      if (index < parts.length - 1) endLine();
    }
  };
  stream.on('data', (chunk: Buffer) => take(decoder.write(chunk)));
  return () => {
    take(decoder.end());
    if (open !== '') endLine();
    return kept;
  };
}
