import type { Json, JsonObject } from '@/lib/model/json';
import { countKey, type Entity } from '@/lib/model/lifecycle/entities';
import { expand } from '@/lib/model/lifecycle/expand';
import { modelChanges, unionModel } from '@/lib/model/lifecycle/model-changes';
import { HOST_TYPE } from '@/lib/model/lifecycle/node-types';
import type { WorkflowContext } from '../context';
import type { Deployment } from '../deployment';
import { someOf, WorkflowCancelled, WorkflowFailure } from '../failures';
import type { Modification } from '../ports';
import { installGraph } from '../sequences/install';
import { uninstallGraph } from '../sequences/uninstall';
import { listOf } from './selection';
import { FLAG, type Workflow } from './workflow';

/** What is scaled, and to which number of instances in each instance of its parent. */
interface Goal {
  entity: Entity;
  count: number;
  delta: number;
  include: Set<string>;
  exclude: Set<string>;
}

/** Adds instances of a node or group, or takes some away (seed; digest, section 2.6, D5 and D9). */
export const scale: Workflow = {
  parameters: {
    scalable_entity_name: { type: 'string' },
    delta: { type: 'any', default: 1 },
    scale_compute: FLAG(false),
    ignore_failure: FLAG(false),
    include_instances: { type: 'any', default: [] },
    exclude_instances: { type: 'any', default: [] },
    rollback_if_failed: FLAG(true),
    abort_started: FLAG(false),
  },
  run: async (context) => {
    const { parameters } = context;
    const before = stillStarted(context);
    let goal = before ? null : goalOf(context);
    if (!before && goal === null) {
      context.log('delta is 0: nothing is scaled.');
      return;
    }
    if (goal && parameters.abort_started === true) {
      await abortStarted(context);
      // counted anew, by what is left
      goal = goalOf(context);
    }
    const modification = before ?? begin(context, goal as Goal);
    const entity = String(parameters.scalable_entity_name);
    const known = failureOf(context);
    const failure = known ?? (await attempt(context, entity, modification));
    if (failure) {
      await undo(context, `${entity}_rollback`, modification, failure);
      throw failure;
    }
    finish(context, modification);
  },
};

/** @returns why it failed, where that is to be undone */
async function attempt(
  context: WorkflowContext,
  entity: string,
  modification: Modification,
): Promise<WorkflowFailure | null> {
  try {
    if (modification.added.length > 0) await scaleOut(context, entity, modification);
    if (modification.removed.length > 0) await scaleIn(context, entity, modification);
    return null;
  } catch (error) {
    if (!(error instanceof WorkflowFailure) || context.parameters.rollback_if_failed !== true) throw error;
    const { message, operations } = error;
    context.once('failure', () => JSON.parse(JSON.stringify({ message, operations })) as JsonObject);
    return error;
  }
}

/** Why the modification is being undone; null as long as it is not. */
function failureOf({ deployment, executionId }: WorkflowContext): WorkflowFailure | null {
  const stored = deployment.memo(executionId, 'failure') as unknown as WorkflowFailure | undefined;
  return stored ? new WorkflowFailure(stored.message, stored.operations) : null;
}

/** The modification that this execution began before it failed or the process died. */
function stillStarted({ deployment, executionId }: WorkflowContext): Modification | undefined {
  const id = deployment.memo(executionId, 'modification');
  return deployment.modifications.find((one) => one.id === id && one.status === 'started');
}

/** @returns null for a delta of 0 */
function goalOf(context: WorkflowContext): Goal | null {
  const { deployment, parameters } = context;
  const name = String(parameters.scalable_entity_name);
  const delta = numberOf(parameters.delta);
  if (delta === 0) return null;
  const include = new Set(listOf(parameters.include_instances));
  const exclude = new Set(listOf(parameters.exclude_instances));
  if (delta > 0 && include.size + exclude.size > 0) {
    throw new WorkflowFailure('Instances cannot be included or excluded when scaling up.');
  }
  const entity = entityOf(deployment, name, parameters.scale_compute === true);
  const count = deployment.model.counts[countKey(entity)] ?? 0;
  const lists = listsOf(deployment, entity.kind === 'group' ? entity : { kind: 'node', name });
  checkLists(lists, { include, exclude, delta, withHost: parameters.scale_compute === true });
  if (count + delta < 0) {
    throw new WorkflowFailure(
      `A delta of ${delta} is illegal: the current number of instances of ${name} is ${count}.`,
    );
  }
  const asMembers = (ids: Set<string>) => new Set([...ids].map((id) => lists.entityInstance.get(id) ?? id));
  return { entity, count: count + delta, delta, include: asMembers(include), exclude: asMembers(exclude) };
}

