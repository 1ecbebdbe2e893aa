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
  CloudScope,
  StackAction,
  StackContent,
  StackDriver,
  StackEvent,
  StackObservation,
  StackOperation,
  StackRefusal,
  StackResult,
} from '@/lib/ports/cloud/cloud';
import type { OpenStackAgents } from './agents';
import { lostServers } from './broken-machines';
import type { Heat, HeatEvent, HeatRefusal, HeatStack } from './heat';
import type { Nova } from './nova';
import { imageOf } from './offer';
import type { OpenStackProject } from './project';
import { PUBLIC_NETWORK_PARAMETER, publicNetworkOf } from './public-network';
import { missingService } from './requirements';
import { createResourceFacts } from './resource-facts';
import { shortageOf } from './shortage';
import { operationTag, tenantTag } from './stack-tags';
import { viewOf } from './stack-view';

export interface StackDriverParts {
  /** the project as a tenant reaches it */
  projectOf: (scope: CloudScope) => OpenStackProject;
  secrets: Secrets;
  /** what templates are given that declare such a parameter and that nobody gave another value: the cloud's own names */
  givenParameters: Readonly<Record<string, string>>;
  /** name or id of the network that public addresses are of; null: the only one that leads outside */
  publicNetwork: string | null;
  /** between two looks at a stack under way, in milliseconds */
  pollMs: number;
  /** what machines are told of their agents; null: nothing */
  agents: Pick<OpenStackAgents, 'withAgents' | 'removeStaleAgents'> | null;
}

const SERVER = 'OS::Nova::Server';
const FLOATING_ADDRESS = 'OS::Neutron::FloatingIP';
const CONSOLE_LINES = 15;
/** How often a name that is taken is tried. */
const NAME_ATTEMPTS = 10;
/** So long one observation waits at most, in milliseconds. */
const LONGEST_WAIT_MS = 20_000;

/**
 * Stacks in Heat. Heat keeps neither who asked nor with which request: both stand in the stack's tags, where a request
 * whose answer was lost is recognised, and a tenant's stacks among those of the same project.
 */
