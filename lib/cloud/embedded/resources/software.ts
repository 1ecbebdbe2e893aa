import {
  componentProblems,
  deploymentProblems,
  replacesDeployment,
  SOFTWARE_RESOURCE_TYPES,
} from '@/lib/conductor/software';
import { isObject, type JsonObject } from '@/lib/model/json';
import type { ResourceType } from './resource-type';
import { softwareConfig } from './software-config';
import { actOn, attributesOf, begin, deploymentOf, endOf } from './software-deployment';
import { actOnGroup, createGroup, groupEnd, updateGroup } from './software-group';

/** Software on machines, as Heat has it: configs are kept, deployments hand them to the agents of machines. */
export const SOFTWARE_TYPES: readonly ResourceType[] = [...SOFTWARE_RESOURCE_TYPES].map(
  ([type, { role, properties }]) => {
    if (role === 'config') return configType(type, properties);
    const checked: Pick<ResourceType, 'type' | 'properties' | 'attributes' | 'problems'> = {
      type,
      properties,
      attributes: null,
      problems: (_, given, stack) => deploymentProblems(given, (one) => stack.property(one, 'user_data_format')),
    };
    if (role === 'group')
      return {
        ...checked,
        create: (context) => createGroup(context, type),
        update: (context) => updateGroup(context, type),
        completed: groupEnd,
        acted: groupEnd,
        remove: (context) => actOnGroup(context, type, 'DELETE'),
        act: (context, action) => actOnGroup(context, type, action),
      };
    return {
      ...checked,
      replaces: replacesDeployment,
      create: (context) => begin({ ...context, attributes: {} }, type, 'CREATE'),
      update: (context) => begin(context, type, 'UPDATE'),
      completed: (context) => completed(context),
      acted: (context) => completed(context),
      remove: (context) => actOn(context, type, 'DELETE'),
      act: (context, action) => actOn(context, type, action),
    };
  },
);

type Waiting = Parameters<NonNullable<ResourceType['completed']>>[0];

async function completed(context: Waiting) {
  const deployment = deploymentOf(context.attributes);
  const end = await endOf(context, deployment);
  if (end === null) return null;
  const attributes = attributesOf(end.deployment, context.attributes);
  return 'failed' in end ? { failed: end.failed, attributes } : { attributes, seconds: 0 };
}

function configType(type: string, properties: ResourceType['properties']): ResourceType {
  const isComponent = type === 'OS::Heat::SoftwareComponent';
  return {
    type,
    properties,
    attributes: ['config'],
    ...(isComponent ? { problems: componentProblems } : {}),
    create:
      type === softwareConfig.type
        ? softwareConfig.create
        : async ({ properties: given }) => ({ attributes: { config: bodyOf(given) }, seconds: 0 }),
  };
}

function bodyOf({ config, configs }: JsonObject) {
  return isObject(config) ? config : { configs: configs ?? [] };
}