function numberOf(value: Json | undefined): number {
  const text = typeof value === 'string' ? value.trim() : value;
  const number = typeof text === 'number' ? text : typeof text === 'string' && text !== '' ? Number(text) : Number.NaN;
  if (!Number.isInteger(number)) {
    throw new WorkflowFailure(`The delta parameter must be a whole number, not ${JSON.stringify(value ?? null)}.`);
  }
  return number;
}

/** A group by its name, else a node, else the host that the node is on where that is what is scaled. */
function entityOf({ model, types }: Deployment, name: string, withHost: boolean): Entity {
  if (model.template.groups.some((group) => group.name === name)) return { kind: 'group', name };
  const nodes = new Map(model.template.nodes.map((node) => [node.id, node]));
  let node = nodes.get(name);
  if (!node) throw new WorkflowFailure(`No scalable entity named ${name} was found: there is no such node or group.`);
  let host: string | null = null;
  for (let at: typeof node | undefined = node; at; ) {
    if (types.derives(at.type, HOST_TYPE)) host = at.id;
    at = nodes.get(at.relationships.find(({ type }) => type === 'contained_in')?.target ?? '');
  }
  if (withHost && host !== null) node = nodes.get(host) ?? node;
  return { kind: 'node', name: node.id };
}

interface ScalableInstances {
  /** ids that may be named */
  available: Set<string>;
  /** for a member of a group: the instance of the group that it stands for */
  entityInstance: Map<string, string>;
  /** instances of the entity in each instance of its parent */
  siblings: string[][];
  what: string;
}

function listsOf(deployment: Deployment, entity: Entity): ScalableInstances {
  const { model } = deployment;
  const entityInstance = new Map<string, string>();
  const byParent = new Map<string, string[]>();
  const know = (parent: string, id: string) => byParent.set(parent, [...(byParent.get(parent) ?? []), id]);
  if (entity.kind === 'group') {
    for (const { id, group, parent } of model.groups) {
      if (group !== entity.name) continue;
      entityInstance.set(id, id);
      know(parent ?? '', id);
    }
    for (const { id, groups } of model.instances) {
      const member = groups.find(({ group }) => group === entity.name);
      if (member) entityInstance.set(id, member.instance);
    }
  } else {
    for (const { id, node, container, groups } of model.instances) {
      if (node !== entity.name) continue;
      entityInstance.set(id, id);
      know(`${container ?? ''}/${groups[0]?.instance ?? ''}`, id);
    }
  }
  const what = entity.kind === 'group' ? 'Instances of the group and their members' : 'Available instances';
  return { available: new Set(entityInstance.keys()), entityInstance, siblings: [...byParent.values()], what };
}

interface ScaleRequest {
  include: Set<string>;
  exclude: Set<string>;
  delta: number;
  withHost: boolean;
}

/** Everything that is wrong with the two lists, in one message. */
function checkLists(lists: ScalableInstances, { include, exclude, delta, withHost }: ScaleRequest): void {
  if (include.size + exclude.size === 0) return;
  const problems: string[] = [];
  const missing = (ids: Set<string>) => [...ids].filter((id) => !lists.available.has(id));
  const missingIncluded = missing(include);
  const missingExcluded = missing(exclude);
  if (missingIncluded.length > 0) {
    problems.push(`The following included instances did not exist: ${missingIncluded.join(', ')}.`);
  }
  if (missingExcluded.length > 0) {
    problems.push(`The following excluded instances did not exist: ${missingExcluded.join(', ')}.`);
  }
  const both = [...include].filter((id) => exclude.has(id));
  if (both.length > 0) problems.push(`The following instances were both excluded and included: ${both.join(', ')}.`);
  const excepted = new Set([...exclude].map((id) => lists.entityInstance.get(id)));
  const total = lists.siblings.reduce((sum, ids) => sum + ids.length, 0);
  const remaining = lists.siblings.reduce((sum, ids) => sum + Math.max(0, ids.length + delta), 0);
  // it must be possible in each parent; and no more may be excepted than are left, before and after
  const isImpossible = lists.siblings.some(
    (ids) => ids.some((id) => excepted.has(id)) && ids.length + delta < ids.filter((id) => excepted.has(id)).length,
  );
  if (exclude.size > 0 && (isImpossible || (remaining <= excepted.size && total - excepted.size <= excepted.size))) {
    problems.push(
      `Too many instances were excluded: ${remaining} would remain, and ${excepted.size} of them are excluded.`,
    );
  }
  if (withHost) {
    problems.push(
      'Cannot include or exclude instances while scale_compute is true. Name the instances of the host instead.',
    );
  }
  if (problems.length === 0) return;
  problems.push(`${lists.what}: ${someOf([...lists.available], 50)}.`);
  throw new WorkflowFailure(problems.join(' '));
}

