import { isVetroError } from '@/lib/errors';
import { propertyChangesOf } from '@/lib/formats/hot/diff';
import { resolve } from '@/lib/formats/hot/functions';
import { type PlannedResource, planStack } from '@/lib/formats/hot/plan';
import { prepareTemplate } from '@/lib/formats/hot/prepare';
import { groupsOf } from '@/lib/formats/hot/resource-groups';
import type { Template } from '@/lib/formats/hot/template';
import { isObject, type Json, type JsonObject } from '@/lib/model/json';
import { evaluateYaql, type Failure, refusals, type StackAction } from '@/lib/stack-engine';
import { Agents } from './agents';
import type { SoftwareCase, Step } from './case';
import { type MemoryCloud, type MemoryRow, MemoryStack } from './memory-stack';
import { readHot } from './read-hot';
import { type MemoryType, memoryTypes } from './types';

const NAME = 'stack';

/** Runs one scenario: what is done to a stack, step by step. */
export async function runSoftwareCase(input: JsonObject): Promise<JsonObject> {
  const testCase = input as unknown as SoftwareCase;
  const scenario = new Scenario(testCase);
  const steps: JsonObject[] = [];
  for (const step of testCase.steps) steps.push(await scenario.step(step));
  return { id: testCase.id, steps };
}

/** Why a step is refused. */
class Refused extends Error {
  constructor(
    readonly kind: 'invalid' | 'not_found' | 'not_supported',
    message: string,
  ) {
    super(message);
  }
}

/** A stack as it is stored. */
interface Stored {
  stack: MemoryStack;
  action: string;
  status: string;
  reason: string;
  template: Template;
  source: string;
  params: JsonObject;
  /** names of resources that were never begun */
  unbegun: Set<string>;
}

class Scenario {
  private readonly types: (type: string) => MemoryType | null;
  private readonly cloud: MemoryCloud;
  private readonly agents: Agents;
  private stored: Stored | null = null;
  /** ends the phase that is under way */
  private phase = new AbortController();

  constructor(private readonly testCase: SoftwareCase) {
    let ids = 0;
    this.types = memoryTypes(testCase.server);
    this.cloud = { events: [], rows: new Set(), newId: () => `id${++ids}` };
    this.agents = new Agents(this.cloud, (row, details) => this.keeperOf(row)?.signal(row, details));
  }

  async step(step: Step): Promise<JsonObject> {
    this.cloud.events.length = 0;
    this.agents.prepare(step.reports, step.offline ?? []);
    const before = this.idsNow();
    const said = await this.drive(
      this.carryOut(step)
        .then((preview): JsonObject => (preview ? { preview } : {}))
        .catch((error: unknown): JsonObject => {
          if (!(error instanceof Refused)) throw error;
          return { error: { kind: error.kind, message: error.message } };
        }),
    );
    return {
      ...this.view(step.do === 'update' ? before : new Map()),
      ...said,
      events: [...this.cloud.events],
      runs: [...this.agents.runs],
    };
  }

  /** Agents look whenever the engine has nothing left to do; when they have nothing either, time is up. */
  private async drive<Result>(work: Promise<Result>): Promise<Result> {
    let over = false;
    const ended = work.finally(() => {
      over = true;
    });
    for (;;) {
      await quiet();
      if (over) break;
      if (!this.agents.look()) this.phase.abort();
    }
    const result = await ended;
    this.agents.look();
    await quiet();
    return result;
  }

  private async carryOut(step: Step): Promise<JsonObject | null> {
    switch (step.do) {
      case 'create':
        await this.create(step);
        return null;
      case 'update':
        await this.update(step);
        return null;
      case 'preview':
        return this.preview(step);
      case 'delete':
        await this.delete();
        return null;
      case 'suspend':
        await this.act('SUSPEND');
        return null;
      case 'resume':
        await this.act('RESUME');
        return null;
      case 'check':
        await this.act('CHECK');
        return null;
      case 'signal':
        this.signal(step);
        return null;
      case 'settle':
        return null;
    }
  }

  private existing(): Stored {
    if (this.stored) return this.stored;
    throw new Refused('not_found', `The Stack (${NAME}) could not be found.`);
  }

