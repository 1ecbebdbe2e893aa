import { randomUUID } from 'node:crypto';
import type { JsonObject } from '@/lib/model/json';
import type {
  CloudScope,
  StackAction,
  StackContent,
  StackDriver,
  StackEvent,
  StackOperation,
  StackResult,
} from '@/lib/ports/cloud/cloud';

/** What a test asks of a stack. */
export interface StackRequest extends StackContent {
  scope: CloudScope;
  name: string;
  /** one of its own when left out */
  requestId?: string;
}

/** Operations on a driver's stacks from beginning to end, as whoever keeps a ledger carries them out. */
export interface TestStacks {
  apply(request: StackRequest, signal?: AbortSignal): Promise<StackResult>;
  delete(request: Omit<StackRequest, keyof StackContent>, signal?: AbortSignal): Promise<StackResult>;
  act(
    action: StackAction,
    request: Omit<StackRequest, keyof StackContent> & Pick<StackOperation, 'machine'>,
    signal?: AbortSignal,
  ): Promise<StackResult>;
  /** what was observed, with the name of its stack */
  readonly events: (StackEvent & { stack: string })[];
}

/** Begins operations and observes them to their ends. */
export function createTestStacks(driver: Pick<StackDriver, 'begin' | 'observe'>): TestStacks {
  const events: TestStacks['events'] = [];
  async function carryOut(operation: StackOperation, signal = new AbortController().signal): Promise<StackResult> {
    const refused = await driver.begin(operation, signal);
    if (refused) return refused;
    for (let cursor: string | null = null; ; ) {
      const seen = await driver.observe(operation, cursor, signal);
      events.push(...seen.events.map((event) => ({ ...event, stack: operation.name })));
      if (seen.end === 'unknown') throw new Error(`the cloud does not know operation ${operation.id}`);
      if (seen.end) return seen.end;
      cursor = seen.cursor;
    }
  }
  return {
    events,
    apply: ({ scope, name, requestId: id = randomUUID(), template, parameters }, signal) =>
      carryOut({ id, scope, name, content: { template, parameters } }, signal),
    delete: ({ scope, name, requestId: id = randomUUID() }, signal) =>
      carryOut({ id, scope, name, content: null }, signal),
    act: (action, { scope, name, requestId: id = randomUUID(), machine }, signal) =>
      carryOut({ id, scope, name, content: null, action, ...(machine === undefined ? {} : { machine }) }, signal),
  };
}

/**
 * Machines as packages make them, for the resources of a template: a port each, and a server that says whose inbox it
 * reads.
 *
 * @param properties of every port
 */
export function machineResources(
  names: readonly string[],
  queueOf: (name: string) => string,
  properties: JsonObject = {},
): JsonObject {
  const resources = names.flatMap((name): [string, JsonObject][] => [
    [`${name}-port`, { type: 'OS::Neutron::Port', properties }],
    [
      name,
      {
        type: 'OS::Nova::Server',
        properties: {
          name,
          image: 'ws-2022-std',
          flavor: 'm1.small',
          networks: [{ port: { get_resource: `${name}-port` } }],
          metadata: { agent_queue: queueOf(name) },
        },
      },
    ],
  ]);
  return Object.fromEntries(resources);
}

/** Of a plan that waits for its machine as long as it takes, and that no other one overtakes. */
export const UNHURRIED = { generation: 0, expiresAt: new Date('9999-12-31T00:00:00Z') };
