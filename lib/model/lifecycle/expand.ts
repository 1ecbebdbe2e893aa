import { containment, countKey, type Entity, EntityTree } from './entities';
import {
  type GroupInstance,
  type GroupMembership,
  type NodeInstance,
  newInstance,
  type RelationshipInstances,
} from './instance';
import { instanceId } from './instance-id';
import { NodeTypes } from './node-types';
import type { NodeTemplate, TopologyTemplate } from './template';

/** A topology with its instances. */
export interface InstanceModel {
  /** ids follow from it */
  seed: string;
  /** resolved, see `resolveTemplate` */
  template: TopologyTemplate;
  /** in the order of their creation, targets of containments first */
  instances: NodeInstance[];
  groups: GroupInstance[];
  /** how many instances each entity has in each instance of its parent */
  counts: Record<string, number>;
  /** the highest index that an instance of each entity was given */
  indexes: Record<string, number>;
}

/** Which instances go first, and which stay, where there are too many. */
export interface RemovalHints {
  include: ReadonlySet<string>;
  exclude: ReadonlySet<string>;
}

/**
 * The instances of a topology: those that there are, as far as they still belong to it, and those that are missing.
 *
 * @param before what there is; `emptyModel` for nothing
 * @param template resolved
 * @param counts instances of each entity in each instance of its parent; the template's own number where left out
 * @param hints for entities that have too many
 */
export function expand(
  before: InstanceModel,
  template: TopologyTemplate,
  counts: Readonly<Record<string, number>>,
  hints?: RemovalHints,
): InstanceModel {
  return new Expansion(before, template, counts, hints).result();
}

/**
 * A model without any instances.
 *
 * @param seed what ids of instances follow from
 */
export function emptyModel(seed: string): InstanceModel {
  const template = { nodes: [], types: {}, groups: [] };
  return { seed, template, instances: [], groups: [], counts: {}, indexes: {} };
}

/** Where instances are placed: the instance of the parent, with what is around it. */
interface Place {
  parent: string | null;
  container: NodeInstance | null;
  groups: readonly GroupMembership[];
}

class Expansion {
  private readonly tree: EntityTree;
  private readonly types: NodeTypes;
  private readonly nodes: ReadonlyMap<string, NodeTemplate>;
  private readonly existing = new Map<string, (NodeInstance | GroupInstance)[]>();
  private readonly taken: Set<string>;
  private readonly indexes: Record<string, number>;
  private readonly counts: Record<string, number> = {};
  private readonly instances: NodeInstance[] = [];
  private readonly groups: GroupInstance[] = [];

  constructor(
    private readonly before: InstanceModel,
    private readonly template: TopologyTemplate,
    counts: Readonly<Record<string, number>>,
    private readonly hints: RemovalHints | undefined,
  ) {
    this.tree = new EntityTree(template);
    this.types = new NodeTypes(template.types);
    this.nodes = new Map(template.nodes.map((node) => [node.id, node]));
    this.indexes = { ...before.indexes };
    this.taken = new Set([...before.instances, ...before.groups].map(({ id }) => id));
    for (const node of template.nodes) this.counts[node.id] = counts[node.id] ?? node.instances;
    for (const { name, instances } of template.groups) {
      const key = countKey({ kind: 'group', name });
      this.counts[key] = counts[key] ?? instances;
    }
    for (const group of before.groups) this.know({ kind: 'group', name: group.group }, group.parent, group);
    for (const instance of before.instances) {
      if (!this.nodes.has(instance.node)) continue;
      const entity: Entity = { kind: 'node', name: instance.node };
      const inGroup = this.tree.parentOf(entity)?.kind === 'group';
      this.know(entity, inGroup ? (instance.groups[0]?.instance ?? null) : instance.container, instance);
    }
  }

  result(): InstanceModel {
    for (const root of this.tree.roots) this.place(root, { parent: null, container: null, groups: [] });
    this.instances.sort((one, other) => this.rank(one) - this.rank(other));
    const connections = new Connections(this.tree, this.instances);
    const instances = this.instances.map((instance) => ({
      ...instance,
      relationships: connections.of(instance, this.nodes.get(instance.node) as NodeTemplate),
    }));
    const { counts, groups, indexes, template } = this;
    return { seed: this.before.seed, template, instances, groups, counts, indexes };
  }

  private know(entity: Entity, parent: string | null, instance: NodeInstance | GroupInstance): void {
    const key = `${countKey(entity)}\n${parent ?? ''}`;
    const list = this.existing.get(key);
    if (list) list.push(instance);
    else this.existing.set(key, [instance]);
  }