  /** @throws Refused with every problem */
  private prepared(source: string, params: JsonObject): { template: Template; values: JsonObject } {
    const pseudo = { 'OS::stack_name': NAME, 'OS::stack_id': NAME, 'OS::project_id': 'project' };
    const { files } = this.testCase;
    const { raw, problem } = readHot(source);
    if (!raw) throw new Refused('invalid', problem);
    const groups = groupsOf(
      (this.stored?.stack.current() ?? []).map(({ name, type, physicalId, definition: { properties } }) => ({
        ...{ name, type, properties, reference: physicalId ?? name },
      })),
    );
    const { template, values, problems } = prepareTemplate(raw, params, { pseudo, files, groups, yaql: evaluateYaql });
    if (!template || problems.length > 0)
      throw new Refused('invalid', problems.map(({ path, sentence }) => `${path}: ${sentence}`).join(' '));
    const all = { ...pseudo, ...values };
    const scope = {
      parameter: (name: string): Json => (all as JsonObject)[name] ?? null,
      file: (path: string) => files[path],
      yaql: evaluateYaql,
    };
    const refused = refusals(template, scope, this.types);
    if (refused.length > 0) throw new Refused('invalid', refused.map(({ reason }) => reason).join(' '));
    return { template, values: all };
  }

  private async create({ template: name = '', params = {}, rollback }: Step): Promise<void> {
    if (this.stored) throw new Refused('invalid', `The Stack (${NAME}) already exists.`);
    const source = this.testCase.templates[name] ?? '';
    const { template, values } = this.prepared(source, params);
    const stack = new MemoryStack(this.cloud, this.types, NAME, this.cloud.newId(), '');
    stack.values = values;
    stack.files = this.testCase.files;
    const unbegun = new Set(Object.keys(template.resources));
    const stored: Stored = { stack, action: '', status: '', reason: '', template, source, params, unbegun };
    this.stored = stored;
    this.note('CREATE', 'IN_PROGRESS');
    const failures = await stack.apply(template, this.begin());
    this.end('CREATE', failures);
    if (!rollback || stored.status !== 'FAILED') return;
    this.note('ROLLBACK', 'IN_PROGRESS');
    await this.removeAll('ROLLBACK');
  }

  private async update({ template: name = '', params = {}, rollback, existing }: Step): Promise<void> {
    const stored = this.existing();
    if (stored.action === 'SUSPEND')
      throw new Refused('not_supported', 'Updating a stack when it is suspended is not supported.');
    const source = existing ? stored.source : (this.testCase.templates[name] ?? '');
    const given = existing ? { ...stored.params, ...params } : params;
    const { template, values } = this.prepared(source, given);
    const { stack } = stored;
    const before = { values: stack.values, template: stored.template };
    stack.values = values;
    this.note('UPDATE', 'IN_PROGRESS');
    const failures = await stack.apply(template, this.begin());
    if (failures.length === 0 && !this.phase.signal.aborted) {
      Object.assign(stored, { template, source, params: given, unbegun: new Set() });
      this.end('UPDATE', []);
      return;
    }
    stack.values = before.values;
    stored.unbegun = new Set([...stored.unbegun].filter((one) => one in template.resources));
    if (!rollback) {
      this.end('UPDATE', failures);
      return;
    }
    this.note('ROLLBACK', 'IN_PROGRESS');
    stack.restore();
    const again = await stack.apply(before.template, this.begin());
    this.end('ROLLBACK', again);
    if (again.length === 0) stored.reason = failures[0]?.reason ?? 'Update timed out';
  }

  private async delete(): Promise<void> {
    this.existing();
    this.note('DELETE', 'IN_PROGRESS');
    await this.removeAll('DELETE');
  }

  private async removeAll(action: 'DELETE' | 'ROLLBACK'): Promise<void> {
    const { stack } = this.existing();
    this.end(action, await stack.removeAll(this.begin()));
    const { stored } = this;
    if (stored?.status === 'COMPLETE') this.stored = null;
    // What is gone is as if it had never been begun.
    else if (stored) stored.unbegun = new Set(Object.keys(stored.template.resources));
  }

  private async act(action: StackAction): Promise<void> {
    const stored = this.existing();
    if (action !== 'CHECK' && stored.action === action && stored.status === 'COMPLETE') {
      this.note(action, 'COMPLETE');
      return;
    }
    this.note(action, 'IN_PROGRESS');
    this.end(action, await stored.stack.actOnAll(action, this.begin()));
  }

  private signal({ resource = '', details = {} }: Step): void {
    const { stack } = this.existing();
    const row = [...this.cloud.rows].find((one) => one.name === resource && !one.replaced);
    if (!row) throw new Refused('not_found', `The Resource (${resource}) could not be found in Stack ${stack.name}.`);
    if (!row.deployment) throw new Refused('invalid', `The resource ${resource} does not take signals.`);
    this.keeperOf(row)?.signal(row, details);
  }

