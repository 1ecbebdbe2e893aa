import type { NodeTemplate, RelationshipTemplate } from '../template';

/** A relationship without operations. */
export function relation(type: RelationshipTemplate['type'], target: string): RelationshipTemplate {
  return { type, target, properties: {}, sourceOperations: {}, targetOperations: {} };
}

/** A node that carries operations out by plans called after them. */
export function node(
  id: string,
  type: string,
  operations: readonly string[] = [],
  relationships: RelationshipTemplate[] = [],
): NodeTemplate {
  return {
    ...{ id, type, properties: {}, instances: 1, relationships },
    operations: Object.fromEntries(operations.map((name) => [name, { implementation: `plan ${name}` }])),
  };
}
