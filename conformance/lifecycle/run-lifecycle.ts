import { type KeptDeployment, LifecycleEngine, type OperationExecutor } from '@/lib/conductor/lifecycle';
import type { Json, JsonObject } from '@/lib/model/json';
import {
  type Execution,
  hasEnded,
  type OperationFailure,
  type OperationSubject,
} from '@/lib/model/lifecycle/execution';
import { emptyModel, expand } from '@/lib/model/lifecycle/expand';
import type { InstanceState } from '@/lib/model/lifecycle/instance';
import { resolveTemplate } from '@/lib/model/lifecycle/resolve';
import { FakePlugin } from './fake-plugin';
import type { Scenario, SetupStep, Step } from './scenario';
import { SimulatedTime } from './simulated-time';
import { toTemplate } from './topology';

/** Runs one scenario once, as the suite's protocol says. */
export async function runLifecycleCase(input: JsonObject): Promise<JsonObject> {
  const scenario = input as unknown as Scenario;
  const { id, run } = scenario;
  try {
    return { id, run, ...(await new ScenarioRun(scenario).result()) };
  } catch (error) {
    if (error instanceof CannotRun) return { id, run, failure: error.message };
    return { id, run, failure: error instanceof Error ? (error.stack ?? error.message) : String(error) };
  }
}

class CannotRun extends Error {}

/** An execution that was asked for; null as long as it waits for another. */
interface Asked {
  workflow: string;
  execution: Execution | null;
  events: string[];
}

/**
 * The topology of a scenario, its engine, and what happened to the execution that is asked about. A crash is what it is
 * for a run that is cut short: what was kept is gone on with by another engine.
 */
class ScenarioRun {
  private readonly time = new SimulatedTime();
  private readonly plugin: FakePlugin;
  private readonly names = new Map<string, string>();
  private readonly later: string[];
  private readonly ends: JsonObject[] = [];
  private readonly answers: Json[] = [];
  private readonly main: Asked;
  private readonly others: Asked[] = [];
  /** those that wait for what runs, the oldest first */
  private readonly waiting: (() => void)[] = [];
  private engine: LifecycleEngine;
  private current: Asked | null = null;
  private readonly planned: JsonObject[] = [];
  private statesBefore: JsonObject = {};
  private refusal: string | null = null;

  constructor(private readonly scenario: Scenario) {
    const { setup = [], steps = [], topology, seed, workflow } = scenario;
    this.later = [...setup, ...steps].flatMap(({ operations = {} }) =>
      Object.entries(operations).flatMap(([text, answer]) =>
        answer === 'unmapped' || answer === 'absent' ? [] : [text],
      ),
    );
    const template = resolveTemplate(toTemplate(topology, this.later));
    this.main = { workflow, execution: null, events: [] };
    this.plugin = new FakePlugin(this.time, seed, (one) => this.name(one));
    this.plugin.learn(topology);
    this.engine = this.open({ model: expand(emptyModel('scenario'), template, {}) }, this.plugin);
  }

  async result(): Promise<JsonObject> {
    for (const step of this.scenario.setup ?? []) await this.setUp(step);
    this.plugin.forget();
    this.begin();
    for (const step of this.scenario.steps ?? []) await this.carryOut(step);
    await this.until('everything has ended', () => this.hasSettled());
    return this.report();
  }

  private open(kept: KeptDeployment, operations: OperationExecutor): LifecycleEngine {
    const { taskRetries = 0, subgraphRetries = 0 } = this.scenario.options ?? {};
    const engine: LifecycleEngine = new LifecycleEngine({
      kept,
      operations,
      clock: this.time,
      options: { taskRetries, subgraphRetries, retryInterval: 0 },
      onStatus: (execution) => {
        if (engine === this.engine) this.note(execution);
      },
      onEvent: ({ message }) => this.current?.events.push(message),
    });
    return engine;
  }

