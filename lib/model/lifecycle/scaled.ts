import type { Json, JsonObject } from '../json';
import { containment, countKey, type Entity } from './entities';
import { expand, type InstanceModel } from './expand';
import { modelChanges } from './model-changes';
import { NodeTypes } from './node-types';
import type { TopologyTemplate } from './template';

/** The instances as they are to be, and which of them are new and which go. */
export interface Scaling {
  after: InstanceModel;
  added: string[];
  removed: string[];
}

/**
 * The instances with more or fewer of a node or group: what the workflow `scale` will make, and its plan says.
 *
 * @param parameters of the workflow (docs/workflows/scale.md)
 * @returns a sentence with all that is wrong with the parameters; null for a delta of 0
 */
export function scaled(model: InstanceModel, parameters: JsonObject): Scaling | string | null {
  try {
    const goal = goalOf(model, parameters);
    if (goal === null) return null;
    const { entity, count, include, exclude } = goal;
    const counts = { ...model.counts, [countKey(entity)]: count };
    const after = expand(model, model.template, counts, { include, exclude });
    const { added, removed } = modelChanges(model, after);
    return { after, added, removed };
  } catch (error) {
    if (error instanceof CannotScale) return error.message;
    throw error;
  }
}

class CannotScale extends Error {}

/** What is scaled, and to which number of instances in each instance of its parent. */
interface Goal {
  entity: Entity;
  count: number;
  include: Set<string>;
  exclude: Set<string>;
}

function goalOf(model: InstanceModel, parameters: JsonObject): Goal | null {
  const name = String(parameters.scalable_entity_name);
  const delta = numberOf(parameters.delta);
  if (delta === 0) return null;
  const include = new Set(listOf(parameters.include_instances));
  const exclude = new Set(listOf(parameters.exclude_instances));
  if (delta > 0 && include.size + exclude.size > 0) {
    throw new CannotScale('Instances cannot be included or excluded when scaling up.');
  }
  const entity = entityOf(model, name, parameters.scale_compute === true);
  const count = model.counts[countKey(entity)] ?? 0;
  const lists = listsOf(model, entity.kind === 'group' ? entity : { kind: 'node', name });
  checkLists(lists, { include, exclude, delta, withHost: parameters.scale_compute === true });
  if (count + delta < 0) {
    throw new CannotScale(`A delta of ${delta} is illegal: the current number of instances of ${name} is ${count}.`);
  }
  const asMembers = (ids: Set<string>) => new Set([...ids].map((id) => lists.entityInstance.get(id) ?? id));
  return { entity, count: count + delta, include: asMembers(include), exclude: asMembers(exclude) };
}

function numberOf(value: Json | undefined): number {
  const text = typeof value === 'string' ? value.trim() : value;
  const number = typeof text === 'number' ? text : typeof text === 'string' && text !== '' ? Number(text) : Number.NaN;
  if (!Number.isInteger(number)) {
    throw new CannotScale(`The delta parameter must be a whole number, not ${JSON.stringify(value ?? null)}.`);
  }
  return number;
}

/** A group by its name, else a node, else the host that the node is on where that is what is scaled. */
function entityOf({ template }: InstanceModel, name: string, withHost: boolean): Entity {
  if (template.groups.some((group) => group.name === name)) return { kind: 'group', name };
  const host = hostOfNode(template, name);
  if (host === undefined) {
    throw new CannotScale(`No scalable entity named ${name} was found: there is no such node or group.`);
  }
  return { kind: 'node', name: withHost ? (host ?? name) : name };
}

/** The outermost machine that a node is on; null for none, undefined where there is no such node. */
export function hostOfNode(template: TopologyTemplate, name: string): string | null | undefined {
  const types = new NodeTypes(template.types);
  const nodes = new Map(template.nodes.map((node) => [node.id, node]));
  if (!nodes.has(name)) return undefined;
  let host: string | null = null;
  for (let at = nodes.get(name); at; at = nodes.get(containment(at)?.target ?? '')) {
    if (types.isHost(at.type)) host = at.id;
  }
  return host;
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

function listsOf(model: InstanceModel, entity: Entity): ScalableInstances {
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
  throw new CannotScale(problems.join(' '));
}

/** The items of a list parameter; a single item stands for a list of one. */
export function listOf(value: Json | undefined): string[] {
  if (value === undefined || value === null || value === '') return [];
  return (Array.isArray(value) ? value : [value]).map(String);
}

/** Some of many names, and how many there are besides. */
export function someOf(names: readonly string[], shown = 5): string {
  const more = names.length - shown;
  return names.slice(0, shown).join(', ') + (more > 0 ? ` and ${more} more` : '');
}
