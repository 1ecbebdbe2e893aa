import { type FunctionCall, functionsIn, at as valueAt, wordsOf } from '@/lib/model/blueprints/functions';
import type { Json } from '@/lib/model/json';
import { EntityTree } from '@/lib/model/lifecycle/entities';
import { NodeTypes } from '@/lib/model/lifecycle/node-types';
import { HOST_OPERATIONS, isDeclared, operationName } from '@/lib/model/lifecycle/operations';
import type { NodeTemplate, TopologyTemplate } from '@/lib/model/lifecycle/template';
import type { Note } from './notes';
import { SHIPPED_PROPERTIES } from './property-types';
import type { BlueprintFile, WrittenInterfaces } from './schema';

/** Instances of one service: the biggest topologies that anything here was measured with. */
const MAX_INSTANCES = 2_000;
/** Functions of one value; each may name others, which name others. */
const MAX_CALLS = 1_000;
/** Pairs of instances that are related. */
const MAX_PAIRS = 50_000;

/**
 * What only shows in the topology as a whole: values that lead to nothing or back to themselves, operations that a host
 * alone has or that a target does not have, and more instances than anybody means.
 *
 * @param template resolved
 */
export function checkTopology(file: BlueprintFile, template: TopologyTemplate, note: Note): void {
  checkHostOperations(file, new NodeTypes(template.types), note);
  checkAwaitedOperations(template, note);
  checkProperties(file, template, note);
  checkSize(template, note);
}

function checkHostOperations(file: BlueprintFile, types: NodeTypes, note: Note): void {
  const check = (interfaces: WrittenInterfaces, type: string, path: readonly PropertyKey[]) => {
    if (types.isHost(type)) return;
    for (const [group, named] of Object.entries(interfaces)) {
      for (const name of Object.keys(named)) {
        if (!HOST_OPERATIONS.includes(operationName(`${group}.${name}`))) continue;
        const sentence = `Only a machine has ${group}: this is no cloudify.nodes.Compute.`;
        note([...path, 'interfaces', group, name], 'not_a_host', sentence);
      }
    }
  };
  for (const [name, { interfaces }] of Object.entries(file.node_types)) check(interfaces, name, ['node_types', name]);
  for (const [id, { interfaces, type }] of Object.entries(file.node_templates))
    check(interfaces, type, ['node_templates', id]);
}

function checkAwaitedOperations({ nodes }: TopologyTemplate, note: Note): void {
  const byId = new Map(nodes.map((node) => [node.id, node]));
  for (const { id, relationships } of nodes) {
    for (const [index, { type, target, properties }] of relationships.entries()) {
      const { operation } = properties;
      if (type !== 'depends_on_lifecycle_operation' || typeof operation !== 'string') continue;
      if (isDeclared(byId.get(target) as NodeTemplate, operationName(operation))) continue;
      const path = ['node_templates', id, 'relationships', index, 'properties', 'operation'];
      note(path, 'unknown_operation', `${target} has no operation called ${operation} that could be waited for.`);
    }
  }
}

/** A call of a function with the node that each of its words stands for, and where it is written. */
interface PlacedCall extends FunctionCall {
  words: Readonly<Record<string, string>>;
  place: readonly PropertyKey[];
}

/** Every `get_property` must name a property, and none may be worth what it says itself, or more than anybody reads. */
function checkProperties(file: BlueprintFile, { nodes }: TopologyTemplate, note: Note): void {
  const byId = new Map(nodes.map((node) => [node.id, node]));
  const values = new PropertyValues(byId);
  const noted = new Set<string>();
  for (const { name, argument, words, place } of [
    ...nodes.flatMap((node) => callsOf(file, node)),
    ...callsOfOutputs(file),
  ]) {
    const [word = '', ...path] = wordsOf(argument);
    const node = byId.get(Object.hasOwn(words, word) ? (words[word] as string) : word);
    if (name !== 'get_property' || !node || path.length === 0 || noted.has(place.join('.'))) continue;
    const problem = propertyProblem(node, path, values);
    if (!problem) continue;
    note(place, ...problem);
    noted.add(place.join('.'));
  }
}

/** @returns code and sentence */
function propertyProblem(node: NodeTemplate, path: readonly string[], values: PropertyValues): [string, string] | null {
  const [first = ''] = path;
  if (!Object.hasOwn(node.properties, first) && !SHIPPED_PROPERTIES.includes(first)) {
    return ['unknown_property', `${node.id} has no property called ${first}.`];
  }
  const found = values.follow(node.id, path);
  if ('circle' in found) {
    return ['property_circle', `This value leads back to itself: ${found.circle.join(', ')}.`];
  }
  if (found.calls <= MAX_CALLS) return null;
  return ['too_many_calls', `More than ${MAX_CALLS} functions would be evaluated for this value.`];
}