  private note(execution: Execution): void {
    const { current } = this;
    if (current) current.execution = execution;
    if (!hasEnded(execution)) return;
    const ended = this.plugin.tick();
    if (current === this.main) this.ends.push({ status: execution.status, ended, states: this.states() });
    // the engine is free once it has told of the end
    queueMicrotask(() => queueMicrotask(() => this.waiting.shift()?.()));
  }

  /** @throws what the engine refuses it with */
  private start(asked: Asked, params: JsonObject): void {
    const before = this.current;
    this.current = asked;
    try {
      void this.engine.start(asked.workflow, this.ids(params) as JsonObject);
    } catch (error) {
      this.current = before;
      throw error;
    }
  }

  /** Lets time pass until something is so. */
  private async until(what: string, isSo: () => boolean): Promise<void> {
    for (;;) {
      await this.time.settle();
      if (isSo()) return;
      if (!this.time.advance()) throw new CannotRun(`It hangs, waiting until ${what}.`);
    }
  }

  private async setUp({ workflow, params = {}, mayFail, setState, setStatus, operations }: SetupStep): Promise<void> {
    if (operations) this.plugin.change(operations);
    const { deployment } = this.engine;
    for (const [name, state] of Object.entries(setState ?? {})) {
      for (const id of this.instancesOf(name)) deployment.patch(id, { state: state as InstanceState });
    }
    for (const [name, status] of Object.entries(setStatus ?? {})) {
      for (const id of this.instancesOf(name)) {
        deployment.patch(id, { status: { ok: status === 'ok', source: 'check' } });
      }
    }
    if (workflow === undefined) return;
    const asked: Asked = { workflow, execution: null, events: [] };
    this.start(asked, params);
    await this.until(`${workflow} of the setup has ended`, () => isOver(asked));
    const { status, error } = asked.execution as unknown as Execution;
    if (status !== 'terminated' && !mayFail) throw new CannotRun(`The setup failed: ${error?.message}`);
  }

  private begin(): void {
    const { params, options, update } = this.scenario;
    const parameters = { ...params };
    if (update?.topology) {
      parameters.topology = toTemplate(update.topology, this.later) as unknown as JsonObject;
      this.plugin.learn(update.topology);
    }
    if (options?.dryRun) {
      this.statesBefore = this.states();
      this.engine = this.open({ model: this.engine.deployment.model }, this.notes());
    }
    try {
      this.start(this.main, parameters);
    } catch (error) {
      this.refusal = error instanceof Error ? error.message : String(error);
    }
  }

  /** Effects that take notes: nothing is called, and what comes of it is nobody's. */
  private notes(): OperationExecutor {
    return {
      execute: async ({ operation, subject }) => {
        this.planned.push({ op: operation, ...this.subject(subject) });
        this.main.events.push(`${operation} (dry run)`);
        return { ok: true, value: operation === 'host.get_state' ? true : null };
      },
    };
  }

  private async carryOut(step: Step): Promise<void> {
    const { waitFor, release, waitForEnd, operations } = step;
    let answer: Json = null;
    await this.time.settle();
    if (waitFor !== undefined) await this.until(`${waitFor} has begun`, () => this.plugin.hasBegun(waitFor));
    if (release !== undefined) this.plugin.release(release);
    if (waitForEnd) await this.until('the execution has ended', () => isOver(this.main));
    if (operations) this.plugin.change(operations);
    if (step.crash) {
      this.engine = this.open(this.engine.kept, this.plugin);
      this.plugin.crash();
    }
    if (step.recover) void this.engine.resume();
    if (step.cancel || step.resume || step.start) answer = this.ask(step);
    this.answers.push(answer);
  }

  /** A request to the engine: null when it was carried out. */
  private ask({ cancel, resume, start }: Step): Json {
    try {
      if (cancel) this.engine.cancel(cancel.force ? 'force' : 'cancel');
      if (resume) void this.engine.resume({ force: resume.force ?? false });
      if (!start) return null;
      const { workflow, params = {}, queue = false } = start;
      const asked: Asked = { workflow, execution: null, events: [] };
      if (queue && !isOver(this.current)) this.waiting.push(() => this.start(asked, params));
      else this.start(asked, params);
      this.others.push(asked);
      return { status: asked.execution?.status ?? 'queued' };
    } catch (error) {
      return { error: this.text(error instanceof Error ? error.message : String(error)) };
    }
  }

