import type { InstanceModel } from './expand';
import type { NodeInstance, RelationshipInstances } from './instance';
import type { NodeTemplate, RelationshipTemplate, TopologyTemplate } from './template';

/** Relationships that an instance has on one side of a change and not on the other. */
export interface RelationshipChange {
  source: string;
  node: string;
  targets: string[];
}

/** What becomes of the instances of a model by a change; every list holds ids. */
export interface ModelChanges {
  added: string[];
  removed: string[];
  /** instances on both sides that have new relationships */
  extended: RelationshipChange[];
  /** instances on both sides that lose relationships */
  reduced: RelationshipChange[];
}

/**
 * What differs between two models of one deployment.
 *
 * @param before what there is
 * @param after what is to be
 */
export function modelChanges(before: InstanceModel, after: InstanceModel): ModelChanges {
  const old = new Map(before.instances.map((instance) => [instance.id, instance]));
  const changes: ModelChanges = { added: [], removed: [], extended: [], reduced: [] };
  for (const instance of after.instances) {
    const was = old.get(instance.id);
    old.delete(instance.id);
    if (!was) {
      changes.added.push(instance.id);
      continue;
    }
    changes.extended.push(...missingIn(was.relationships, instance));
    changes.reduced.push(...missingIn(instance.relationships, was));
  }
  changes.removed.push(...old.keys());
  return changes;
}

/** The relationships of an instance that are not among others. */
function missingIn(others: readonly RelationshipInstances[], instance: NodeInstance): RelationshipChange[] {
  return instance.relationships.flatMap(({ type, node, targets }) => {
    const known = others.filter((other) => other.type === type && other.node === node);
    if (known.some((other) => other.targets === targets)) return [];
    const there = new Set(known.flatMap((other) => [...other.targets]));
    const missing = targets.filter((target) => !there.has(target));
    return missing.length === 0 ? [] : [{ source: instance.id, node, targets: missing }];
  });
}

/**
 * A model while it changes: what is to be, and what is to go with its relationships, which stand last.
 *
 * @returns a model in which relationships of templates and instances stand at the same places
 */
export function unionModel(before: InstanceModel, after: InstanceModel): InstanceModel {
  const template = unionTemplate(before.template, after.template);
  const nodes = new Map(template.nodes.map((node) => [node.id, node]));
  const remaining = new Set(after.instances.map(({ id }) => id));
  const old = new Map(before.instances.map((instance) => [instance.id, instance]));
  const united = after.instances.map((instance) => unionInstance(old.get(instance.id), instance, nodes));
  const groups = new Set(after.groups.map(({ id }) => id));
  return {
    ...after,
    template,
    instances: [...united, ...before.instances.filter(({ id }) => !remaining.has(id))],
    groups: [...after.groups, ...before.groups.filter(({ id }) => !groups.has(id))],
  };
}

function unionTemplate(before: TopologyTemplate, after: TopologyTemplate): TopologyTemplate {
  if (before === after) return after;
  const old = new Map(before.nodes.map((node) => [node.id, node]));
  const nodes = after.nodes.map((node) => {
    const was = old.get(node.id);
    old.delete(node.id);
    return was ? { ...node, relationships: [...node.relationships, ...removedRelationships(was, node)] } : node;
  });
  return { ...after, nodes: [...nodes, ...old.values()], types: { ...before.types, ...after.types } };
}

/** The relationships of a node that its new version has no more. */
export function removedRelationships(before: NodeTemplate, after: NodeTemplate): RelationshipTemplate[] {
  const left = [...after.relationships];
  return before.relationships.filter(({ type, target }) => {
    const at = left.findIndex((one) => one.type === type && one.target === target);
    if (at >= 0) left.splice(at, 1);
    return at < 0;
  });
}

/** Targets that go stay among those of their relationship; relationships that go stand after the others. */
function unionInstance(
  was: NodeInstance | undefined,
  instance: NodeInstance,
  nodes: ReadonlyMap<string, NodeTemplate>,
): NodeInstance {
  if (!was) return instance;
  const left = [...was.relationships];
  const relationships = instance.relationships.map((one) => {
    const at = left.findIndex(({ type, node }) => type === one.type && node === one.node);
    if (at < 0) return one;
    const [other] = left.splice(at, 1) as [RelationshipInstances];
    if (other.targets === one.targets) return one;
    const there = new Set(one.targets);
    const going = other.targets.filter((target) => !there.has(target));
    if (going.length === 0) return one;
    const stay = new Set(other.targets);
    // one list for all who share it: what is ordered by it needs no line for each pair
    return one.targets.every((target) => stay.has(target)) ? other : { ...one, targets: [...one.targets, ...going] };
  });
  const count = nodes.get(instance.node)?.relationships.length ?? 0;
  return { ...instance, relationships: [...relationships, ...left].slice(0, count) };
}
