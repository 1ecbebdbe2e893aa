import { setTimeout as pause } from 'node:timers/promises';
import { createResealer } from '@/lib/cloud/kernel/secrets';
import { errors } from '@/lib/errors';
import type { CloudScope, StackAction, StackDriver, StackOperation, StackRefusal } from '@/lib/ports/cloud/cloud';
import { lostServers } from './broken-machines';
import { type HeatStack, isUnderWay } from './heat';
import { imageOf } from './offer';
import type { OpenStackStacks } from './stack-parts';
import { refusalOf } from './stack-refusal';
import { operationTag, tenantTag } from './stack-tags';

/** How often a name that is taken is tried. */
const MAX_NAME_ATTEMPTS = 10;

/** Makes what asks Heat for a stack, for another content of one, for an action on it, or for its end. */
export function createStackBegin({
  projectOf,
  secrets,
  pollMs,
  agents,
  find,
  opened,
}: OpenStackStacks): StackDriver['begin'] {
  async function begin(operation: StackOperation, signal: AbortSignal): Promise<StackRefusal | null> {
    const { id, scope, name, content, action } = operation;
    const { heat } = projectOf(scope);
    if (action) return beginAction(operation, action, signal);
    if (content === null) {
      const stack = await find(scope, name, signal);
      if (stack) await heat.delete(stack, signal);
      return null;
    }
    const bare = await opened(scope, content);
    if ('ok' in bare) return bare;
    const images = agents ? (await projectOf(scope).images.list('/images?status=active', 'images')).map(imageOf) : [];
    const complete = (await agents?.withAgents(scope, name, bare, images, signal)) ?? bare;
    const { template } = complete;
    const request = { ...complete, tags: [tenantTag(scope), operationTag(id)] };
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
      const isTaken = refused.refused.type === 'StackExists' && attempt < MAX_NAME_ATTEMPTS;
      if (!isTaken) return refusalOf(refused, template, createResealer(secrets, { ...content }));
      await pause(pollMs, undefined, { signal }).catch(() => undefined);
    }
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
    await projectOf(scope).heat.act(stack, action, signal);
    return null;
  }

  return begin;
}
