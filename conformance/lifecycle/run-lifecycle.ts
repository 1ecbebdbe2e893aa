import { LifecycleEngine as Engine, type LifecycleEngine, MemoryStore } from '@/lib/conductor/lifecycle';
import type { Json, JsonObject } from '@/lib/model/json';
import type { Execution, OperationFailure, OperationSubject } from '@/lib/model/lifecycle/execution';
import { emptyModel, expand } from '@/lib/model/lifecycle/expand';
import type { InstanceState } from '@/lib/model/lifecycle/instance';
import { resolveTemplate } from '@/lib/model/lifecycle/resolve';
import { FakePlugin } from './fake-plugin';
import type { Scenario, SetupStep, Step } from './scenario';
import { SimulatedTime } from './simulated-time';
import { toTemplate } from './topology';

const ENDED = ['terminated', 'failed', 'cancelled'];

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

/** The topology of a scenario, its engine, and what happened to the execution that is asked about. */
class ScenarioRun {
  private readonly time = new SimulatedTime();
  private readonly plugin: FakePlugin;
  private readonly store: MemoryStore;
  private readonly names = new Map<string, string>();
  private readonly later: string[];
  private readonly ends: JsonObject[] = [];
  private readonly answers: Json[] = [];
  private readonly others: string[] = [];
  private engine!: LifecycleEngine;
  private main: string | null = null;
  private refusal: string | null = null;

  constructor(private readonly scenario: Scenario) {
    const { setup = [], steps = [], topology, seed } = scenario;
    this.later = [...setup, ...steps].flatMap(({ operations = {} }) =>
      Object.entries(operations).flatMap(([text, answer]) =>
        answer === 'unmapped' || answer === 'absent' ? [] : [text],
      ),
    );
    const template = resolveTemplate(toTemplate(topology, this.later));
    this.store = new MemoryStore(expand(emptyModel('scenario'), template, {}));
    this.plugin = new FakePlugin(this.time, seed, (one) => this.name(one));
    this.plugin.learn(topology);
  }

  async result(): Promise<JsonObject> {
    await this.open();
    for (const step of this.scenario.setup ?? []) await this.setUp(step);
    this.plugin.forget();
    this.store.events.length = 0;
    await this.begin();
    for (const step of this.scenario.steps ?? []) await this.carryOut(step);
    await this.until('everything has ended', () => this.isOver());
    return this.report();
  }

  private async open(): Promise<void> {
    const engine: LifecycleEngine = await Engine.open({
      store: this.store,
      operations: this.plugin,
      clock: this.time,
      options: {
        taskRetries: this.scenario.options?.taskRetries ?? 0,
        subgraphRetries: this.scenario.options?.subgraphRetries ?? 0,
        retryInterval: 0,
        ...(this.scenario.options?.waitAfterFail === undefined
          ? {}
          : { waitAfterFail: this.scenario.options.waitAfterFail }),
      },
      onStatus: (execution) => {
        if (engine === this.engine) this.noteEnd(execution);
      },
    });
    this.engine = engine;
  }

