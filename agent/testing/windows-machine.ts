import fs from 'node:fs';
import path from 'node:path';
import { eventually } from '@/lib/testing/patience';
import {
  endWindows,
  onDriveC,
  startOnWindows,
  windowsFolder,
  windowsPath,
  windowsProcesses,
} from '../../scripts/windows/machine.mjs';

/** stands in the command lines of the agent's programs, and in no other */
const AGENT = 'VetroAgent';
const SESSION = 'powershell.exe -NoProfile -NonInteractive';
const HOME = onDriveC('ProgramData', 'VetroAgent');
const TASKS = onDriveC('ProgramData', 'stand-in-tasks');
const TASK = path.join(TASKS, 'Vetro agent.json');
const RUN = windowsPath(path.resolve('scripts/windows/run.cjs'));
const ASKS = 'for work.';

/** The machine of Windows that this computer can be, under Wine, as one uses a server. */
export interface WindowsMachine {
  /** the folder of the agent, as Linux has it */
  home: string;
  /** what a line of PowerShell printed, typed by an administrator */
  type(line: string): Promise<string>;
  /** what a program of the system printed */
  run(command: string[]): Promise<string>;
  /** As the scheduler does when Windows starts. @param start its number, which programs of plans find in `START` */
  startAgent(start: number): Promise<void>;
  /** As a power cut would, for the agent alone: what a plan has running goes on. */
  killAgent(): Promise<void>;
  /** processes of the machine whose command line has a text in it, by their numbers on Linux */
  processes(text: string): number[];
  /** what the agent has running in PowerShell, by numbers of Linux */
  sessions(): number[];
  /** what the agent printed since its last start */
  log(): string;
  /** Ends all of the machine. */
  end(): void;
}

/** A machine on which nobody has installed an agent. */
export function freshWindows(): WindowsMachine {
  endWindows();
  for (const place of [HOME, TASKS, onDriveC('Program Files', 'VetroAgent')])
    fs.rmSync(place, { recursive: true, force: true });
  let count = 0;
  let log = path.join(TASKS, 'Vetro agent.log');

  async function run(command: string[]): Promise<string> {
    count += 1;
    const output = path.join(windowsFolder, `output-${count}.txt`);
    const child = startOnWindows(command, { output });
    const code = await new Promise((resolve) => child.once('exit', resolve));
    const printed = fs.readFileSync(output, 'utf8');
    if (code !== 0) throw new Error(`${command.join(' ')} ended with ${String(code)}: ${printed}`);
    return printed;
  }

  return {
    home: HOME,
    run,
    type: (line) => run(['node.exe', RUN, 'powershell.exe', '-NoProfile', '-Command', line]),
    startAgent: async (start) => {
      const { execute, arguments: given } = JSON.parse(fs.readFileSync(TASK, 'utf8').replace(/^\uFEFF/, '')) as {
        execute: string;
        arguments: string;
      };
      const args = [...given.matchAll(/"([^"]*)"|(\S+)/g)].map(([, quoted, plain]) => quoted ?? plain ?? '');
      log = path.join(TASKS, `start-${start}.log`);
      startOnWindows([execute, ...args], { output: log, env: { START: String(start) } });
      await eventually(`start ${start} of the agent, which asks for work`, () => read(log).includes(ASKS));
    },
    killAgent: async () => {
      for (const pid of windowsProcesses(AGENT)) process.kill(pid, 'SIGKILL');
      await eventually('the end of the agent', () => windowsProcesses(AGENT).length === 0);
    },
    processes: windowsProcesses,
    sessions: () => windowsProcesses(SESSION),
    log: () => read(log),
    end: endWindows,
  };
}

function read(file: string): string {
  return fs.existsSync(file) ? fs.readFileSync(file, 'utf8') : '';
}