  private hasSettled(): boolean {
    return this.waiting.length === 0 && isOver(this.current) && this.plugin.isIdle;
  }

  private report(): JsonObject {
    const { execution } = this.main;
    const report = execution?.report ?? {};
    const { steps, workflow, options } = this.scenario;
    const states = options?.dryRun ? this.statesBefore : this.states();
    return {
      trace: this.plugin.trace,
      finalStates: states,
      execution: execution
        ? this.executionOf(execution)
        : { status: 'rejected', error: { message: this.text(this.refusal ?? '') } },
      events: this.main.events.map((message) => this.text(message)),
      ...(steps ? { answers: this.answers } : {}),
      ...(this.others.length > 0 ? { executions: this.others.map((one) => this.otherOf(one)) } : {}),
      ...(workflow === 'scale' ? { modification: report.modification ?? null } : {}),
      ...(report.steps ? { steps: report.steps } : {}),
      // a dry run has checked and repaired nothing
      ...(report.sets && !options?.dryRun ? { sets: this.labels(report.sets) } : {}),
      ...(options?.dryRun ? { planned: this.planned } : {}),
    };
  }

  private executionOf({ status, statuses, error }: Execution): JsonObject {
    return {
      status,
      ...(error
        ? {
            error: {
              message: this.text(error.message),
              operations: error.operations.flatMap((one) => this.failed(one)),
            },
          }
        : {}),
      ...(this.scenario.steps ? { statuses, runs: this.ends } : {}),
    };
  }

  private otherOf({ workflow, execution }: Asked): JsonObject {
    const { status, error } = execution as Execution;
    return { workflow, status, ...(error ? { error: { message: this.text(error.message) } } : {}) };
  }

  private failed({ operation, subject }: OperationFailure): JsonObject[] {
    return [{ op: operation, ...this.subject(subject) }];
  }

  private subject(subject: OperationSubject): JsonObject {
    return 'instance' in subject
      ? { instance: this.name(subject.instance) }
      : { source: this.name(subject.source), target: this.name(subject.target), side: subject.side };
  }

  private states(): JsonObject {
    return Object.fromEntries(this.engine.deployment.instances.map(({ id, state }) => [this.name(id), state]));
  }

  private name(id: string): string {
    const known = this.names.get(id);
    if (known !== undefined) return known;
    const instance = this.engine.deployment.find(id);
    if (!instance) return id;
    const name = `${instance.node}#${instance.index}`;
    this.names.set(id, name);
    return name;
  }

  private instancesOf(name: string): string[] {
    return this.engine.deployment.instances
      .filter(({ id, node }) => node === name || this.name(id) === name)
      .map(({ id }) => id);
  }

  /** A text with the names of instances in the place of their ids. */
  private text(message: string): string {
    for (const { id } of this.engine.deployment.instances) this.name(id);
    let text = message;
    for (const [id, name] of this.names) text = text.replaceAll(id, name);
    return text;
  }

  /** Values in which `node#k` is the id of that instance. */
  private ids(value: Json): Json {
    if (Array.isArray(value)) return value.map((one) => this.ids(one));
    if (typeof value === 'object' && value !== null) {
      return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, this.ids(one)]));
    }
    if (typeof value !== 'string' || !/#\d+$/.test(value)) return value;
    return this.engine.deployment.instances.find(({ id }) => this.name(id) === value)?.id ?? value;
  }

  private labels(sets: Json): Json {
    return Object.fromEntries(
      Object.entries(sets as JsonObject).map(([key, ids]) => [key, (ids as string[]).map((id) => this.name(id))]),
    );
  }
}

function isOver(asked: Asked | null): boolean {
  return asked?.execution ? hasEnded(asked.execution) : true;
}
