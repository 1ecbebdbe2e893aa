import type { ResourceType } from '@/lib/cloud/kernel/resources/resource-type';
import { deploymentProblems, replacesDeployment, SOFTWARE_RESOURCE_TYPES } from '@/lib/conductor/software';
import { actOn, attributesOf, begin, deploymentOf, endOf } from './software-deployment';
import { actOnGroup, createGroup, groupEnd, updateGroup } from './software-group';

/** Deployments of software, as Heat has them: they hand configs to the agents of machines. */
export const SOFTWARE_DEPLOYMENT_TYPES: readonly ResourceType[] = [...SOFTWARE_RESOURCE_TYPES].flatMap(
  ([type, { role, properties }]) => {
    if (role === 'config') return [];
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