  private place(entity: Entity, place: Place): void {
    const count = this.counts[countKey(entity)] ?? 0;
    const there = this.existing.get(`${countKey(entity)}\n${place.parent ?? ''}`) ?? [];
    const kept = there.length > count ? this.kept(there, count) : there;
    for (const instance of kept) this.enter(entity, instance, place);
    for (let missing = count - kept.length; missing > 0; missing -= 1) {
      const index = (this.indexes[countKey(entity)] ?? 0) + 1;
      this.indexes[countKey(entity)] = index;
      const id = instanceId(this.before.seed, entity.name, index, this.taken);
      this.taken.add(id);
      const made =
        entity.kind === 'group' ? newGroup(entity.name, id, index, place) : newInstance(entity.name, id, index);
      this.enter(entity, made, place);
    }
  }

  private enter(entity: Entity, instance: NodeInstance | GroupInstance, place: Place): void {
    if (entity.kind === 'group') {
      this.groups.push(instance as GroupInstance);
      const groups = [{ group: entity.name, instance: instance.id }, ...place.groups];
      for (const child of this.tree.childrenOf(entity)) this.place(child, { ...place, parent: instance.id, groups });
      return;
    }
    const { container, groups } = place;
    const ownHost = this.types.isHost((this.nodes.get(entity.name) as NodeTemplate).type) ? instance.id : null;
    const placed: NodeInstance = {
      ...(instance as NodeInstance),
      container: container?.id ?? null,
      host: container?.host ?? ownHost,
      groups,
    };
    this.instances.push(placed);
    for (const child of this.tree.childrenOf(entity)) {
      this.place(child, { parent: placed.id, container: placed, groups });
    }
  }

  /** Which of too many stay: first go those that were named, then any that were not excepted, the newest first. */
  private kept<T extends { id: string }>(there: T[], count: number): T[] {
    const { include, exclude } = this.hints ?? { include: new Set(), exclude: new Set() };
    const named = there.filter(({ id }) => include.has(id));
    const others = there.filter(({ id }) => !include.has(id) && !exclude.has(id)).reverse();
    const excepted = there.filter(({ id }) => exclude.has(id) && !include.has(id)).reverse();
    const going = new Set([...named, ...others, ...excepted].slice(0, there.length - count));
    return there.filter((one) => !going.has(one));
  }

  /** Instances stand in the order of their nodes, and there in that of their creation. */
  private rank({ node, index }: NodeInstance): number {
    this.places ??= new Map(this.template.nodes.map(({ id }, place) => [id, place]));
    return (this.places.get(node) ?? 0) * 1e9 + index;
  }
  private places?: Map<string, number>;
}

function newGroup(group: string, id: string, index: number, { parent }: Place): GroupInstance {
  return { id, group, index, parent };
}

/** Who is connected to whom. */
class Connections {
  /** ids by node, and by node and instance of a group */
  private readonly ids = new Map<string, string[]>();
  private readonly lists = new Map<string, readonly string[]>();

  constructor(
    private readonly tree: EntityTree,
    instances: readonly NodeInstance[],
  ) {
    for (const instance of instances) {
      this.know(instance.node, instance.id);
      for (const { instance: group } of instance.groups) this.know(`${instance.node}\n${group}`, instance.id);
    }
  }

  private know(key: string, id: string): void {
    const list = this.ids.get(key);
    if (list) list.push(id);
    else this.ids.set(key, [id]);
  }

  of(instance: NodeInstance, node: NodeTemplate): RelationshipInstances[] {
    return node.relationships.map(({ type, target, properties }, at) => {
      if (type === 'contained_in') {
        const { container } = instance;
        const targets = container === null ? [] : this.list(`in\n${container}`, () => [container]);
        return { type, node: target, targets };
      }
      const common = this.commonGroup(instance.node, target);
      const group = common === null ? null : (instance.groups.find((one) => one.group === common)?.instance ?? null);
      const key = common === null ? target : `${target}\n${group ?? ''}`;
      const all = this.list(`all\n${key}`, () => this.ids.get(key) ?? []);
      if (properties.connection_type !== 'all_to_one') return { type, node: target, targets: all };
      const stays = instance.relationships[at]?.targets[0];
      const one = stays !== undefined && all.includes(stays) ? stays : [...all].sort()[0];
      return { type, node: target, targets: one === undefined ? [] : this.list(`one\n${one}`, () => [one]) };
    });
  }

  private list(key: string, make: () => string[]): readonly string[] {
    const known = this.lists.get(key);
    if (known) return known;
    const made = make();
    this.lists.set(key, made);
    return made;
  }

  private readonly common = new Map<string, string | null>();
  private commonGroup(one: string, other: string): string | null {
    const key = `${one}\n${other}`;
    let found = this.common.get(key);
    if (found === undefined) {
      found = this.tree.commonGroup(one, other);
      this.common.set(key, found);
    }
    return found;
  }
}

/** The node that a node is contained in; null for none. */
export function containerNode(node: NodeTemplate): string | null {
  return containment(node)?.target ?? null;
}
