import type { StackOwners } from '@/lib/conductor/stacks/stack-owners';
import type { NewEvent } from '@/lib/model/event';
import { maskSealed } from '@/lib/model/secret';
import type { MachineEvent, StackEvent } from '@/lib/ports/cloud/cloud';
import type { EventSink } from '@/lib/ports/conductor';
import type { StackOwner } from '@/lib/ports/stack-ledger';

/** What the cloud says of a resource, for the event log. The same event observed twice gives the same key. */
export function resourceChanged(event: StackEvent, environmentId: string): NewEvent & { key: string } {
  const { id, resource, type, action, status, reason } = event;
  const words = `${action} ${status}`.toLowerCase().replaceAll('_', ' ');
  return {
    kind: 'resource.changed',
    level: 'debug',
    entity: 'environment',
    entityId: environmentId,
    text: `${resource}: ${words}${reason === '' || status !== 'FAILED' ? '' : `: ${reason}`}`,
    data: { resource, type, action, status, reason },
    key: `resource:${id}`,
  };
}

/**
 * Writes what machines report into the event log of the environment that they are in.
 *
 * @param owners whose stacks these are
 * @param runningIn the run that goes on in an environment
 */
export function createMachineEventWriter(
  events: EventSink,
  owners: StackOwners,
  runningIn: (environmentId: string) => Promise<string | null>,
): (batch: MachineEvent[]) => Promise<void> {
  return async (batch) => {
    const byEnvironment = new Map<string, NewEvent[]>();
    for (const event of batch) {
      const owner = await owners.find(event);
      if (owner === null) continue;
      const entries = byEnvironment.get(owner.environmentId) ?? [];
      entries.push(maskSealed(asEvent(event, owner)));
      byEnvironment.set(owner.environmentId, entries);
    }
    for (const [environmentId, entries] of byEnvironment) {
      await events.append(environmentId, await runningIn(environmentId), entries);
    }
  };
}

/** The same event delivered twice gives the same key. */
function asEvent(event: MachineEvent, { environmentId, units }: StackOwner): NewEvent {
  const instant = event.at.getTime();
  const unitId = units[event.queue] ?? null;
  switch (event.kind) {
    case 'machine': {
      const { host, queue, phase } = event;
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
      const { host, planId, command, index, count, ok } = event;
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
    case 'output': {
      const { host, planId, number, stream, line } = event;
      return {
        kind: 'output.printed',
        level: 'debug',
        ...(unitId === null
          ? { entity: 'environment', entityId: environmentId }
          : { entity: 'unit', entityId: unitId }),
        text: `${host}: ${line}`,
        data: { effectId: planId, host, stream },
        key: `output:${planId}:${number}`,
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
