import type { NodeTemplate, Operations, OperationTemplate, RelationshipTemplate } from './template';

const PREFIX = 'cloudify.interfaces.';

/**
 * The name by which an operation is kept.
 *
 * @param name `cloudify.interfaces.lifecycle.create`, `lifecycle.create` or any other interface's `backup.run`
 * @returns it without the prefix of the standard interfaces
 */
export function operationName(name: string): string {
  return name.startsWith(PREFIX) ? name.slice(PREFIX.length) : name;
}

const interfaceOf = (name: string, operations: string): string[] =>
  operations.split(' ').map((one) => `${name}.${one}`);

/** Declared by every node. */
export const NODE_OPERATIONS = [
  ...interfaceOf(
    'lifecycle',
    'precreate create configure start poststart prestop stop delete postdelete preupdate update postupdate ' +
      'update_config update_apply update_postapply preheal heal postheal check_drift pull',
  ),
  ...interfaceOf('validation', 'create delete check_status creation deletion'),
  ...interfaceOf('monitoring', 'start stop'),
];

/** Declared by every host besides. */
export const HOST_OPERATIONS = [
  ...interfaceOf('monitoring_agent', 'install start stop uninstall'),
  ...interfaceOf(
    'cloudify_agent',
    'create configure start stop stop_amqp delete restart restart_amqp install_plugins uninstall_plugins create_amqp validate_amqp',
  ),
  ...interfaceOf('host', 'get_state'),
];

/** Declared by both sides of every relationship. */
export const RELATIONSHIP_OPERATIONS = interfaceOf(
  'relationship_lifecycle',
  'preconfigure postconfigure establish unlink update check_drift',
);

const UNMAPPED: OperationTemplate = { implementation: null };

/** Operations that are declared and do nothing. */
export function unmapped(names: readonly string[]): Operations {
  return Object.fromEntries(names.map((name) => [name, UNMAPPED]));
}

/** An operation of a node that something carries out; null when it is not declared or does nothing. */
export function mappedOperation(operations: Operations, name: string): OperationTemplate | null {
  const found = Object.hasOwn(operations, name) ? operations[name] : undefined;
  return found?.implementation == null ? null : found;
}

/** Whether something carries the operation out on instances of the node. */
export function isMapped(node: NodeTemplate, name: string): boolean {
  return mappedOperation(node.operations, name) !== null;
}

/** Whether the node declares the operation, carried out or not. */
export function isDeclared(node: NodeTemplate, name: string): boolean {
  return Object.hasOwn(node.operations, name);
}

/** The operations of one side of a relationship. */
export function operationsOfSide(relationship: RelationshipTemplate, side: 'source' | 'target'): Operations {
  return side === 'source' ? relationship.sourceOperations : relationship.targetOperations;
}
