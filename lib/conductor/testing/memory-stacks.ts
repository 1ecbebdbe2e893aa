import { findImage, KEY_PAIRS } from '@/lib/cloud/embedded/catalogue';
import { DEFAULT_NETWORK, PUBLIC_NETWORK } from '@/lib/cloud/embedded/resources/network-plan';
import { FLAVORS } from '@/lib/cloud/kernel/flavors';
import { newId } from '@/lib/cloud/kernel/kernel';
import { pseudoParameters, scopeOf } from '@/lib/cloud/kernel/stacks/converge';
import type { Engine } from '@/lib/cloud/kernel/stacks/engine';
import { madeFrom } from '@/lib/cloud/kernel/stacks/resource-rows';
import type { Run } from '@/lib/cloud/kernel/stacks/stack-operation';
import { validate } from '@/lib/cloud/kernel/stacks/validate';
import type { CloudResource } from '@/lib/db/generated/client';
import { errors, isVetroError } from '@/lib/errors';
import { propertyChangesOf, type ResolvedResource } from '@/lib/formats/hot/diff';
import { resolve } from '@/lib/formats/hot/functions';
import { decideResource, type ResourceCondition } from '@/lib/formats/hot/plan';
import { prepareTemplate } from '@/lib/formats/hot/prepare';
import type { Template } from '@/lib/formats/hot/template';
import { isObject, type JsonObject } from '@/lib/model/json';
import type { StackResult } from '@/lib/ports/cloud/cloud';
import { actOnStack, cleanUp, converge, evaluateYaql, type Failure } from '@/lib/stack-engine';
import type { CloudOperationRow, CloudStackRow, MemoryCloudState } from './memory-cloud-state';
import type { MemoryResources } from './memory-resources';

interface StackParts {
  state: MemoryCloudState;
  resources: MemoryResources;
  /** called whenever an operation has an event or has ended */
  onProgress(): void;
}

/** Carries operations out in memory, by the engine and the rules of the embedded cloud. */
export interface MemoryStacks {
  readonly engine: Engine;
  /** Carries the operations of its stack out, one after the other; resolves when this one is over. */
  carryOut(row: CloudOperationRow): Promise<void>;
  conditionOf(row: CloudResource): ResourceCondition;
}

type Goal = { template: Template; values: JsonObject };
type Word = 'CREATE' | 'UPDATE' | 'DELETE' | 'SUSPEND' | 'RESUME';

const ALIVE = new AbortController().signal;
const EMPTY: StackResult = { ok: true, outputs: {} };

