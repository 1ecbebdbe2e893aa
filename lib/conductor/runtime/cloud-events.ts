import type { StackOwners } from '@/lib/conductor/stacks/stack-owners';
import type { EnvironmentModel } from '@/lib/model/environment';
import type { NewEvent } from '@/lib/model/event';
import { withNamesIn } from '@/lib/model/named-ids';
import type { EffectKind } from '@/lib/model/progress/effect-kinds';
import { maskSealed } from '@/lib/model/secret';
import type { MachineEvent, SoftwareEnd, SoftwareStep, StackEvent } from '@/lib/ports/cloud/cloud';
import type { EventSink } from '@/lib/ports/conductor';
import type { StackOwner } from '@/lib/ports/stack-ledger';
import { problemData, softwareProblem, withNamesOf } from '../problems/problems';

/** What the cloud says of a resource, for the event log. The same event observed twice gives the same key. */
function resourceChanged(event: StackEvent, model: EnvironmentModel): NewEvent & { key: string } {
  const { id, resource, type, action, status, reason } = event;
  const words = `${action} ${status}`.toLowerCase().replaceAll('_', ' ');
  return {
    kind: 'resource.changed',
    level: 'debug',
    entity: 'environment',
    entityId: model.id,
    text: withNamesIn(`${resource}: ${words}${reason === '' || status !== 'FAILED' ? '' : `: ${reason}`}`, model),
    data: { resource, type, action, status, reason },
    key: `resource:${id}`,
  };
}

/** Whose machines are in the stacks of an environment. */
export interface MachineOwners {
  /** the environment as reached so far */
  model: EnvironmentModel;
  /** units by the inboxes of their agents, those too that the environment has no more */
  units: Readonly<Record<string, string>>;
}

/**
 * What the cloud says of one resource, and the steps of software on machines that it is made of: each is an effect of the
 * run, which the cloud carries out.
 */
export function stackEvents(event: StackEvent, owners: MachineOwners): (NewEvent & { key: string })[] {
  const steps = (event.software ?? []).flatMap((step) => softwareStep(step, event, owners));
  return [resourceChanged(event, owners.model), ...steps];
}

function softwareStep(
  step: SoftwareStep,
  event: StackEvent,
  { model, units }: MachineOwners,
): (NewEvent & { key: string })[] {
  const { id, deployment, action, tool, host, queue, at } = step;
  const unitId = units[queue];
  const service = model.services.find((one) => one.units.some((unit) => unit.id === unitId));
  const entity =
    unitId === undefined
      ? ({ entity: 'environment', entityId: model.id } as const)
      : ({ entity: 'unit', entityId: unitId } as const);
  const title = withNamesIn(`${deployment}: ${action}`, model);
  const whose = {
    host,
    ...(unitId === undefined ? {} : { unitId }),
    ...(service === undefined ? {} : { serviceId: service.id }),
  };
  const named = { effectId: id, effect: 'software' satisfies EffectKind, title, ...whose };
  const software = { deployment, action, tool };
  const started: NewEvent & { key: string } = {
    ...{ kind: 'effect.started', ...entity, text: `${title} on ${host}`, key: `${id}:started` },
    data: { ...named, software },
  };
  const end = endOf(step, event);
  if (end === null) return [started];
  const { exitCode, stdout, stderr, outputs, problem, at: endedAt } = end;
  const failure =
    problem === null ? null : withNamesOf(model, softwareProblem({ title, whose, exitCode, stderr, problem }));
  const finished: NewEvent & { key: string } = {
    ...{ kind: 'effect.finished', ...entity, level: failure ? 'error' : 'info', key: `${id}:finished` },
    text: failure ? failure.sentence : `${title} on ${host}: done`,
    data: {
      ...named,
      outcome: failure ? 'failed' : 'ok',
      durationMs: Math.max(0, Date.parse(endedAt) - Date.parse(at)),
      software: { ...software, exitCode, outputs, stdout: endOfText(stdout), stderr: endOfText(stderr) },
      ...(failure ? { problem: problemData(failure) } : {}),
    },
  };
  return [started, finished];
}

/** How a step ended; null while it goes on. One that the cloud gave up ended with the cloud's reason. */
function endOf({ end }: SoftwareStep, { status, reason, at }: StackEvent): SoftwareEnd | null {
  if (end !== null || status === 'IN_PROGRESS') return end;
  return { at: at.toISOString(), problem: reason, exitCode: null, stdout: '', stderr: '', outputs: {} };
}

/** More of what a tool has printed is not kept with its step, in characters: its lines are in the log. */
const MAX_TEXT_CHARACTERS = 4_000;

function endOfText(text: string): string {
  return text.length <= MAX_TEXT_CHARACTERS ? text : `…${text.slice(-MAX_TEXT_CHARACTERS)}`;
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
      const { host, planId, command, index, count, ok, executed } = event;
      const end = executed === false ? ' was not executed here' : ok ? '' : ' failed';
      return {
        kind: 'command.finished',
        level: ok ? 'info' : 'error',
        ...(unitId === null
          ? { entity: 'environment', entityId: environmentId }
          : { entity: 'unit', entityId: unitId }),
        text: `${command} on ${host}${end} (${index + 1} of ${count})`,
        data: { effectId: planId, host, command, index, count, ok, ...(executed === false ? { executed } : {}) },
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