/** Notes the modification; from now on what is added is there, and what is removed still is. */
function begin(context: WorkflowContext, { entity, count, include, exclude }: Goal): Modification {
  const { deployment, executionId } = context;
  const started = deployment.modifications.find(({ status }) => status === 'started');
  if (started) {
    throw new WorkflowFailure(
      'A modification of this deployment is still started. Resume its execution, or set abort_started to roll it back.',
    );
  }
  const before = deployment.model;
  const counts = { ...before.counts, [countKey(entity)]: count };
  const after = expand(before, before.template, counts, { include, exclude });
  const { added, removed } = modelChanges(before, after);
  const id = `${executionId}-m${deployment.modifications.length + 1}`;
  const modification: Modification = { id, execution: executionId, status: 'started', before, after, added, removed };
  deployment.change(
    { kind: 'memo', execution: executionId, name: 'modification', value: id },
    { kind: 'modification', modification },
    { kind: 'model', model: unionModel(before, after) },
  );
  context.report({ modification: 'started' });
  return modification;
}

async function scaleOut(context: WorkflowContext, entity: string, { added }: Modification): Promise<void> {
  const { deployment } = context;
  await context.run(`${entity}_install`, (graph) => installGraph(graph, deployment, { instances: new Set(added) }));
}

async function scaleIn(context: WorkflowContext, entity: string, { removed }: Modification): Promise<void> {
  const { deployment, parameters } = context;
  await context.run(`${entity}_uninstall`, (graph) =>
    uninstallGraph(graph, deployment, {
      instances: new Set(removed),
      ignoreFailure: parameters.ignore_failure === true,
    }),
  );
}

/** What stays is as it was before, apart from what this execution has made of it. */
function finish(context: WorkflowContext, modification: Modification): void {
  const { deployment } = context;
  const { after } = modification;
  const instances = after.instances.map((instance) => ({
    ...(deployment.find(instance.id) ?? instance),
    relationships: instance.relationships,
  }));
  deployment.change(
    { kind: 'model', model: { ...after, instances } },
    { kind: 'modificationStatus', id: modification.id, status: 'finished' },
  );
  context.report({ modification: 'finished' });
}

/**
 * Undoes a modification: what was begun of added instances is undone, then the model is as it was. Instances that were
 * to go are in the model again, though operations may have stopped them: the error says what ran.
 */
async function undo(
  context: WorkflowContext,
  graphName: string,
  modification: Modification,
  cause: WorkflowFailure | null,
): Promise<void> {
  const { deployment, parameters } = context;
  let failure = cause;
  try {
    if (modification.added.length > 0) {
      await context.run(graphName, (graph) =>
        uninstallGraph(graph, deployment, {
          instances: new Set(modification.added),
          ignoreFailure: parameters.ignore_failure === true,
          undo: 'toRemove',
        }),
      );
    }
  } catch (error) {
    if (error instanceof WorkflowCancelled || !(error instanceof WorkflowFailure)) throw error;
    const message = `${cause ? `${cause.message} ` : ''}Rolling back failed as well: ${error.message}`;
    failure = new WorkflowFailure(message, [...(cause?.operations ?? []), ...error.operations]);
  }
  deployment.change(
    { kind: 'model', model: { ...modification.before, indexes: modification.after.indexes } },
    { kind: 'modificationStatus', id: modification.id, status: 'rolledback' },
    // when it is resumed it begins anew
    { kind: 'forget', execution: modification.execution },
  );
  context.report({ modification: 'rolledback' });
  if (failure !== cause) throw failure;
}

/** Rolls back a modification that another execution left half-way. */
async function abortStarted(context: WorkflowContext): Promise<void> {
  for (const modification of context.deployment.modifications.filter(({ status }) => status === 'started')) {
    context.log(`Rolling back the modification ${modification.id}.`);
    await undo(context, `abort ${modification.id}`, modification, null);
  }
}
