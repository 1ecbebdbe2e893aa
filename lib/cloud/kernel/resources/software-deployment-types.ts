import { deploymentProblems, replacesDeployment, SOFTWARE_RESOURCE_TYPES } from '@/lib/conductor/software';
import { inboxOfServer } from '@/lib/ports/cloud/cloud';
import type { ResourceType } from './resource-type';
import { attributesOf, begin, deploymentOf, endOf, stepOf } from './software-deployment';
import { actOnGroup, createGroup, groupEnd, groupSteps, updateGroup } from './software-group';

/** Deployments of software, as Heat has them: they hand configs to the agents of machines. */
export const SOFTWARE_DEPLOYMENT_TYPES: readonly ResourceType[] = [...SOFTWARE_RESOURCE_TYPES].flatMap(
  ([type, { role, properties }]) => {
    if (role === 'config') return [];
    const checked: Pick<ResourceType, 'type' | 'properties' | 'attributes' | 'problems'> = {
      type,
      properties,
      attributes: null,
      problems: (_, given, stack) => deploymentProblems(given, (one) => formatOf(stack, one)),
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
        software: groupSteps,
      };
    return {
      ...checked,
      replaces: replacesDeployment,
      create: (context) => begin({ ...context, attributes: {} }, type, 'CREATE'),
      update: (context) => begin(context, type, 'UPDATE'),
      completed: (context) => completed(context),
      acted: (context) => completed(context),
      remove: (context) => begin(context, type, 'DELETE'),
      act: (context, action) => begin(context, type, action),
      software: (...of) => [stepOf(...of) ?? []].flat(),
    };
  },
);

type Stack = Parameters<NonNullable<ResourceType['problems']>>[2];

/** A machine that has an inbox has an agent of Vetro's, which takes configs however its first start is told. */
function formatOf(stack: Stack, server: string): ReturnType<Stack['property']> {
  const metadata = stack.property(server, 'metadata')?.value ?? null;
  return inboxOfServer({ metadata }) !== '' ? null : stack.property(server, 'user_data_format');
}

type Waiting = Parameters<NonNullable<ResourceType['completed']>>[0];

async function completed(context: Waiting) {
  const deployment = deploymentOf(context.attributes);
  const end = await endOf(context, deployment);
  if (end === null) return null;
  const attributes = attributesOf(end.deployment, context.attributes);
  return 'failed' in end ? { failed: end.failed, attributes } : { attributes, seconds: 0 };
}
