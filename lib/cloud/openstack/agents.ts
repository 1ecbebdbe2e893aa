import type { AgentMake } from '@/lib/cloud/agents/agent-make';
import { createMachineAgents, type MachineAgents, type MachineAgentsParts } from '@/lib/cloud/agents/machine-agents';
import { errors } from '@/lib/errors';
import { isObject, type Json, type JsonObject } from '@/lib/model/json';
import { type CloudScope, inboxOfServer, type StackContent } from '@/lib/ports/cloud/cloud';
import type { OpenStackImage } from './offer';
import {
  agentUserData,
  bothAtFirst,
  type FirstStart,
  muranoParameters,
  setsUpMurano,
  withOwnParts,
  withParameters,
} from './user-data';

/** What agents on the machines of OpenStack need beside the OpenStack. */
export interface AgentParts extends Omit<MachineAgentsParts, 'open' | 'seal'> {
  /** the address by which machines reach Vetro, without a slash at the end */
  server: string;
  /** the agent of images that do not say which one they have */
  usualAgent: AgentMake;
}

/** The agents on machines that Heat makes. */
export interface OpenStackAgents extends Omit<MachineAgents, 'register' | 'removeOthers'> {
  /**
   * A stack's content with what the agents of its machines are told at their first start.
   *
   * @param content opened
   * @throws cloud `broker_unreachable` (retryable), `agent_needs_broker`
   */
  withAgents(
    scope: CloudScope,
    stack: string,
    content: StackContent,
    images: readonly OpenStackImage[],
    signal: AbortSignal,
  ): Promise<StackContent>;
  /** Ends the agents of machines that a stack no longer has. */
  removeStaleAgents(scope: CloudScope, stack: string, content: StackContent | null): Promise<void>;
}

/** Tells the agents of machines who they are; machines themselves are Heat's affair. */
export function createOpenStackAgents(
  parts: AgentParts,
  secrets: Pick<MachineAgentsParts, 'open' | 'seal'>,
): OpenStackAgents {
  const { server, broker, usualAgent } = parts;
  const { register, removeOthers, ...agents } = createMachineAgents({ ...parts, ...secrets });
  return {
    ...agents,
    withAgents: async ({ tenantId }, stack, content, images, signal) => {
      const resources = isObject(content.template.resources) ? { ...content.template.resources } : {};
      for (const { name, resource, properties, queue } of machinesOf(content)) {
        const image = imageOf(resolved(properties.image ?? null, content), images);
        const host = resolved(properties.name ?? null, content) ?? name;
        const make = image?.agent ?? usualAgent;
        if (make !== 'vetro' && !broker) {
          const sentence = `The image of ${host} has an agent of Murano's, which needs a message broker. Set VETRO_AMQP_URL, or take an image for Vetro's own agent.`;
          throw errors.cloud('agent_needs_broker', sentence);
        }
        const registration = await register({ tenantId, stack, host, queue, make }, signal);
        const system = image?.type.startsWith('windows') ? 'windows' : 'linux';
        const first = { registration, queue, system, server, broker } as const;
        const { properties: added, beside } = firstStart(name, properties, resources, first);
        Object.assign(resources, beside, { [name]: { ...resource, properties: { ...properties, ...added } } });
      }
      return { ...content, template: { ...content.template, resources } };
    },

    removeStaleAgents: async (scope, stack, content) => {
      const queues = content === null ? [] : machinesOf(content).map(({ queue }) => queue);
      await removeOthers(scope, stack, queues);
    },
  };
}

interface Machine {
  name: string;
  resource: JsonObject;
  properties: JsonObject;
  queue: string;
}

/** The machines of a template whose agents have an inbox. */
function machinesOf({ template }: StackContent): Machine[] {
  const resources = isObject(template.resources) ? template.resources : {};
  return Object.entries(resources).flatMap(([name, resource]) => {
    if (!isObject(resource) || resource.type !== 'OS::Nova::Server' || !isObject(resource.properties)) return [];
    const { properties } = resource;
    const queue = inboxOfServer(properties);
    return queue === '' ? [] : [{ name, resource, properties, queue }];
  });
}

/** A name in a template, where it stands there or is a parameter's; null: it is the affair of the stack. */
function resolved(value: JsonObject[string] | null, { template, parameters }: StackContent): string | null {
  if (typeof value === 'string') return value;
  if (!isObject(value) || typeof value.get_param !== 'string') return null;
  const name = value.get_param;
  const declared = isObject(template.parameters) ? template.parameters[name] : null;
  const given = parameters[name] ?? (isObject(declared) ? declared.default : null);
  return typeof given === 'string' ? given : null;
}

function imageOf(wanted: string | null, images: readonly OpenStackImage[]): OpenStackImage | null {
  return images.find(({ id, name }) => id === wanted || name === wanted) ?? null;
}

/**
 * What of a server's properties its agent needs, and of other resources that its user data is made of; a later change of it
 * makes no other machine.
 *
 * @param resources of the template
 */
function firstStart(
  name: string,
  properties: JsonObject,
  resources: JsonObject,
  start: FirstStart,
): { properties: JsonObject; beside: JsonObject } {
  const { user_data: own = null } = properties;
  const kept = { user_data_format: 'RAW', user_data_update_policy: 'IGNORE' };
  const parts = referredTo(own, resources);
  if (start.registration.make !== 'vetro') {
    const parameters = muranoParameters(start);
    const filled = (value: Json) => withParameters(value, parameters);
    const beside = Object.fromEntries([...parts].map((part) => [part, filled(resources[part] ?? null)]));
    return { properties: { ...properties, ...kept, user_data: filled(own) }, beside };
  }
  const script = agentUserData(start);
  const [whole] = parts;
  if (whole !== undefined) {
    const together = `${name}-vetro-agent`;
    const beside = { [together]: withOwnParts(script, whole, resources[whole] ?? null) };
    return { properties: { ...kept, user_data: { get_resource: together } }, beside };
  }
  // A script for an agent that this image does not have would fail.
  const isAlone = own === null || own === '' || setsUpMurano(own);
  return { properties: { ...kept, user_data: isAlone ? script : bothAtFirst(script, own) }, beside: {} };
}

/** The configurations of Heat that a value refers to, and those that these refer to: the one that it is comes first. */
function referredTo(value: Json, resources: JsonObject, found = new Set<string>()): Set<string> {
  for (const [, name = ''] of JSON.stringify(value).matchAll(/"get_resource":"([^"]+)"/g)) {
    const resource = resources[name];
    if (found.has(name) || !isObject(resource) || !String(resource.type).startsWith('OS::Heat::')) continue;
    found.add(name);
    referredTo(resource, resources, found);
  }
  return found;
}
