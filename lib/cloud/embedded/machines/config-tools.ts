import { play } from '@/lib/cloud/embedded/linux/program';
import { SUBSTITUTED, WITHOUT_EFFECT } from '@/lib/cloud/embedded/linux/shell';
import { configPlan, PLAN_TOOL, planSignal } from '@/lib/conductor/software';
import { isVetroError } from '@/lib/errors';
import { callsOf, programResult } from '@/lib/formats/execution-plan/body';
import type { ExecutionPlan } from '@/lib/formats/execution-plan/plan';
import { isObject, type Json, type JsonObject } from '@/lib/model/json';
import { type ChangeableWorld, CommandFailure, type MachineSimulation, type SimulatedMachine } from '@/lib/simulation';

/** What a tool has come to. */
export interface ToolEnd {
  exitCode: number;
  stdout: string;
  stderr: string;
  /** by name */
  outputs: JsonObject;
  /** false: there is more in the config than one can tell without running it */
  executed: boolean;
}

/** What is reported of it, in Heat's names. */
export function signalOf({ exitCode, stdout, stderr, outputs }: ToolEnd): JsonObject {
  return { deploy_stdout: stdout, deploy_stderr: stderr, deploy_status_code: exitCode, ...outputs };
}

/** The machine that a tool runs on. */
export interface ToolMachine {
  self: SimulatedMachine;
  simulation: MachineSimulation;
  world: ChangeableWorld;
  /** names of the outputs that are waited for */
  outputs: readonly string[];
}

/** Tools whose recipes just succeed: what stands in them is not executed. */
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
  if (tool === PLAN_TOOL) return runPlan(config, inputs, machine);
  const isKnown = RECIPES.includes(tool) || MORE_RECIPES.includes(tool);
  const end = isKnown
    ? { exitCode: 0, stdout: '', stderr: '', executed: false }
    : { exitCode: 127, stdout: '', stderr: `This machine has no tool called ${tool}.`, executed: true };
  return { end: { ...end, outputs: {} }, facts: null };
}

/** Carries out a config that is an execution plan, command by command. */
async function runPlan(
  config: Json,
  inputs: JsonObject,
  { self, simulation, world, outputs }: ToolMachine,
): Promise<{ end: ToolEnd; facts: JsonObject | null }> {
  const results: Json[] = [];
  let { facts } = self;
  let isExecuted = true;
  let plan: ExecutionPlan;
  try {
    plan = configPlan(config, inputs);
  } catch (error) {
    if (!isVetroError(error)) throw error;
    return { end: { exitCode: 1, stdout: '', stderr: error.sentence, outputs: {}, executed: true }, facts: null };
  }
  try {
    for (const command of plan.program ? callsOf(plan.program) : plan.Commands) {
      if (plan.program) {
        const { end, executed } = play(plan.program, command, self.hostname);
        isExecuted &&= executed;
        results.push({ IsException: false, Result: { ...end } });
      } else {
        const described = simulation.command(command.Name, null);
        const end = await described?.run({ ...self, facts }, command.Arguments, world);
        isExecuted &&= end !== undefined;
        facts = end?.facts ?? facts;
        results.push({ IsException: false, Result: [...(end?.outputs ?? [])] });
      }
    }
  } catch (error) {
    if (!(error instanceof CommandFailure)) throw error;
    results.push({ IsException: true, Result: [error.type, error.message] });
  }
  const result = plan.program ? programResult(plan.program, results) : { IsException: false, Result: results };
  const { deploy_stdout, deploy_stderr, deploy_status_code, ...reported } = planSignal(plan, result, outputs);
  const end = { stdout: String(deploy_stdout), stderr: String(deploy_stderr), outputs: reported };
  const exitCode = Number(deploy_status_code);
  return { end: { ...end, exitCode, executed: isExecuted }, facts: exitCode === 0 ? facts : null };
}

const OUTPUT_FILE = /^["']?\$(?:env:|\{)?heat_outputs_path\}?\.(\w+)["']?$/;

/** Lines of a script of a shell or of PowerShell, one after the other. */
class Script {
  private readonly variables = new Map<string, string>();
  private readonly outputs: JsonObject = {};
  private stdout = '';
  private stderr = '';
  private facts: JsonObject | null = null;
  private executed = true;

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
    const { stdout, stderr, outputs, facts, executed } = this;
    return { end: { exitCode, stdout, stderr, outputs, executed }, facts: exitCode === 0 ? facts : null };
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
    if (WITHOUT_EFFECT.test(line)) return;
    const [, name = '', rest = ''] = /^([A-Za-z]+-[A-Za-z]\w*)\b(.*)$/.exec(line) ?? [];
    const given = this.argumentsOf(rest);
    if (name.toLowerCase() === 'set-content') {
      this.put(String(given.Value ?? ''), String(given.Path ?? ''));
      return;
    }
    const results = await this.invoke(name, given);
    for (const result of results) this.stdout += `${typeof result === 'string' ? result : JSON.stringify(result)}\n`;
  }

  /** Runs a command that a package describes; any other is passed over. */
  private async invoke(name: string, given: JsonObject): Promise<readonly Json[]> {
    const { self, simulation, world } = this.machine;
    const command = simulation.command(name, null);
    if (!command) {
      this.executed = false;
      return [];
    }
    const end = await command.run({ ...self, facts: this.facts ?? self.facts }, given, world);
    this.facts = end.facts;
    return end.outputs;
  }

  /** What an assignment gives: a text, or the answer of a command. */
  private async value(text: string): Promise<string> {
    const [, name, rest = ''] = /^([A-Za-z]+-[A-Za-z]\w*)\b(.*)$/.exec(text) ?? [];
    if (name === undefined) {
      const value = this.fill(text);
      if (!text.startsWith("'") && SUBSTITUTED.test(value)) this.executed = false;
      return value;
    }
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