/** What comes of following a value: how many functions it evaluates, or the circle that it ends in. */
type Followed = { calls: number } | { circle: readonly string[] };

/** Values of properties, each followed once: a few that name each other twice would take for ever. */
class PropertyValues {
  private readonly known = new Map<string, Followed>();

  constructor(private readonly nodes: ReadonlyMap<string, NodeTemplate>) {}

  follow(id: string, path: readonly string[], way: readonly string[] = []): Followed {
    const key = [id, ...path].join('.');
    if (way.includes(key)) return { circle: [...way.slice(way.indexOf(key)), key] };
    const known = this.known.get(key);
    if (known) return known;
    if (way.length > MAX_CALLS) return { calls: Number.POSITIVE_INFINITY };
    let calls = 1;
    for (const { name, argument } of functionsIn(valueAt(this.nodes.get(id)?.properties ?? {}, path))) {
      const [word = '', ...rest] = wordsOf(argument);
      if (name !== 'get_property') continue;
      const found = this.follow(word === 'SELF' ? id : word, rest, [...way, key]);
      if ('circle' in found) return found;
      calls += found.calls;
    }
    this.known.set(key, { calls });
    return { calls };
  }
}

function callsOfOutputs({ outputs }: BlueprintFile): PlacedCall[] {
  return Object.entries(outputs).flatMap(([name, { value }]) =>
    functionsIn(value).map((call) => ({ ...call, words: {}, place: ['outputs', name, 'value', ...call.path] })),
  );
}

function callsOf(file: BlueprintFile, node: NodeTemplate): PlacedCall[] {
  const { id } = node;
  const written = file.node_templates[id] as BlueprintFile['node_templates'][string];
  const path = ['node_templates', id];
  // What a type says is noted at the node that is of this type: there it has a value.
  const ofType = [...path, 'type'];
  const placed = (value: Json, words: PlacedCall['words'], place: readonly PropertyKey[]): PlacedCall[] =>
    functionsIn(value).map((call) => ({ ...call, words, place }));
  const own = new Map(
    Object.entries(written.interfaces).flatMap(([group, named]) =>
      Object.keys(named).map((name) => [operationName(`${group}.${name}`), [...path, 'interfaces', group, name]]),
    ),
  );
  return [
    ...Object.entries(node.properties).flatMap(([key, value]) =>
      placed(value, { SELF: id }, Object.hasOwn(written.properties, key) ? [...path, 'properties', key] : ofType),
    ),
    ...Object.entries(node.operations).flatMap(([name, { inputs = {} }]) =>
      placed(inputs, { SELF: id }, own.get(name) ?? ofType),
    ),
    ...node.relationships.flatMap(({ target, sourceOperations, targetOperations }, index) =>
      [...Object.values(sourceOperations), ...Object.values(targetOperations)].flatMap(({ inputs = {} }) =>
        placed(inputs, { SOURCE: id, TARGET: target }, [...path, 'relationships', index]),
      ),
    ),
  ];
}

function checkSize(template: TopologyTemplate, note: Note): void {
  const tree = new EntityTree(template);
  const own = new Map<string, number>([
    ...template.nodes.map(({ id, instances }): [string, number] => [`node ${id}`, instances]),
    ...template.groups.map(({ name, instances }): [string, number] => [`group ${name}`, instances]),
  ]);
  const count = (kind: 'node' | 'group', name: string): number => {
    const parent = tree.parentOf({ kind, name });
    return (own.get(`${kind} ${name}`) ?? 0) * (parent ? count(parent.kind, parent.name) : 1);
  };
  const counts = template.nodes.map(({ id }) => ({ id, instances: count('node', id) }));
  const all = counts.reduce((sum, { instances }) => sum + instances, 0);
  if (all > MAX_INSTANCES) {
    const most = counts.reduce((one, other) => (other.instances > one.instances ? other : one));
    const sentence = `A new service would have ${all} instances, ${most.instances} of them of ${most.id}; ${MAX_INSTANCES} at most.`;
    note(['node_templates', most.id], 'too_many_instances', sentence);
    return;
  }
  for (const { id, relationships } of template.nodes) {
    for (const [index, { type, target, properties }] of relationships.entries()) {
      if (type === 'contained_in' || properties.connection_type === 'all_to_one') continue;
      const group = tree.commonGroup(id, target);
      const pairs = (count('node', id) * count('node', target)) / (group === null ? 1 : count('group', group) || 1);
      if (pairs <= MAX_PAIRS) continue;
      const sentence = `Each of ${id} with each of ${target} would be ${pairs} pairs; ${MAX_PAIRS} at most. Take connection_type all_to_one.`;
      note(['node_templates', id, 'relationships', index], 'too_many_pairs', sentence);
    }
  }
}