export function createStackDriver(parts: StackDriverParts): StackDriver {
  const { projectOf, secrets, givenParameters, publicNetwork, pollMs, agents } = parts;
  const heatFor = (scope: CloudScope) => projectOf(scope).heat;
  const typesOf = new LRUCache<string, Map<string, string>>({ max: 200 });
  const factsOf = createResourceFacts();

  async function find(scope: CloudScope, name: string, signal?: AbortSignal): Promise<HeatStack | null> {
    const stack = await heatFor(scope).find(name, signal);
    // For a moment Heat finds by name what it has deleted.
    return stack?.tags.includes(tenantTag(scope)) && stack.status !== 'DELETE_COMPLETE' ? stack : null;
  }

  async function begin(operation: StackOperation, signal: AbortSignal): Promise<StackRefusal | null> {
    const { id, scope, name, content, action } = operation;
    const heat = heatFor(scope);
    if (action) return beginAction(operation, action, signal);
    if (content === null) {
      const stack = await find(scope, name, signal);
      if (stack) await heat.delete(stack, signal);
      return null;
    }
    const bare = await opensFor(scope, content);
    if ('ok' in bare) return bare;
    const images = agents ? (await projectOf(scope).images.list('/images?status=active', 'images')).map(imageOf) : [];
    const opened = (await agents?.withAgents(scope, name, bare, images, signal)) ?? bare;
    const { template } = opened;
    const request = { ...opened, tags: [tenantTag(scope), operationTag(id)] };
    for (let attempt = 1; ; attempt += 1) {
      const stack = await find(scope, name, signal);
      if (stack?.tags.includes(operationTag(id))) return null;
      if (stack && isUnderWay(stack)) {
        throw errors.cloud('stack_busy', `OpenStack is still at work on ${name}.`, { retryable: true });
      }
      if (stack) await markLost(scope, stack, signal);
      const refused = stack ? await heat.update(stack, request, signal) : await heat.create(name, request, signal);
      if (!refused) return null;
      // A name is taken for a moment after its stack has gone, or by this very request, whose answer was lost.
      const isTaken = refused.refused.type === 'StackExists' && attempt < NAME_ATTEMPTS;
      if (!isTaken) return refusalOf(refused, template, createResealer(secrets, { ...content }));
      await pause(pollMs, undefined, { signal }).catch(() => undefined);
    }
  }

  /** What Heat gets: opened, with what the cloud's settings say of its names; or why it lacks one of them. */
  async function opensFor(scope: CloudScope, content: StackContent): Promise<StackContent | StackRefusal> {
    const { template, parameters } = secrets.open(content);
    const declared = isObject(template.parameters) ? template.parameters : {};
    const isAsked = (name: string) => name in declared && !(name in parameters);
    const given = Object.fromEntries(Object.entries(givenParameters).filter(([name]) => isAsked(name)));
    if (isAsked(PUBLIC_NETWORK_PARAMETER)) {
      const asked = declared[PUBLIC_NETWORK_PARAMETER];
      const usual = isObject(asked) && typeof asked.default === 'string' ? asked.default : null;
      const found = await publicNetworkOf(projectOf(scope), publicNetwork, usual);
      if ('refused' in found) return withoutPublicNetwork(template, found.refused);
      given[PUBLIC_NETWORK_PARAMETER] = found.id;
    }
    return { template, parameters: { ...given, ...parameters } };
  }

  /** Heat believes in machines that Nova has lost; an update makes new ones only of those that are marked. */
  async function markLost(scope: CloudScope, stack: HeatStack, signal: AbortSignal): Promise<void> {
    const project = projectOf(scope);
    for (const { name, reason } of await lostServers(project, await project.heat.resources(stack, signal)))
      await project.heat.markBroken(stack, name, reason, signal);
  }

  /** Asking again for what the stack is at, or has done already, changes nothing. */
  async function beginAction(
    { scope, name }: StackOperation,
    action: StackAction,
    signal: AbortSignal,
  ): Promise<StackRefusal | null> {
    const stack = await find(scope, name, signal);
    const word = action.toUpperCase();
    if (!stack) {
      const reason = `The Stack (${name}) could not be found.`;
      return { ok: false, status: `${word}_FAILED`, resource: null, resourceType: null, reason };
    }
    if (stack.status === `${word}_IN_PROGRESS` || stack.status === `${word}_COMPLETE`) return null;
    await heatFor(scope).act(stack, action, signal);
    return null;
  }

  /** The stack that an operation is about: also one that is gone, where the cursor says which it was. */
  async function observed({ scope, name, content }: StackOperation, cursor: Cursor | null, signal: AbortSignal) {
    if (content === null && cursor) return heatFor(scope).find(`${name}/${cursor.stackId}`, signal);
    return find(scope, name, signal);
  }

  async function pollOnce(
    operation: StackOperation,
    cursor: Cursor | null,
    signal: AbortSignal,
  ): Promise<StackObservation> {
    const { id, scope, content, action } = operation;
    const heat = heatFor(scope);
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

  async function endOf(
    { scope, content }: StackOperation,
    stack: HeatStack,
    types: ReadonlyMap<string, string>,
    reseal: Resealer,
  ): Promise<StackResult> {
    const { heat, nova } = projectOf(scope);
    if (stack.status.endsWith('_COMPLETE')) {
      if (!content) return { ok: true, outputs: {} };
      return { ok: true, outputs: await outputsOf(heat, stack, types, content) };
    }
    const events = sinceBegin(await heat.events(stack, null), stack);
    const failed = events.find((event) => event.status.endsWith('_FAILED') && event.physicalId !== stack.id);
    const resource = failed?.resource ?? null;
    const resourceType = resource === null ? null : (types.get(resource) ?? null);
    const reason = failed?.reason || stack.reason;
    const shown = resourceType === SERVER && failed?.physicalId ? await consoleOf(nova, failed.physicalId) : '';
    return { ok: false, status: stack.status, resource, resourceType, reason: reseal(`${reason}${shown}`) };
  }

  async function outputsOf(
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

  return {
    begin,
    observe: async (operation, given, signal) => {
      const cursor = given === null ? null : (JSON.parse(given) as Cursor);
      for (const until = Date.now() + LONGEST_WAIT_MS; ; ) {
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
    },
    get: async (scope, name, last) => {
      const stack = await find(scope, name);
      return stack && viewOf(projectOf(scope), stack, (await last?.()) ?? null, secrets);
    },
    list: (scope) => heatFor(scope).list(tenantTag(scope)),
    validate: async (scope, content) => {
      const project = projectOf(scope);
      const missing = missingService(content.template, await project.keystone.session());
      if (missing) return missing;
      const opened = await opensFor(scope, content);
      if ('ok' in opened) return opened;
      const refused = await project.heat.validate(opened);
      return refused && refusalOf(refused, opened.template, createResealer(secrets, { ...content }));
    },
    shortage: (scope, created) => shortageOf(projectOf(scope), created),
    resourceTypes: (scope, types) => factsOf(heatFor(scope), types),
  };
}

/** What the console of a machine that did not come up says; nothing where there is none: that is no fault of its own. */
async function consoleOf(nova: Nova, serverId: string): Promise<string> {
  const text = await nova.consoleOf(serverId, CONSOLE_LINES).catch(() => '');
  return text === '' ? '' : `\nThe last lines of its console:\n${text}`;
}

/** Where an observation goes on. */
interface Cursor {
  stackId: string;
  /** of the last event that was read; null: there was none */
  eventId: string | null;
}

function isUnderWay({ status }: HeatStack): boolean {
  return status.endsWith('_IN_PROGRESS');
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

/** The words of Heat name the resource: `Property error: : resources.vm.properties.flavor: …`. */
function refusalOf({ refused }: HeatRefusal, template: JsonObject, reseal: Resealer): StackRefusal {
  const resources = isObject(template.resources) ? template.resources : {};
  const named = [...refused.reason.matchAll(/resources\.([\w.-]+?)(?=[.:]|$)/g)].map(([, name]) => name ?? '');
  const resource = named.find((name) => name in resources) ?? null;
  const definition = resource === null ? null : resources[resource];
  const status = refused.status === 400 ? 'VALIDATION_FAILED' : 'FORBIDDEN';
  const resourceType = isObject(definition) ? String(definition.type ?? '') : null;
  return { ok: false, status, resource, resourceType, reason: reseal(refused.reason) };
}

function withoutPublicNetwork(template: JsonObject, reason: string): StackRefusal {
  const resources = Object.entries(isObject(template.resources) ? template.resources : {});
  const [resource] = resources.find(([, one]) => isObject(one) && one.type === FLOATING_ADDRESS) ?? [null];
  const resourceType = resource === null ? null : FLOATING_ADDRESS;
  return { ok: false, status: 'VALIDATION_FAILED', resource, resourceType, reason };
}
