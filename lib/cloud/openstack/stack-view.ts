import { createResealer, type Secrets, secretAttributes } from '@/lib/cloud/kernel/secrets';
import type { JsonObject } from '@/lib/model/json';
import type { StackContent, StackResource, StackView } from '@/lib/ports/cloud/cloud';
import { lostServers } from './broken-machines';
import type { HeatResource, HeatStack } from './heat';
import type { OpenStackProject } from './project';

/**
 * A stack with its resources and their attributes. Heat does not tell what they were made from, and shows secrets in
 * clear: they are sealed again by what the stack was made from.
 *
 * @param content what it was last asked to be; null when nobody knows: then attributes and outputs are left out
 */
export async function viewOf(
  project: OpenStackProject,
  stack: HeatStack,
  content: StackContent | null,
  secrets: Secrets,
): Promise<StackView> {
  const { heat } = project;
  const resources = (await heat.resources(stack)).filter(({ status }) => !/^(DELETE_COMPLETE|INIT_)/.test(status));
  const lost = new Set((await lostServers(project, resources)).map(({ name }) => name));
  const attributes = content ? await Promise.all(resources.map(({ name }) => heat.attributes(stack, name))) : [];
  const born = resources.flatMap(({ type }, at) => secretAttributes(type, attributes[at] ?? {}));
  const reseal = createResealer(secrets, { ...content }, born);
  const outputs = content
    ? stack.outputs.map((output) => [String(output.output_key), output.output_value ?? null])
    : [];
  return {
    id: stack.id,
    name: stack.name,
    status: stack.status,
    reason: content ? reseal(stack.reason) : '',
    outputs: reseal(Object.fromEntries(outputs) as JsonObject),
    resources: resources.map((resource, at) => {
      const view = resourceOf(resource, reseal, attributes[at] ?? {}, content !== null);
      return lost.has(resource.name) ? { ...view, condition: 'broken' } : view;
    }),
  };
}

function resourceOf(
  { name, type, status, reason, physicalId }: HeatResource,
  reseal: ReturnType<typeof createResealer>,
  attributes: JsonObject,
  isKnown: boolean,
): StackResource {
  const hasFailed = status.endsWith('_FAILED');
  // what was never finished, and what somebody has marked, is made anew
  const isBroken = hasFailed && /^(CREATE|CHECK)_/.test(status);
  return {
    name,
    type,
    status,
    reason: isKnown ? reseal(reason) : '',
    physicalId,
    reference: physicalId,
    attributes: reseal({ ...attributes, show: attributes }),
    definition: null,
    condition: isBroken ? 'broken' : hasFailed ? 'halfChanged' : 'intact',
  };
}