  private noteEnd({ id, status }: Execution): void {
    if (!ENDED.includes(status)) return;
    const ended = this.plugin.tick();
    if (id === this.main || this.main === null) this.ends.push({ status, ended, states: this.states() });
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
      for (const id of this.instancesOf(name)) {
        deployment.change({ kind: 'instance', id, patch: { state: state as InstanceState } });
      }
    }
    for (const [name, status] of Object.entries(setStatus ?? {})) {
      for (const id of this.instancesOf(name)) {
        deployment.change({ kind: 'instance', id, patch: { status: { ok: status === 'ok', source: 'check' } } });
      }
    }
    await deployment.flush();
    if (workflow === undefined) return;
    const { id } = await this.engine.start({ workflow, parameters: this.ids(params) as JsonObject });
    await this.until(`${workflow} of the setup has ended`, () => this.hasEnded(id));
    const { status, error } = deployment.execution(id) as Execution;
    if (status !== 'terminated' && !mayFail) throw new CannotRun(`The setup failed: ${error?.message}`);
  }

  private async begin(): Promise<void> {
    const { workflow, params, options, update } = this.scenario;
    const parameters = this.ids(params) as JsonObject;
    if (update?.topology) {
      parameters.topology = toTemplate(update.topology, this.later) as unknown as JsonObject;
      this.plugin.learn(update.topology);
    }
    this.ends.length = 0;
    try {
      const { id } = await this.engine.start({ workflow, parameters, dryRun: options?.dryRun ?? false });
      this.main = id;
    } catch (error) {
      this.refusal = error instanceof Error ? error.message : String(error);
    }
  }

  private async carryOut(step: Step): Promise<void> {
    const { waitFor, release, waitForEnd, operations } = step;
    let answer: Json = null;
    await this.time.settle();
    if (waitFor !== undefined) await this.until(`${waitFor} has begun`, () => this.plugin.hasBegun(waitFor));
    if (release !== undefined) this.plugin.release(release);
    if (waitForEnd) await this.until('the execution has ended', () => this.hasEnded(this.main));
    if (operations) this.plugin.change(operations);
    if (step.crash) {
      this.engine.die();
      this.plugin.crash();
    }
    if (step.recover) {
      await this.open();
      await this.engine.recover();
    }
    if (step.cancel || step.resume || step.start) answer = await this.ask(step);
    this.answers.push(answer);
  }

  /** A request to the engine: null when it was carried out. */
  private async ask({ cancel, resume, start }: Step): Promise<Json> {
    const main = this.main ?? '';
    try {
      if (cancel) await this.engine.cancel(main, cancel.force ? 'force' : 'cancel');
      if (resume) await this.engine.resume(main, { force: resume.force ?? false });
      if (!start) return null;
      const { workflow, params = {}, queue = false } = start;
      const { id, status } = await this.engine.start({ workflow, parameters: this.ids(params) as JsonObject, queue });
      this.others.push(id);
      return { status };
    } catch (error) {
      return { error: this.text(error instanceof Error ? error.message : String(error)) };
    }
  }

  private hasEnded(id: string | null): boolean {
    return id === null || ENDED.includes(this.engine.deployment.execution(id)?.status ?? '');
  }

  private isOver(): boolean {
    return this.engine.deployment.executions.every(({ status }) => ENDED.includes(status)) && this.plugin.isIdle;
  }

  private report(): JsonObject {
    const { deployment } = this.engine;
    const execution = this.main === null ? undefined : deployment.execution(this.main);
    const report = execution?.report ?? {};
    const { steps, workflow, options } = this.scenario;
    const modification = deployment.modifications.findLast((one) => one.execution === this.main);
    for (const one of (report.added ?? []) as { id: string; node: string; index: number }[]) {
      this.names.set(one.id, `${one.node}#${one.index}`);
    }
    return {
      trace: this.plugin.trace,
      finalStates: this.states(),
      execution: execution
        ? this.executionOf(execution)
        : { status: 'rejected', error: { message: this.text(this.refusal ?? '') } },
      events: this.store.events
        .filter((event) => event.execution === this.main)
        .map(({ message }) => this.text(message)),
      ...(steps ? { answers: this.answers } : {}),
      ...(this.others.length > 0 ? { executions: this.others.map((id) => this.otherOf(id)) } : {}),
      ...(workflow === 'scale' ? { modification: modification?.status ?? null } : {}),
      ...(report.steps ? { steps: report.steps } : {}),
      // a dry run has checked and repaired nothing
      ...(report.sets && !options?.dryRun ? { sets: this.labels(report.sets) } : {}),
      ...(options?.dryRun ? { planned: this.planned(report.planned as JsonObject[] | undefined) } : {}),
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

  private otherOf(id: string): JsonObject {
    const { workflow, status, error } = this.engine.deployment.execution(id) as Execution;
    return { workflow, status, ...(error ? { error: { message: this.text(error.message) } } : {}) };
  }

  private failed({ operation, subject }: OperationFailure): JsonObject[] {
    return [{ op: operation, ...this.subject(subject) }];
  }

  private planned(planned: JsonObject[] = []): JsonObject[] {
    return planned.map(({ operation, subject }) => ({
      op: String(operation),
      ...this.subject(subject as unknown as OperationSubject),
    }));
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
