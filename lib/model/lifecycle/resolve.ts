import { countKey, EntityTree } from './entities';
import { NodeTypes } from './node-types';
import { RELATIONSHIP_OPERATIONS, unmapped } from './operations';
import type { NodeTemplate, TopologyTemplate } from './template';
import { TopologyError, type TopologyProblem } from './topology-error';

/**
 * A topology with everything that its types say: default properties, and operations that are declared and do nothing.
 *
 * @throws TopologyError with everything that is wrong: unknown types, targets and members, circles, impossible numbers
 */
export function resolveTemplate(template: TopologyTemplate): TopologyTemplate {
  const types = new NodeTypes(template.types);
  const problems = [...problemsOfNodes(template, types), ...problemsOfGroups(template)];
  if (problems.length === 0) problems.push(...problemsOfOrder(template), ...problemsOfConnections(template));
  if (problems.length > 0) throw new TopologyError(problems);
  return { ...template, nodes: template.nodes.map((node) => resolveNode(node, types)) };
}

function resolveNode(node: NodeTemplate, types: NodeTypes): NodeTemplate {
  const declared = unmapped(RELATIONSHIP_OPERATIONS);
  return {
    ...node,
    properties: { ...types.properties(node.type), ...node.properties },
    operations: { ...types.operations(node.type), ...node.operations },
    relationships: node.relationships.map((relationship) => ({
      ...relationship,
      sourceOperations: { ...declared, ...relationship.sourceOperations },
      targetOperations: { ...declared, ...relationship.targetOperations },
    })),
  };
}

function* problemsOfNodes({ nodes }: TopologyTemplate, types: NodeTypes): Generator<TopologyProblem> {
  const ids = new Set<string>();
  const known = new Set(nodes.map(({ id }) => id));
  for (const node of nodes) {
    const path = `nodes.${node.id}`;
    if (ids.has(node.id)) yield { path, message: `There are two nodes called ${node.id}.` };
    ids.add(node.id);
    if (!Number.isInteger(node.instances) || node.instances < 0) {
      yield { path: `${path}.instances`, message: `${node.id} must have 0 or more instances, not ${node.instances}.` };
    }
    try {
      types.ancestry(node.type);
    } catch (error) {
      yield { path: `${path}.type`, message: `${node.id}: ${(error as Error).message}` };
    }
    if (node.relationships.filter(({ type }) => type === 'contained_in').length > 1) {
      yield { path: `${path}.relationships`, message: `${node.id} is contained in more than one node.` };
    }
    for (const [index, { type, target, properties }] of node.relationships.entries()) {
      const at = `${path}.relationships.${index}`;
      if (!known.has(target)) yield { path: `${at}.target`, message: `${node.id}: there is no node called ${target}.` };
      if (type === 'depends_on_lifecycle_operation' && typeof properties.operation !== 'string') {
        yield { path: `${at}.properties.operation`, message: `${node.id}: the operation to wait for is missing.` };
      }
    }
  }
}

function* problemsOfGroups({ nodes, groups }: TopologyTemplate): Generator<TopologyProblem> {
  const names = new Set([...nodes.map(({ id }) => id), ...groups.map(({ name }) => name)]);
  const owners = new Map<string, string>();
  for (const { name, members, instances } of groups) {
    const path = `groups.${name}`;
    if (!Number.isInteger(instances) || instances < 0) {
      yield { path: `${path}.instances`, message: `${name} must have 0 or more instances, not ${instances}.` };
    }
    for (const member of members) {
      if (!names.has(member)) yield { path: `${path}.members`, message: `${name}: there is no ${member}.` };
      const other = owners.get(member);
      if (other !== undefined) yield { path, message: `${member} is a member of ${other} and of ${name}.` };
      owners.set(member, name);
    }
  }
  for (const name of owners.keys()) {
    const way = [name];
    for (let at = owners.get(name); at !== undefined; at = owners.get(at)) {
      if (way.includes(at)) {
        yield { path: `groups.${at}`, message: `The group ${at} is a member of itself.` };
        return;
      }
      way.push(at);
    }
  }
}

/** Nobody can be started first in a circle. */
function* problemsOfOrder({ nodes }: TopologyTemplate): Generator<TopologyProblem> {
  const left = new Map(nodes.map((node) => [node.id, new Set(node.relationships.map(({ target }) => target)).size]));
  const sources = new Map<string, string[]>();
  for (const { id, relationships } of nodes) {
    for (const target of new Set(relationships.map((one) => one.target))) {
      const list = sources.get(target);
      if (list) list.push(id);
      else sources.set(target, [id]);
    }
  }
  const ready = [...left].filter(([, count]) => count === 0).map(([id]) => id);
  for (let id = ready.pop(); id !== undefined; id = ready.pop()) {
    left.delete(id);
    for (const source of sources.get(id) ?? []) {
      const count = (left.get(source) ?? 0) - 1;
      left.set(source, count);
      if (count === 0) ready.push(source);
    }
  }
  if (left.size > 0) yield circleAmong(nodes.filter(({ id }) => left.has(id)));
}

/** Of nodes of which each waits for one of the others: those that wait for each other, and where that begins. */
function circleAmong(waiting: readonly NodeTemplate[]): TopologyProblem {
  const byId = new Map(waiting.map((node) => [node.id, node]));
  const way: { id: string; path: string }[] = [];
  let at = waiting[0];
  while (at && !way.some(({ id }) => id === at?.id)) {
    const index = at.relationships.findIndex(({ target }) => byId.has(target));
    way.push({ id: at.id, path: `nodes.${at.id}.relationships.${index}.target` });
    at = byId.get(at.relationships[index]?.target ?? '');
  }
  const circle = way.slice(way.findIndex(({ id }) => id === at?.id));
  const [first, ...others] = circle.map(({ id }) => id);
  return {
    path: circle[0]?.path ?? 'nodes',
    message:
      others.length === 0
        ? `The node ${first} depends on itself.`
        : `These nodes depend on each other: ${[first, ...others].join(', ')}.`,
  };
}

function* problemsOfConnections(template: TopologyTemplate): Generator<TopologyProblem> {
  const tree = new EntityTree(template);
  for (const { name, members } of template.groups) {
    const containers = new Set(members.map((member) => containerKey(tree, template, member)));
    if (containers.size > 1) {
      yield { path: `groups.${name}.members`, message: `The members of ${name} are not contained in the same node.` };
    }
  }
  for (const { id, relationships } of template.nodes) {
    for (const [index, { target, properties }] of relationships.entries()) {
      if (properties.connection_type === 'all_to_one' && tree.commonGroup(id, target) !== null) {
        yield {
          path: `nodes.${id}.relationships.${index}.properties.connection_type`,
          message: `${id} cannot be connected all_to_one to ${target}: they share a scaling group.`,
        };
      }
    }
  }
}

/** What a member is contained in, its groups aside. */
function containerKey(tree: EntityTree, template: TopologyTemplate, member: string): string {
  const isGroup = template.groups.some(({ name }) => name === member);
  let at = tree.parentOf({ kind: isGroup ? 'group' : 'node', name: member });
  while (at?.kind === 'group') at = tree.parentOf(at);
  if (isGroup) return at === null ? '' : countKey(at);
  const node = template.nodes.find(({ id }) => id === member);
  return node?.relationships.find(({ type }) => type === 'contained_in')?.target ?? '';
}