  private preview({ template: name = '', params = {}, existing }: Step): JsonObject {
    const stored = this.existing();
    const source = existing ? stored.source : (this.testCase.templates[name] ?? '');
    const { template, values } = this.prepared(source, existing ? { ...stored.params, ...params } : params);
    const { stack } = stored;
    const here = new Map<string, PlannedResource>(
      stack.current().map((row) => [
        row.name,
        {
          definition: row.definition,
          current: { reference: row.physicalId ?? row.name, attributes: attributesOf(stack, row) },
          condition: row.status === 'FAILED' ? 'broken' : 'intact',
        },
      ]),
    );
    const types = new Map(
      Object.values(template.resources).map(({ type }) => [
        type,
        { ...this.types(type), changes: propertyChangesOf(this.types(type)?.properties ?? {}) },
      ]),
    );
    const plan = planStack(
      template,
      { parameters: values, files: this.testCase.files, yaql: evaluateYaql },
      here,
      types,
    );
    const changed = (change: string) => plan.resources.filter((one) => one.change === change).map((one) => one.name);
    const isUnbegun = (one: string) => stored.unbegun.has(one);
    return {
      added: changed('create').filter((one) => !isUnbegun(one)),
      deleted: changed('remove'),
      replaced: [...changed('replace'), ...changed('create').filter(isUnbegun)],
      updated: changed('inPlace'),
      unchanged: changed('unchanged'),
    };
  }

  private begin(): AbortSignal {
    this.phase = new AbortController();
    return this.phase.signal;
  }

  private note(action: string, status: string, reason = ''): void {
    if (this.stored) Object.assign(this.stored, { action, status, reason });
    this.cloud.events.push(`(stack) ${action}_${status}`);
  }

  private end(action: string, [failure]: Failure[]): void {
    const timedOut = this.phase.signal.aborted;
    const word = action.charAt(0) + action.slice(1).toLowerCase();
    if (failure) this.note(action, 'FAILED', `Resource ${action} failed: ${failure.reason}`);
    else if (timedOut) this.note(action, 'FAILED', `${word} timed out`);
    else this.note(action, 'COMPLETE');
  }

  private keeperOf(row: MemoryRow): MemoryStack | null {
    const { stack } = this.stored ?? {};
    if (!stack) return null;
    if (stack.rows.has(row)) return stack;
    return [...stack.rows].find(({ members }) => members?.rows.has(row))?.members ?? null;
  }

  private idsNow(): Map<string, string | null> {
    const { stored } = this;
    if (!stored) return new Map();
    const begun = stored.stack.current().map((row) => [row.name, row.physicalId] as const);
    return new Map([...[...stored.unbegun].map((name) => [name, null] as const), ...begun]);
  }

  /** The stack as it is after a step. */
  private view(before: ReadonlyMap<string, string | null>): JsonObject {
    const { stored } = this;
    if (!stored) return { stack: null };
    const rows = stored.stack.current();
    const now = this.idsNow();
    const unbegun = [...stored.unbegun].filter((name) => !rows.some((row) => row.name === name));
    const begun = Object.fromEntries(rows.map((row) => [row.name, `${row.action}_${row.status}`]));
    const failed = rows.filter(({ status }) => status === 'FAILED');
    return {
      stack: `${stored.action}_${stored.status}`,
      reason: stored.reason,
      resources: { ...Object.fromEntries(unbegun.map((name) => [name, 'INIT_COMPLETE'])), ...begun },
      reasons: Object.fromEntries(failed.map((row) => [row.name, row.reason])),
      replaced: [...now].filter(([name, id]) => before.has(name) && before.get(name) !== id).map(([name]) => name),
      ...outputsOf(stored),
    };
  }
}

/** The outputs of a stack; one that cannot be had is null, and says why. */
function outputsOf({ stack, template }: Stored): JsonObject {
  const outputs: JsonObject = {};
  const outputErrors: JsonObject = {};
  const scope = { ...stack.scope(new Map(stack.current().map((row) => [row.name, row]))), version: template.version };
  for (const [name, { value }] of Object.entries(template.outputs)) {
    try {
      outputs[name] = resolve(value, scope);
    } catch (error) {
      if (!isVetroError(error)) throw error;
      outputs[name] = null;
      outputErrors[name] = error.sentence;
    }
  }
  return { outputs, outputErrors };
}

/** Attributes of a deployment as far as they are reported or declared, of anything else all. */
function attributesOf(stack: MemoryStack, row: MemoryRow): JsonObject {
  const names = row.deployment
    ? [
        ...Object.keys(row.deployment.outputs),
        ...row.deployment.declared,
        'deploy_stdout',
        'deploy_stderr',
        'deploy_status_code',
      ]
    : Object.keys(row.attributes);
  const entries = names.map((name) => [name, stack.attribute(row, name) ?? null]);
  return isObject(row.attributes) ? Object.fromEntries(entries) : {};
}

/** Resolves when the engine has nothing left that it could do by itself: it waits for nothing but agents. */
async function quiet(): Promise<void> {
  for (let round = 0; round < 2; round++) await new Promise((resolve) => setImmediate(resolve));
}
