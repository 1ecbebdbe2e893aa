import type { CloudEvent } from '@/lib/cloud/cloud';
import { unitOfInbox } from '@/lib/conductor/preview/machines';
import type { NewEvent } from '@/lib/model/event';
import { maskSealed } from '@/lib/model/secret';
import type { EventSink } from '@/lib/ports/conductor';

/**
 * Writes the events of the cloud into the event log of the environment that it concerns.
 *
 * @param runningIn the deployment that goes on in an environment
 */
export function createCloudEventWriter(
  events: EventSink,
  runningIn: (environmentId: string) => Promise<string | null>,
): (batch: CloudEvent[]) => Promise<void> {
  return async (batch) => {
    const byEnvironment = new Map<string, NewEvent[]>();
    for (const event of batch) {
      const environmentId = environmentOf(event.stack);
      if (environmentId === null) continue;
      const entries = byEnvironment.get(environmentId) ?? [];
      entries.push(maskSealed(asEvent(event, environmentId)));
      byEnvironment.set(environmentId, entries);
    }
    for (const [environmentId, entries] of byEnvironment) {
      await events.append(environmentId, await runningIn(environmentId), entries);
    }
  };
}

/** Stacks are named `e<environment id>`, further ones `e<environment id>-<name>`; others are none of ours. */
function environmentOf(stack: string): string | null {
  return /^e([0-9a-f]{32})(?:-[\w.-]+)?$/.exec(stack)?.[1] ?? null;
}

/** The same event delivered twice gives the same key. */
function asEvent(event: CloudEvent, environmentId: string): NewEvent {
  const instant = event.at.getTime();
  switch (event.kind) {
    case 'resource': {
      const { resource, type, action, status, reason } = event;
      const failed = status === 'FAILED';
      return {
        kind: 'resource.changed',
        level: failed ? 'error' : 'debug',
        entity: 'environment',
        entityId: environmentId,
        text: `${resource}: ${action.toLowerCase()} ${failed ? `failed: ${reason}` : status.toLowerCase().replaceAll('_', ' ')}`,
        data: { resource, type, action, status, reason },
        key: `resource:${resource}:${action}:${status}:${instant}`,
      };
    }
    case 'machine': {
      const { host, queue, phase } = event;
      const unitId = unitOfInbox(queue);
      return {
        kind: 'machine.changed',
        level: phase === 'failed' ? 'error' : 'info',
        ...(unitId === null
          ? { entity: 'environment', entityId: environmentId }
          : { entity: 'unit', entityId: unitId }),
        text: `${host} ${MACHINE_WORDS[phase]}`,
        data: { host, phase, ...(unitId === null ? {} : { unitId }) },
        key: `machine:${queue || host}:${phase}:${instant}`,
      };
    }
    case 'command': {
      const { host, queue, planId, command, index, count, ok } = event;
      const unitId = unitOfInbox(queue);
      return {
        kind: 'command.finished',
        level: ok ? 'info' : 'error',
        ...(unitId === null
          ? { entity: 'environment', entityId: environmentId }
          : { entity: 'unit', entityId: unitId }),
        text: `${command} on ${host}${ok ? '' : ' failed'} (${index + 1} of ${count})`,
        data: { effectId: planId, host, command, index, count, ok },
        key: `command:${planId}:${index}`,
      };
    }
  }
}

const MACHINE_WORDS = {
  booting: 'is starting',
  ready: 'is ready',
  rebooting: 'is restarting',
  stopped: 'has stopped',
  failed: 'has failed',
} as const;
