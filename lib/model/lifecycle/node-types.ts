import type { JsonObject } from '@/lib/model/json';
import { HOST_OPERATIONS, NODE_OPERATIONS, unmapped } from './operations';
import type { NodeType, Operations } from './template';
import { TopologyError } from './topology-error';

export const ROOT_TYPE = 'cloudify.nodes.Root';
export const HOST_TYPE = 'cloudify.nodes.Compute';

const derived = (parent: string, names: string): Record<string, NodeType> =>
  Object.fromEntries(
    names.split(' ').map((name) => [`cloudify.nodes.${name}`, { derivedFrom: `cloudify.nodes.${parent}` }]),
  );

/** The types that every topology knows (docs/lifecycle.md, "The topology"). */
export const BUILT_IN_TYPES: Readonly<Record<string, NodeType>> = {
  [ROOT_TYPE]: { derivedFrom: null, operations: unmapped(NODE_OPERATIONS) },
  [HOST_TYPE]: { derivedFrom: ROOT_TYPE, operations: unmapped(HOST_OPERATIONS) },
  ...derived('Compute', 'Container'),
  ...derived(
    'Root',
    'Tier Volume FileSystem ObjectStorage Network Subnet Port Router LoadBalancer VirtualIP SecurityGroup Database ' +
      'ApplicationModule SoftwareComponent Component SharedResource Blueprint PasswordSecret',
  ),
  ...derived('Component', 'ServiceComponent'),
  ...derived('SoftwareComponent', 'DBMS WebServer ApplicationServer MessageBusServer CloudifyManager'),
};

/** Types with single inheritance: who derives from whom, and what a type has with all its ancestors. */
export class NodeTypes {
  private readonly lines = new Map<string, readonly string[]>();

  /** @param own types of a topology, besides the built-in ones */
  constructor(private readonly own: Readonly<Record<string, NodeType>> = {}) {}

  has(name: string): boolean {
    return this.find(name) !== undefined;
  }

  /**
   * A type and all its ancestors, the type first.
   *
   * @throws TopologyError for an unknown type, and for one that derives from itself
   */
  ancestry(name: string): readonly string[] {
    const known = this.lines.get(name);
    if (known) return known;
    const line: string[] = [];
    for (let at: string | null = name; at !== null; ) {
      const type = this.find(at);
      if (!type) throw typeError(`The type ${at} does not exist${at === name ? '' : `; ${name} derives from it`}.`);
      if (line.includes(at)) throw typeError(`The type ${name} derives from itself.`);
      line.push(at);
      at = type.derivedFrom;
    }
    this.lines.set(name, line);
    return line;
  }

  derives(name: string, ancestor: string): boolean {
    return this.ancestry(name).includes(ancestor);
  }

  isHost(name: string): boolean {
    return this.derives(name, HOST_TYPE);
  }

  /** Default properties of a type; a type's own value hides that of its ancestors. */
  properties(name: string): JsonObject {
    return Object.assign({}, ...[...this.ancestry(name)].reverse().map((one) => this.find(one)?.properties ?? {}));
  }

  /** The operations that a type declares. */
  operations(name: string): Operations {
    return Object.assign({}, ...[...this.ancestry(name)].reverse().map((one) => this.find(one)?.operations ?? {}));
  }

  private find(name: string): NodeType | undefined {
    if (Object.hasOwn(this.own, name)) return this.own[name];
    return Object.hasOwn(BUILT_IN_TYPES, name) ? BUILT_IN_TYPES[name] : undefined;
  }
}

function typeError(message: string) {
  return new TopologyError([{ path: 'types', message }]);
}