/** Makes the engine of the stacks in a state. */
export function createMemoryStacks({ state, resources, onProgress }: StackParts): MemoryStacks {
  // Of the engine in the database only what decides is used: its types and what a tenant may name.
  const engine = {
    types: resources.types,
    offers: async (kind: string, _: string, name: string) => OFFERS[kind]?.(name) ?? false,
  } as unknown as Engine;
  const rowsOf = ({ id }: { id: string }) => state.resources.filter(({ stackId }) => stackId === id);
  const machineFailed = (row: CloudResource) => state.machines.some(({ id, isDeleted }) => id === row.id && isDeleted);
  const conditionOf = (row: CloudResource): ResourceCondition => {
    if (row.status === 'FAILED' && row.action === 'CREATE') return 'broken';
    if (machineFailed(row)) return 'broken';
    return row.status === 'FAILED' ? 'halfChanged' : 'intact';
  };

  /** One operation under way: what it does to single resources, each told as an event. */
  function hostOf(stack: CloudStackRow, { seq, operation, events }: CloudOperationRow) {
    const run = { kernel: engine, stack } as Pick<Run, 'kernel' | 'stack'> as Run;
    const note = (row: CloudResource, action: Word, status: CloudResource['status'], reason = '') => {
      Object.assign(row, { action, status, reason, updatedAt: new Date() });
      const { name: resource, type } = row;
      events.push({
        id: `${operation.id}:${events.length + 1}`,
        resource,
        type,
        action,
        status,
        reason,
        at: new Date(),
      });
      state.stackEvents.push({ resourceName: resource, action, status });
      onProgress();
    };
    /** Does something to a resource; a refusal is its end. */
    const attempt = async (row: CloudResource, action: Word, work: () => Promise<void> | void) => {
      note(row, action, 'IN_PROGRESS');
      try {
        await work();
        note(row, action, 'COMPLETE');
      } catch (error) {
        if (!isVetroError(error)) throw error;
        note(
          row,
          action,
          'FAILED',
          `${error.details.exception ?? 'ResourceFailure'}: resources.${row.name}: ${error.sentence}`,
        );
      }
      return row;
    };
    const requestOf = ({ id, name }: CloudResource, properties: JsonObject) => ({ stack, id, name, properties });
    const create = async (name: string, made: ResolvedResource, requires: string[], instead: CloudResource | null) => {
      if (instead) instead.replaced = true;
      const row = {
        ...{ id: newId(), stackId: stack.id, name, type: made.type, action: 'INIT', status: 'COMPLETE', reason: '' },
        ...{ properties: { properties: made.properties, metadata: made.metadata }, attributes: {}, requires },
        ...{ dueAt: null, replaced: false, createdBy: BigInt(seq), createdAt: new Date(), updatedAt: new Date() },
      };
      state.resources.push(row);
      return attempt(row, 'CREATE', async () => {
        const { attributes, seconds, waits } = await resources.create(requestOf(row, made.properties));
        Object.assign(row, { attributes });
        if (waits) await waitInVain(seconds);
      });
    };
    return {
      goalScope: (goal: Goal, current: ReadonlyMap<string, CloudResource>) => scopeOf(run, goal, current),
      decide: async (_: string, row: CloudResource | null, wanted: ResolvedResource) => {
        const type = resources.types.get(wanted.type);
        const current = row && { definition: madeFrom(row), condition: conditionOf(row) };
        return decideResource(current, wanted, propertyChangesOf(type?.properties ?? {}));
      },
      create,
      update: (row: CloudResource, made: ResolvedResource, requires: string[]) =>
        attempt(row, 'UPDATE', async () => {
          const before = isObject(row.attributes) ? row.attributes : {};
          const attributes = await resources.update(requestOf(row, made.properties), before);
          const properties = { properties: made.properties, metadata: made.metadata };
          Object.assign(row, { attributes, properties, requires });
        }),
      // Nothing takes time here: what was begun is over.
      settled: async (row: CloudResource) => row,
      remove: async (row: CloudResource) => {
        await attempt(row, 'DELETE', () => resources.remove(row));
        state.resources.splice(state.resources.indexOf(row), 1);
        return null;
      },
      act: (row: CloudResource, action: 'SUSPEND' | 'RESUME') =>
        attempt(row, action, () => (action === 'SUSPEND' ? resources.suspend(row) : resources.resume(row))),
    };
  }

  async function apply(row: CloudOperationRow): Promise<StackResult> {
    const { scope, name, content } = row.operation;
    const { template: source = {}, parameters = {} } = content ?? {};
    const goal = await validate(engine, scope.tenantId, source, parameters, name);
    if ('reason' in goal) return refused('VALIDATION_FAILED', goal);
    const known = stackOf(row.operation);
    if (known?.action === 'SUSPEND')
      return refused('VALIDATION_FAILED', failure('Updating a stack when it is suspended is not supported.'));
    const stack = known ?? madeStack(row.operation);
    const isNew = Object.keys(stack.template).length === 0;
    Object.assign(stack, { action: isNew ? 'CREATE' : 'UPDATE', status: 'IN_PROGRESS', reason: '' });
    const failed = await reach(stack, row, goal);
    if (failed) return rollBack(stack, row, failed);
    const outputs = outputsOf(stack, row, goal);
    Object.assign(stack, { status: 'COMPLETE', template: source, parameters, outputs });
    return { ok: true, outputs };
  }

  /** Makes a stack be as a template says. @returns what failed; null when all is well */
  async function reach(stack: CloudStackRow, row: CloudOperationRow, goal: Goal): Promise<Failure | null> {
    const { goalScope, ...host } = hostOf(stack, row);
    const scoped = { ...host, scope: (current: ReadonlyMap<string, CloudResource>) => goalScope(goal, current) };
    const [failed] = await converge(scoped, goal.template, rowsOf(stack), ALIVE);
    if (failed) return failed;
    const obsolete = rowsOf(stack).filter((one) => one.replaced || !(one.name in goal.template.resources));
    return (await cleanUp(host, obsolete, ALIVE))[0] ?? null;
  }

  /** What the operation made goes, what it replaced comes back. */
  async function rollBack(stack: CloudStackRow, row: CloudOperationRow, failed: Failure): Promise<StackResult> {
    const made = rowsOf(stack).filter(({ createdBy }) => createdBy === BigInt(row.seq));
    for (const one of made) one.replaced = true;
    for (const one of rowsOf(stack))
      if (!made.includes(one) && made.some(({ name }) => name === one.name)) one.replaced = false;
    const before = goalOf(stack);
    const second = before ? await reach(stack, row, before) : null;
    if (!before) await cleanUp(hostOf(stack, row), rowsOf(stack), ALIVE);
    const outputs = before && !second ? outputsOf(stack, row, before) : {};
    Object.assign(stack, {
      action: 'ROLLBACK',
      status: second ? 'FAILED' : 'COMPLETE',
      reason: failed.reason,
      outputs,
    });
    return refused(second ? 'ROLLBACK_FAILED' : 'ROLLBACK_COMPLETE', failed);
  }

  async function remove(row: CloudOperationRow): Promise<StackResult> {
    const stack = stackOf(row.operation);
    if (!stack) return EMPTY;
    await cleanUp(hostOf(stack, row), rowsOf(stack), ALIVE);
    Object.assign(stack, { action: 'DELETE', status: 'COMPLETE', isDeleted: true, template: {}, outputs: {} });
    return EMPTY;
  }

  async function act(row: CloudOperationRow): Promise<StackResult> {
    const action = row.operation.action === 'suspend' ? 'SUSPEND' : 'RESUME';
    const stack = stackOf(row.operation);
    if (!stack) return refused(`${action}_FAILED`, failure(`The Stack (${row.operation.name}) could not be found.`));
    // No software components here: on one machine there is nothing to be done.
    if (row.operation.machine !== undefined || (stack.action === action && stack.status === 'COMPLETE'))
      return { ok: true, outputs: stack.outputs };
    const host = hostOf(stack, row);
    const only = { settled: host.settled, act: (one: CloudResource) => host.act(one, action) };
    const [failed] = await actOnStack(only, action, rowsOf(stack), ALIVE);
    Object.assign(stack, { action, status: failed ? 'FAILED' : 'COMPLETE' });
    return failed ? refused(`${action}_FAILED`, failed) : { ok: true, outputs: stack.outputs };
  }

  const stackOf = ({ scope, name }: CloudOperationRow['operation']) =>
    state.stacks.find((stack) => stack.tenantId === scope.tenantId && stack.name === name && !stack.isDeleted);

  function madeStack({ scope, name }: CloudOperationRow['operation']): CloudStackRow {
    const fresh = { action: 'CREATE', status: 'IN_PROGRESS', reason: '', isDeleted: false };
    const contents = { template: {}, parameters: {}, outputs: {} };
    const stack = { id: newId(), tenantId: scope.tenantId, name, ...fresh, ...contents };
    state.stacks.push(stack);
    return stack;
  }

  /** What a stack was carried out as last; null when it is new. */
  function goalOf({ template: source, parameters, ...stack }: CloudStackRow): Goal | null {
    if (Object.keys(source).length === 0) return null;
    const { template, values } = prepareTemplate(source, parameters, {
      pseudo: pseudoParameters(stack),
      yaql: evaluateYaql,
    });
    return template && { template, values };
  }

  function outputsOf(stack: CloudStackRow, row: CloudOperationRow, { template, values }: Goal): JsonObject {
    const current = new Map(rowsOf(stack).map((one) => [one.name, one]));
    const scope = hostOf(stack, row).goalScope({ template, values }, current);
    return Object.fromEntries(
      Object.entries(template.outputs).map(([name, output]) => [name, resolve(output.value, scope)]),
    );
  }

  const lines = new Map<string, Promise<void>>();
  return {
    engine,
    conditionOf,
    carryOut: (row) => {
      const { action, content, scope, name } = row.operation;
      const work = action ? act : content ? apply : remove;
      const line = `${scope.tenantId}/${name}`;
      const over = (lines.get(line) ?? Promise.resolve()).then(async () => {
        row.result = await work(row);
        onProgress();
      });
      lines.set(line, over);
      return over;
    },
  };
}

const OFFERS: Record<string, (name: string) => boolean> = {
  image: (name) => findImage(name) !== undefined,
  flavor: (name) => FLAVORS.some((flavor) => flavor.name === name),
  keyPair: (name) => KEY_PAIRS.includes(name),
  network: (name) => [DEFAULT_NETWORK, PUBLIC_NETWORK].includes(name),
};

/** A condition that nobody signals. */
async function waitInVain(seconds: number): Promise<never> {
  await new Promise((resolve) => setTimeout(resolve, seconds * 1_000));
  throw errors.cloud('resource_refused', 'the signals that were waited for did not come', {
    details: { exception: 'WaitConditionTimeout' },
  });
}

function failure(reason: string): Failure {
  return { resource: null, type: null, reason };
}

function refused(status: string, { resource, type: resourceType, reason }: Failure): StackResult {
  return { ok: false, status, resource, resourceType, reason };
}
