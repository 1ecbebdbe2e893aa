import type { JsonObject } from '@/lib/model/json';
import { HOST_TYPE, NodeTypes, ROOT_TYPE } from '@/lib/model/lifecycle/node-types';
import { resolveTemplate } from '@/lib/model/lifecycle/resolve';
import type {
  NodeTemplate,
  NodeType,
  Operations,
  RelationshipTemplate,
  ScalingGroup,
  TopologyTemplate,
} from '@/lib/model/lifecycle/template';
import { isTopologyError } from '@/lib/model/lifecycle/topology-error';
import { checkFunctions } from './check-functions';
import { checkTopology } from './check-topology';
import { type Bindings, operationsIn } from './interfaces';
import type { Note } from './notes';
import { declaredProperties, fitsProperty } from './property-types';
import { type KindOf, type RelationshipKind, relationshipKinds } from './relationship-types';
import type { BlueprintFile } from './schema';

/** Types that ship and mean a deployment within another, or what only a manager of several has. */
const ELSEWHERE =
  /^cloudify\.nodes\.(Component|ServiceComponent|SharedResource|Blueprint|PasswordSecret|CloudifyManager)$/;

/** The nodes, types and groups of a blueprint; null, and noted, when they make no topology. */
export function topologyIn(file: BlueprintFile, bindings: Bindings, note: Note): TopologyTemplate | null {
  let isSound = true;
  const noting: Note = (...problem) => {
    isSound = false;
    note(...problem);
  };
  const types = nodeTypes(file, bindings, noting);
  const kindOf = relationshipKinds(file, bindings, noting);
  const nodes = Object.keys(file.node_templates).map((id) =>
    nodeIn(file, id, { types, kindOf, bindings, note: noting }),
  );
  const groups = groupsIn(file, noting);
  const template = { nodes, types, groups };
  if (!isSound) return null;
  try {
    checkTopology(file, resolveTemplate(template), note);
    return template;
  } catch (error) {
    if (!isTopologyError(error)) throw error;
    for (const { path, message } of error.problems) note(writtenPath(path), 'no_topology', message);
    return null;
  }
}

/** Where in the file a place of a topology stands. */
function writtenPath(path: string): (string | number)[] {
  const [root = '', ...rest] = path.split('.');
  const written = { nodes: 'node_templates', types: 'node_types' }[root] ?? root;
  return [written, ...rest.map((key) => (/^\d+$/.test(key) ? Number(key) : key))];
}

function nodeTypes(file: BlueprintFile, bindings: Bindings, note: Note): Record<string, NodeType> {
  const types: Record<string, NodeType> = {};
  for (const [name, { derived_from: derivedFrom = ROOT_TYPE, properties, interfaces }] of Object.entries(
    file.node_types,
  )) {
    if (name.startsWith('cloudify.')) {
      note(['node_types', name], 'shipped_type', 'Types that begin with cloudify ship with Vetro: take another name.');
      continue;
    }
    const path = ['node_types', name, 'interfaces'];
    for (const [key, said] of Object.entries(properties)) {
      const at = ['node_types', name, 'properties', key, 'default'];
      const { default: value = null } = said;
      checkFunctions(value, at, ['SELF', ...bindings.nodes], bindings, note);
      if (!fitsProperty(said, value)) note(at, 'wrong_type', `The default of ${key} is no ${said.type}.`);
    }
    types[name] = {
      derivedFrom,
      properties: Object.fromEntries(
        Object.entries(properties).map(([key, { default: value = null }]) => [key, value]),
      ),
      operations: operationsIn(interfaces, path, 'node', bindings, note),
    };
  }
  const known = new NodeTypes(types);
  for (const [name, { derivedFrom }] of Object.entries(types)) {
    const at = ['node_types', name, 'derived_from'];
    if (derivedFrom !== null && ELSEWHERE.test(derivedFrom)) note(at, 'type_elsewhere', elsewhere(derivedFrom));
    try {
      known.ancestry(name);
    } catch (error) {
      if (!isTopologyError(error)) throw error;
      note(at, 'unknown_type', error.message);
    }
  }
  return types;
}

interface NodeContext {
  types: Record<string, NodeType>;
  kindOf: KindOf;
  bindings: Bindings;
  note: Note;
}

function nodeIn(file: BlueprintFile, id: string, { types, kindOf, bindings, note }: NodeContext): NodeTemplate {
  const written = file.node_templates[id] as BlueprintFile['node_templates'][string];
  const path = ['node_templates', id];
  const { type, properties, interfaces, relationships, capabilities } = written;
  if (ELSEWHERE.test(type)) note([...path, 'type'], 'type_elsewhere', elsewhere(type));
  const declared = safelyDeclared(file, types, type);
  for (const [name, value] of Object.entries(properties)) {
    const at = [...path, 'properties', name];
    if (declared && !declared.has(name)) {
      note(at, 'unknown_property', `The type ${type} has no property called ${name}.`);
    }
    checkFunctions(value, at, ['SELF', ...bindings.nodes], bindings, note);
    const said = declared?.get(name) ?? {};
    if (!fitsProperty(said, value)) note(at, 'wrong_type', `${name} is of the type ${said.type}, and this is none.`);
  }
  for (const [name, { required, default: usual = null }] of declared ?? []) {
    if (required !== true || usual !== null || Object.hasOwn(properties, name)) continue;
    note(path, 'missing_property', `${id} needs a value for the property ${name}: ${type} says so.`);
  }
  const scaling = capabilities.scalable?.properties;
  if (scaling) checkScaling(scaling, [...path, 'capabilities', 'scalable', 'properties'], note);
  return {
    id,
    type,
    properties,
    operations: operationsIn(interfaces, [...path, 'interfaces'], 'node', bindings, note),
    relationships: relationships.flatMap((one, at): RelationshipTemplate[] => {
      const place = [...path, 'relationships', at];
      const kind = kindOf(one.type, [...place, 'type']);
      if (!kind) return [];
      checkRelationship(kind, one.properties, [...place, 'properties'], bindings, note);
      const own = (side: 'source' | 'target'): Operations =>
        operationsIn(one[`${side}_interfaces`], [...place, `${side}_interfaces`], 'relationship', bindings, note);
      return [
        {
          type: kind.type,
          target: one.target,
          properties: { ...kind.properties, ...one.properties },
          sourceOperations: { ...kind.sourceOperations, ...own('source') },
          targetOperations: { ...kind.targetOperations, ...own('target') },
        },
      ];
    }),
    instances: scaling?.default_instances ?? 1,
  };
}

