import { createResealer } from '@/lib/cloud/kernel/secrets';
import { isObject } from '@/lib/model/json';
import type { CloudScope, StackContent, StackDriver, StackRefusal } from '@/lib/ports/cloud/cloud';
import { createStackBegin } from './begin-stack';
import type { HeatStack } from './heat';
import { createStackObservation } from './observe-stack';
import { PUBLIC_NETWORK_PARAMETER, publicNetworkOf } from './public-network';
import { missingService } from './requirements';
import { createResourceFacts } from './resource-facts';
import { shortageOf } from './shortage';
import type { OpenStackStacks, StackDriverParts } from './stack-parts';
import { refusalOf, withoutPublicNetwork } from './stack-refusal';
import { tenantTag } from './stack-tags';
import { viewOf } from './stack-view';

/**
 * Stacks in Heat. Heat keeps neither who asked nor with which request: both stand in the stack's tags, where a request
 * whose answer was lost is recognised, and a tenant's stacks among those of the same project.
 */
export function createStackDriver(parts: StackDriverParts): StackDriver {
  const { projectOf, secrets, givenParameters, publicNetwork } = parts;
  const heatFor = (scope: CloudScope) => projectOf(scope).heat;
  const factsOf = createResourceFacts();

  async function find(scope: CloudScope, name: string, signal?: AbortSignal): Promise<HeatStack | null> {
    const stack = await heatFor(scope).find(name, signal);
    // For a moment Heat finds by name what it has deleted.
    return stack?.tags.includes(tenantTag(scope)) && stack.status !== 'DELETE_COMPLETE' ? stack : null;
  }

  async function opened(scope: CloudScope, content: StackContent): Promise<StackContent | StackRefusal> {
    const { template, parameters } = secrets.open(content);
    const declared = isObject(template.parameters) ? template.parameters : {};
    const isMissing = (name: string) => name in declared && !(name in parameters);
    const given = Object.fromEntries(Object.entries(givenParameters).filter(([name]) => isMissing(name)));
    if (isMissing(PUBLIC_NETWORK_PARAMETER)) {
      const parameter = declared[PUBLIC_NETWORK_PARAMETER];
      const fallback = isObject(parameter) && typeof parameter.default === 'string' ? parameter.default : null;
      const found = await publicNetworkOf(projectOf(scope), publicNetwork, fallback);
      if ('refused' in found) return withoutPublicNetwork(template, found.refused);
      given[PUBLIC_NETWORK_PARAMETER] = found.id;
    }
    return { template, parameters: { ...given, ...parameters } };
  }

  const stacks: OpenStackStacks = { ...parts, find, opened };
  return {
    begin: createStackBegin(stacks),
    observe: createStackObservation(stacks),
    get: async (scope, name, last) => {
      const stack = await find(scope, name);
      return stack && viewOf(projectOf(scope), stack, (await last?.()) ?? null, secrets);
    },
    list: (scope) => heatFor(scope).list(tenantTag(scope)),
    validate: async (scope, content) => {
      const project = projectOf(scope);
      const missing = missingService(content.template, await project.keystone.session());
      if (missing) return missing;
      const given = await opened(scope, content);
      if ('ok' in given) return given;
      const refused = await project.heat.validate(given);
      return refused && refusalOf(refused, given.template, createResealer(secrets, { ...content }));
    },
    shortage: (scope, created) => shortageOf(projectOf(scope), created),
    resourceTypes: (scope, types) => factsOf(heatFor(scope), types),
  };
}
