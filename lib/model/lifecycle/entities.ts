import type { NodeTemplate, RelationshipTemplate, TopologyTemplate } from './template';

/** A node or a group: what has a number of instances in each instance of its parent. */
export interface Entity {
  kind: 'node' | 'group';
  /** id of the node, name of the group */
  name: string;
}

/** The key of a count: nodes and groups may have the same name. */
export function countKey({ kind, name }: Entity): string {
  return kind === 'group' ? `group:${name}` : name;
}

/** The relationship that says what a node is contained in. */
export function containment(node: NodeTemplate): RelationshipTemplate | undefined {
  return node.relationships.find(({ type }) => type === 'contained_in');
}

/** How nodes and groups of a topology are in each other: the containment of a member passes through its group. */
export class EntityTree {
  readonly roots: Entity[] = [];
  private readonly nodes: ReadonlyMap<string, NodeTemplate>;
  private readonly groupOf = new Map<string, string>();
  private readonly children = new Map<string, Entity[]>();

  constructor(readonly template: TopologyTemplate) {
    this.nodes = new Map(template.nodes.map((node) => [node.id, node]));
    const names = new Set(template.groups.map(({ name }) => name));
    for (const { name, members } of template.groups) {
      for (const member of members) {
        this.groupOf.set(countKey({ kind: names.has(member) ? 'group' : 'node', name: member }), name);
      }
    }
    const groups = template.groups.map(({ name }): Entity => ({ kind: 'group', name }));
    const nodes = template.nodes.map(({ id }): Entity => ({ kind: 'node', name: id }));
    for (const entity of [...groups, ...nodes]) {
      const parent = this.parentOf(entity);
      if (!parent) this.roots.push(entity);
      else this.children.set(countKey(parent), [...(this.children.get(countKey(parent)) ?? []), entity]);
    }
  }

  /** The entity in whose instances an entity has its instances; null for a root. */
  parentOf(entity: Entity): Entity | null {
    const group = this.groupOf.get(countKey(entity));
    if (group !== undefined) return { kind: 'group', name: group };
    const container = this.containerOf(entity);
    return container === null ? null : { kind: 'node', name: container };
  }

  childrenOf(entity: Entity): readonly Entity[] {
    return this.children.get(countKey(entity)) ?? [];
  }

  /** Names of the groups around an entity, innermost first. */
  groupsAround(entity: Entity): string[] {
    const names: string[] = [];
    for (let at = this.parentOf(entity); at; at = this.parentOf(at)) if (at.kind === 'group') names.push(at.name);
    return names;
  }

  /** The innermost group that two nodes have in common: connections stay within one instance of it. */
  commonGroup(one: string, other: string): string | null {
    const around = new Set(this.groupsAround({ kind: 'node', name: other }));
    return this.groupsAround({ kind: 'node', name: one }).find((name) => around.has(name)) ?? null;
  }

  /** What a node, or all members of a group, are contained in. */
  private containerOf(entity: Entity): string | null {
    if (entity.kind === 'node') return containment(this.nodes.get(entity.name) as NodeTemplate)?.target ?? null;
    const group = this.template.groups.find(({ name }) => name === entity.name);
    const containers = (group?.members ?? []).map((member) =>
      this.containerOf({ kind: this.nodes.has(member) ? 'node' : 'group', name: member }),
    );
    return containers[0] ?? null;
  }
}
