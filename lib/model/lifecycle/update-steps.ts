import { containerNode } from './expand';
import { removedRelationships } from './model-changes';
import { operationsOfSide } from './operations';
import type { NodeTemplate, RelationshipTemplate, TopologyTemplate } from './template';

/** One difference between what is deployed and a new version of it (docs/lifecycle.md, "Update"). */
export interface UpdateStep {
  action: 'remove' | 'add' | 'modify';
  entity: 'node' | 'relationship' | 'property' | 'operation' | 'group';
  /** such as `nodes:web:properties:port` */
  id: string;
  /** false: an update cannot do this */
  supported: boolean;
  /** the node that it is about, if any */
  node: string | null;
}

/**
 * What an update would change: removals first, then additions, then changes; relationships go before nodes, nodes come
 * before relationships, targets first.
 *
 * @param before resolved
 * @param after resolved
 */
export function updateSteps(before: TopologyTemplate, after: TopologyTemplate): UpdateStep[] {
  const old = new Map(before.nodes.map((node) => [node.id, node]));
  const steps: UpdateStep[] = [];
  for (const node of targetsFirst(after.nodes)) {
    const was = old.get(node.id);
    old.delete(node.id);
    if (!was) steps.push(step('add', 'node', node.id, `nodes:${node.id}`));
    else if (was.type !== node.type || containerNode(was) !== containerNode(node)) {
      steps.push({ ...step('modify', 'node', node.id, `nodes:${node.id}`), supported: false });
    } else steps.push(...stepsOfNode(was, node));
  }
  for (const id of old.keys()) steps.push(step('remove', 'node', id, `nodes:${id}`));
  steps.push(...stepsOfGroups(before, after));
  return steps.sort((one, other) => rank(one) - rank(other));
}

function step(action: UpdateStep['action'], entity: UpdateStep['entity'], node: string, id: string): UpdateStep {
  return { action, entity, id, supported: true, node };
}

const ACTIONS = ['remove', 'add', 'modify'];
function rank({ action, entity }: UpdateStep): number {
  const first = action === 'remove' ? 'relationship' : 'node';
  return ACTIONS.indexOf(action) * 2 + (entity === first ? 0 : 1);
}

function* stepsOfNode(was: NodeTemplate, node: NodeTemplate): Generator<UpdateStep> {
  const base = `nodes:${node.id}`;
  for (const [action, name] of differences(was.operations, node.operations)) {
    yield step(action, 'operation', node.id, `${base}:operations:${name}`);
  }
  yield* stepsOfRelationships(was, node);
  for (const [action, name] of differences(was.properties, node.properties)) {
    yield step(action, 'property', node.id, `${base}:properties:${name}`);
  }
}

function* stepsOfRelationships(was: NodeTemplate, node: NodeTemplate): Generator<UpdateStep> {
  const base = `nodes:${node.id}:relationships`;
  const used = new Set<number>();
  for (const [index, relationship] of node.relationships.entries()) {
    const oldIndex = was.relationships.findIndex((one, at) => !used.has(at) && isSame(one, relationship));
    const old = was.relationships[oldIndex];
    if (!old) {
      yield step('add', 'relationship', node.id, `${base}:${index}`);
      continue;
    }
    used.add(oldIndex);
    if (oldIndex !== index) yield step('modify', 'relationship', node.id, `${base}:${oldIndex}:${index}`);
    for (const side of ['source', 'target'] as const) {
      for (const [action, name] of differences(operationsOfSide(old, side), operationsOfSide(relationship, side))) {
        yield step(action, 'operation', node.id, `${base}:${index}:${side}_operations:${name}`);
      }
    }
    for (const [action, name] of differences(old.properties, relationship.properties)) {
      const id = `${base}:${index}:properties:${name}`;
      yield { ...step(action, 'property', node.id, id), supported: false };
    }
  }
  for (const gone of removedRelationships(was, node)) {
    yield step('remove', 'relationship', node.id, `${base}:${was.relationships.indexOf(gone)}`);
  }
}

const isSame = (one: RelationshipTemplate, other: RelationshipTemplate): boolean =>
  one.type === other.type && one.target === other.target;

function* stepsOfGroups(before: TopologyTemplate, after: TopologyTemplate): Generator<UpdateStep> {
  const shape = ({ groups }: TopologyTemplate) =>
    Object.fromEntries(groups.map(({ name, members }) => [name, [...members].sort()]));
  for (const [action, name] of differences(shape(before), shape(after))) {
    yield { action, entity: 'group', id: `groups:${name}`, supported: false, node: null };
  }
}

/** What differs between two objects, by key. */
function* differences(
  before: Readonly<Record<string, unknown>>,
  after: Readonly<Record<string, unknown>>,
): Generator<[UpdateStep['action'], string]> {
  for (const key of new Set([...Object.keys(before), ...Object.keys(after)])) {
    if (!Object.hasOwn(before, key)) yield ['add', key];
    else if (!Object.hasOwn(after, key)) yield ['remove', key];
    else if (!isEqual(before[key], after[key])) yield ['modify', key];
  }
}

/** Whether two JSON values are the same, whatever the order of keys. */
function isEqual(one: unknown, other: unknown): boolean {
  if (one === other) return true;
  if (typeof one !== 'object' || typeof other !== 'object' || one === null || other === null) return false;
  if (Array.isArray(one) !== Array.isArray(other)) return false;
  const keys = Object.keys(one).filter((key) => (one as never)[key] !== undefined);
  const others = Object.keys(other).filter((key) => (other as never)[key] !== undefined);
  return (
    keys.length === others.length &&
    keys.every((key) => Object.hasOwn(other, key) && isEqual((one as never)[key], (other as never)[key]))
  );
}

/** Nodes in an order in which every target comes before what needs it. */
function targetsFirst(nodes: readonly NodeTemplate[]): NodeTemplate[] {
  const byId = new Map(nodes.map((node) => [node.id, node]));
  const done = new Set<string>();
  const order: NodeTemplate[] = [];
  for (const start of nodes) {
    const way = [{ node: start, next: 0 }];
    for (let at = way.at(-1); at; at = way.at(-1)) {
      const target = byId.get(at.node.relationships[at.next]?.target ?? '');
      at.next += 1;
      if (target && !done.has(target.id) && !way.some(({ node }) => node === target))
        way.push({ node: target, next: 0 });
      else if (at.next > at.node.relationships.length) {
        way.pop();
        if (!done.has(at.node.id)) order.push(at.node);
        done.add(at.node.id);
      }
    }
  }
  return order;
}
