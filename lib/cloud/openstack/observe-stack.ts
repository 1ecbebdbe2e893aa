import { setTimeout as pause } from 'node:timers/promises';
import { LRUCache } from 'lru-cache';
import {
  createResealer,
  hasSecretAttributes,
  type Resealer,
  type Secrets,
  secretAttributes,
} from '@/lib/cloud/kernel/secrets';
import { errors } from '@/lib/errors';
import { isObject, type JsonObject } from '@/lib/model/json';
import type {
  StackContent,
  StackDriver,
  StackEvent,
  StackObservation,
  StackOperation,
  StackResult,
} from '@/lib/ports/cloud/cloud';
import { type Heat, type HeatEvent, type HeatStack, isUnderWay } from './heat';
import type { Nova } from './nova';
import type { OpenStackStacks } from './stack-parts';
import { operationTag } from './stack-tags';

const SERVER = 'OS::Nova::Server';
const CONSOLE_LINES = 15;
/** So long one observation waits at most. */
const MAX_WAIT_MS = 20_000;
/** Operations whose types are kept. */
const MAX_OPERATIONS = 200;

/** Where an observation goes on. */
interface Cursor {
  stackId: string;
  /** of the last event that was read; null: there was none */
  eventId: string | null;
}

/** Makes what follows an operation to its end: its events, its outputs, and why it failed. */
export function createStackObservation({
  projectOf,
  secrets,
  pollMs,
  agents,
  find,
}: OpenStackStacks): StackDriver['observe'] {
  const typesOf = new LRUCache<string, Map<string, string>>({ max: MAX_OPERATIONS });

  /** The stack that an operation is about: also one that is gone, where the cursor says which it was. */
  async function observed({ scope, name, content }: StackOperation, cursor: Cursor | null, signal: AbortSignal) {
    if (content === null && cursor) return projectOf(scope).heat.find(`${name}/${cursor.stackId}`, signal);
    return find(scope, name, signal);
  }

  async function pollOnce(
    operation: StackOperation,
    cursor: Cursor | null,
    signal: AbortSignal,
  ): Promise<StackObservation> {
    const { id, scope, content, action } = operation;
    const { heat } = projectOf(scope);
    const stack = await observed(operation, cursor, signal);
    if (content === null && !action && !stack) return { events: [], cursor: null, end: { ok: true, outputs: {} } };
    const word = action ? action.toUpperCase() : 'DELETE';
    const isOurs = content === null ? stack?.status.startsWith(`${word}_`) : stack?.tags.includes(operationTag(id));
    if (!stack || !isOurs) return { events: [], cursor: null, end: 'unknown' };
    // The stack is read before its events: when it is at its end, so are they.
    const heatEvents = await heat.events(stack, cursor?.eventId ?? null, signal);
    const fresh = cursor?.eventId ? heatEvents : sinceBegin(heatEvents, stack);
    const reseal = createResealer(secrets, { ...content });
    const types = await resourceTypesOf(heat, operation, stack);
    const eventId = heatEvents.at(-1)?.id ?? cursor?.eventId ?? null;
    return {
      events: fresh.filter((event) => event.physicalId !== stack.id).map((event) => eventOf(event, types, reseal)),
      cursor: JSON.stringify({ stackId: stack.id, eventId } satisfies Cursor),
      end: isUnderWay(stack) ? null : await endOf(operation, stack, types, reseal),
    };
  }

  /** Events of Heat name no types; the template does. */
  async function resourceTypesOf(heat: Heat, { id, content }: StackOperation, stack: HeatStack) {
    const known = typesOf.get(id);
    if (known) return known;
    const template = content?.template ?? (await heat.template(stack));
    const resources = isObject(template.resources) ? template.resources : {};
    const types = new Map(
      Object.entries(resources).map(([name, one]) => [name, isObject(one) ? String(one.type ?? '') : '']),
    );
    // what an update removes is in no template any more
    for (const { name, type } of content ? await heat.resources(stack) : [])
      if (!types.has(name)) types.set(name, type);
    typesOf.set(id, types);
    return types;
  }

  return async (operation, given, signal) => {
    const cursor = given === null ? null : (JSON.parse(given) as Cursor);
    for (const until = Date.now() + MAX_WAIT_MS; ; ) {
      if (signal.aborted) {
        throw errors.cancelled(
          'stack_wait_cancelled',
          'Waiting for the stack was given up; the cloud goes on with it.',
        );
      }
      const polled = await pollOnce(operation, cursor, signal);
      if (polled.end !== null && polled.end !== 'unknown' && polled.end.ok && !operation.action) {
        await agents?.removeStaleAgents(operation.scope, operation.name, operation.content);
      }
      const isFirstOfDeletion = operation.content === null && cursor === null;
      if (polled.end !== null || polled.events.length > 0 || isFirstOfDeletion || Date.now() > until) return polled;
      await pause(pollMs, undefined, { signal }).catch(() => undefined);
    }
  };

  async function endOf(
    { scope, content }: StackOperation,
    stack: HeatStack,
    types: ReadonlyMap<string, string>,
    reseal: Resealer,
  ): Promise<StackResult> {
    const { heat, nova } = projectOf(scope);
    if (stack.status.endsWith('_COMPLETE')) {
      if (!content) return { ok: true, outputs: {} };
      return { ok: true, outputs: await outputsOf(secrets, heat, stack, types, content) };
    }
    const events = sinceBegin(await heat.events(stack, null), stack);
    const failed = events.find((event) => event.status.endsWith('_FAILED') && event.physicalId !== stack.id);
    const resource = failed?.resource ?? null;
    const resourceType = resource === null ? null : (types.get(resource) ?? null);
    const reason = failed?.reason || stack.reason;
    const shown = resourceType === SERVER && failed?.physicalId ? await consoleOf(nova, failed.physicalId) : '';
    return { ok: false, status: stack.status, resource, resourceType, reason: reseal(`${reason}${shown}`) };
  }
}

/** The outputs of a stack, secrets sealed: also those that its resources have made. */
async function outputsOf(
  secrets: Secrets,
  heat: Heat,
  stack: HeatStack,
  types: ReadonlyMap<string, string>,
  content: StackContent,
): Promise<JsonObject> {
  const born: string[] = [];
  for (const [name, type] of types) {
    if (hasSecretAttributes(type)) born.push(...secretAttributes(type, await heat.attributes(stack, name)));
  }
  const reseal = createResealer(secrets, { ...content }, born);
  const outputs = stack.outputs.map((output) => [String(output.output_key), output.output_value ?? null]);
  return reseal(Object.fromEntries(outputs) as JsonObject);
}

/** What the console of a machine that did not come up says; nothing where there is none: that is no fault of its own. */
async function consoleOf(nova: Nova, serverId: string): Promise<string> {
  const text = await nova.consoleOf(serverId, CONSOLE_LINES).catch(() => '');
  return text === '' ? '' : `\nThe last lines of its console:\n${text}`;
}

/** The events of the last operation: those since the stack itself last began something. */
function sinceBegin(events: HeatEvent[], stack: HeatStack): HeatEvent[] {
  const begin = events.findLastIndex((event) => event.physicalId === stack.id && event.status.endsWith('_IN_PROGRESS'));
  return events.slice(begin + 1);
}

function eventOf(event: HeatEvent, types: ReadonlyMap<string, string>, reseal: Resealer): StackEvent {
  const { id, at, resource, status, reason } = event;
  const split = status.indexOf('_');
  return {
    id,
    at,
    resource,
    type: types.get(resource) ?? '',
    action: status.slice(0, split),
    status: status.slice(split + 1),
    reason: reseal(reason),
  };
}