function checkRelationship(
  kind: RelationshipKind,
  properties: JsonObject,
  path: readonly PropertyKey[],
  bindings: Bindings,
  note: Note,
): void {
  checkFunctions(properties, path, [...bindings.nodes], bindings, note);
  const known = ['connection_type', ...(kind.type === 'depends_on_lifecycle_operation' ? ['operation'] : [])];
  for (const name of Object.keys(properties)) {
    if (known.includes(name) || kind.declared.includes(name)) continue;
    note([...path, name], 'unknown_property', `Relationships of this type have no property called ${name}.`);
  }
  const { connection_type: connection = 'all_to_all' } = { ...kind.properties, ...properties };
  if (connection !== 'all_to_all' && connection !== 'all_to_one') {
    note([...path, 'connection_type'], 'wrong_type', 'The connection_type is all_to_all or all_to_one.');
  }
}

/** What a type and its parents declare; null where a parent is not known. */
function safelyDeclared(file: BlueprintFile, types: Record<string, NodeType>, type: string) {
  try {
    return declaredProperties(file, new NodeTypes(types), type);
  } catch (error) {
    if (!isTopologyError(error)) throw error;
    return null;
  }
}

/** The groups that a policy scales; a group without a policy means nothing here. */
function groupsIn(file: BlueprintFile, note: Note): ScalingGroup[] {
  const scaled = new Map<string, number>();
  for (const [name, { targets, properties }] of Object.entries(file.policies)) {
    checkScaling(properties, ['policies', name, 'properties'], note);
    for (const [at, target] of targets.entries()) {
      if (!Object.hasOwn(file.groups, target)) {
        note(['policies', name, 'targets', at], 'unknown_group', `There is no group called ${target}.`);
      } else if (scaled.has(target)) {
        note(['policies', name, 'targets', at], 'scaled_twice', `The group ${target} has two policies.`);
      } else scaled.set(target, properties.default_instances);
    }
  }
  const known = [...Object.keys(file.node_templates), ...Object.keys(file.groups)];
  return Object.entries(file.groups).flatMap(([name, { members }]) => {
    const instances = scaled.get(name);
    for (const [at, member] of members.entries()) {
      if (known.includes(member)) continue;
      note(['groups', name, 'members', at], 'unknown_member', `There is no node or group called ${member}.`);
    }
    if (Object.hasOwn(file.node_templates, name)) {
      note(
        ['groups', name],
        'name_taken',
        `There is a node called ${name} as well: groups and nodes share their names.`,
      );
    }
    return instances === undefined ? [] : [{ name, members, instances }];
  });
}

function checkScaling(
  {
    default_instances: usual,
    min_instances: min,
    max_instances: max,
  }: {
    default_instances: number;
    min_instances: number;
    max_instances: number | 'UNBOUNDED';
  },
  path: readonly PropertyKey[],
  note: Note,
): void {
  const most = max === -1 || max === 'UNBOUNDED' ? Number.POSITIVE_INFINITY : max;
  if (min > most) note([...path, 'min_instances'], 'bad_bounds', `The minimum ${min} is above the maximum ${most}.`);
  else if (usual < min || usual > most) {
    note([...path, 'default_instances'], 'bad_bounds', `The default ${usual} is not between ${min} and ${most}.`);
  }
}

function elsewhere(type: string): string {
  return `${type} means a deployment within another or a manager of several, which Vetro does not have.`;
}

/** Whether a node is a host, and what it is contained in, the nearest first. */
export class Places {
  private readonly types: NodeTypes;
  private readonly nodes: ReadonlyMap<string, NodeTemplate>;

  constructor(private readonly template: TopologyTemplate) {
    this.types = new NodeTypes(template.types);
    this.nodes = new Map(template.nodes.map((node) => [node.id, node]));
  }

  isHost(id: string): boolean {
    return this.types.derives((this.nodes.get(id) as NodeTemplate).type, HOST_TYPE);
  }

  containersOf(id: string): string[] {
    const line: string[] = [];
    for (let at = this.containerOf(id); at !== undefined; at = this.containerOf(at)) line.push(at);
    return line;
  }

  /** Nodes whose instances are machines: hosts that are on no other host. */
  get hosts(): string[] {
    return this.template.nodes
      .map(({ id }) => id)
      .filter((id) => this.isHost(id) && !this.containersOf(id).some((one) => this.isHost(one)));
  }

  /** The host that a node is, or is on; null for none: of several the outermost. */
  hostOf(id: string): string | null {
    return [id, ...this.containersOf(id)].findLast((one) => this.isHost(one)) ?? null;
  }

  private containerOf(id: string): string | undefined {
    return this.nodes.get(id)?.relationships.find(({ type }) => type === 'contained_in')?.target;
  }
}
