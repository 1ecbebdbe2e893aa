import { isObject, type Json, type JsonObject } from '@/lib/model/json';
import { type ChangeableWorld, CommandFailure, type MachineSimulation, type SimulatedMachine } from '@/lib/simulation';

/** What a tool has come to. */
export interface ToolEnd {
  exitCode: number;
  stdout: string;
  stderr: string;
  /** by name */
  outputs: JsonObject;
}

/** The machine that a tool runs on. */
export interface ToolMachine {
  self: SimulatedMachine;
  simulation: MachineSimulation;
  world: ChangeableWorld;
}

/** Tools whose recipes just succeed: what stands in them is not run. */
const RECIPES = ['ansible', 'apply-config', 'cfn-init', 'chef', 'docker-cmd', 'docker-compose', 'dsc', 'hiera'];
const MORE_RECIPES = ['json-file', 'kubelet', 'puppet', 'salt', 'Heat::Ungrouped'];

/**
 * Runs a config with its tool, as far as one can tell without running it: of scripts what they write, which outputs they
 * give (`$heat_outputs_path.<name>`) and how they end; of PowerShell also the commands that packages describe.
 *
 * @param inputs by name; a script finds them in its environment
 * @returns how it ended; a machine without the tool reports a failure at once. `facts`: what the machine knows then;
 *   null when nothing has changed
 */
export async function runTool(
  tool: string,
  config: Json,
  inputs: JsonObject,
  machine: ToolMachine,
): Promise<{ end: ToolEnd; facts: JsonObject | null }> {
  const text = typeof config === 'string' ? config : '';
  if (tool === 'script' || tool === 'powershell') return new Script(text, inputs, machine).run();
  const isKnown = RECIPES.includes(tool) || MORE_RECIPES.includes(tool);
  const end = isKnown
    ? { exitCode: 0, stdout: '', stderr: '' }
    : { exitCode: 127, stdout: '', stderr: `This machine has no tool called ${tool}.` };
  return { end: { ...end, outputs: {} }, facts: null };
}

const OUTPUT_FILE = /^["']?\$(?:env:|\{)?heat_outputs_path\}?\.(\w+)["']?$/;

/** Lines of a script of a shell or of PowerShell, one after the other. */
class Script {
  private readonly variables = new Map<string, string>();
  private readonly outputs: JsonObject = {};
  private stdout = '';
  private stderr = '';
  private facts: JsonObject | null = null;

  constructor(
    private readonly text: string,
    inputs: JsonObject,
    private readonly machine: ToolMachine,
  ) {
    for (const [name, value] of Object.entries(inputs))
      this.variables.set(name, typeof value === 'string' ? value : JSON.stringify(value));
  }

  async run(): Promise<{ end: ToolEnd; facts: JsonObject | null }> {
    let exitCode = 0;
    try {
      for (const line of this.text.split(/\r?\n/)) {
        const code = await this.line(line.trim());
        if (code === null) continue;
        exitCode = code;
        break;
      }
    } catch (error) {
      if (!(error instanceof CommandFailure)) throw error;
      exitCode = 1;
      this.stderr += `${error.message}\n`;
    }
    const { stdout, stderr, outputs, facts } = this;
    return { end: { exitCode, stdout, stderr, outputs }, facts: exitCode === 0 ? facts : null };
  }

  /** @returns the exit code when the script ends here */
  private async line(line: string): Promise<number | null> {
    if (line === '' || line.startsWith('#')) return null;
    const left = /^exit\b(.*)$/.exec(line)?.[1];
    if (left !== undefined) return Number(this.fill(left)) || 0;
    const thrown = /^throw\s+(.*)$/.exec(line)?.[1];
    if (thrown !== undefined) throw new CommandFailure(this.fill(thrown));
    const assigned = /^\$?(\w+)\s*=\s*(.*)$/.exec(line);
    if (assigned) {
      const [, name = '', value = ''] = assigned;
      this.variables.set(name, await this.value(value));
      return null;
    }
    const [, command = '', target] = /^(.*?)\s*(?:>\s*(\S+|&2))?$/.exec(line) ?? [];
    const written = this.written(command);
    if (written !== null) this.put(written, target);
    else await this.call(line);
    return null;
  }

  /** What `echo`, `printf` and `Write-Output` write; null for any other command. */
  private written(command: string): string | null {
    const [, name = '', rest = ''] = /^(echo|printf|Write-Output|Write-Host)\s*(.*)$/i.exec(command) ?? [];
    if (name === '') return null;
    if (name !== 'printf') return `${this.fill(rest)}\n`;
    const [format = '', ...values] = [...rest.matchAll(/"[^"]*"|'[^']*'|\S+/g)].map(([word]) => this.fill(word));
    return values.reduce((text, value) => text.replace('%s', () => value), format).replaceAll('\\n', '\n');
  }

  private put(text: string, target: string | undefined): void {
    const output = OUTPUT_FILE.exec(target ?? '')?.[1];
    if (output !== undefined) this.outputs[output] = text.replace(/\n$/, '');
    else if (target === '&2') this.stderr += text;
    else if (target === undefined) this.stdout += text;
  }

  private async call(line: string): Promise<void> {
    const [, name = '', rest = ''] = /^([A-Za-z]+-[A-Za-z]\w*)\b(.*)$/.exec(line) ?? [];
    const given = this.argumentsOf(rest);
    if (name.toLowerCase() === 'set-content') {
      this.put(String(given.Value ?? ''), String(given.Path ?? ''));
      return;
    }
    const results = await this.invoke(name, given);
    for (const result of results) this.stdout += `${typeof result === 'string' ? result : JSON.stringify(result)}\n`;
  }

  /** Runs a command that a package describes; any other runs and says nothing. */
  private async invoke(name: string, given: JsonObject): Promise<readonly Json[]> {
    const { self, simulation, world } = this.machine;
    const command = simulation.command(name);
    if (!command) return [];
    const end = await command.run({ ...self, facts: this.facts ?? self.facts }, given, world);
    this.facts = end.facts;
    return end.outputs;
  }

  /** What an assignment gives: a text, or the answer of a command. */
  private async value(text: string): Promise<string> {
    const [, name, rest = ''] = /^([A-Za-z]+-[A-Za-z]\w*)\b(.*)$/.exec(text) ?? [];
    if (name === undefined) return this.fill(text);
    const [first = ''] = await this.invoke(name, this.argumentsOf(rest));
    return isObject(first) || Array.isArray(first) ? JSON.stringify(first) : String(first);
  }

  private argumentsOf(text: string): JsonObject {
    const given: JsonObject = {};
    for (const [, name = '', value] of text.matchAll(/-(\w+)(?:[\s:]+("[^"]*"|'[^']*'|[^-\s]\S*))?/g)) {
      // The path of an output stays what it is called.
      if (value === undefined) given[name] = true;
      else given[name] = OUTPUT_FILE.test(value) ? value : this.fill(value);
    }
    return given;
  }

  /** A text with its variables put in; quotes of one sort keep it as it is. */
  private fill(text: string): string {
    const bare = text.trim();
    const single = /^'(.*)'$/.exec(bare)?.[1];
    if (single !== undefined) return single;
    return bare
      .replace(/^"(.*)"$/, '$1')
      .replaceAll(/\$\(hostname\)|`hostname`|\$env:COMPUTERNAME/g, this.machine.self.hostname)
      .replaceAll(/\$(?:env:(\w+)|\{(\w+)\}|(\w+))/g, (_, environment, braced, plain) => {
        return this.variables.get(String(environment ?? braced ?? plain)) ?? '';
      });
  }
}
