import type { EnvironmentModel, Service, Unit } from '../environment';
import type { VetroEvent } from '../event';
import { hostNameOf, isInstalled, rolesFor } from '../installed';
import { isObject, type JsonObject } from '../json';
import { membershipOf } from '../relations';
import type { ServiceType } from '../service-type';
import { foldEvents } from './fold';
import { type EffectProgress, EMPTY_PROGRESS, type Progress, type RunProgress } from './projection';
import { effectsOf, unresolved } from './unit-run';

/** The events of a log up to a moment, in milliseconds since the epoch, that one inclusive. */
export function eventsUntil(events: readonly VetroEvent[], momentMs: number): VetroEvent[] {
  return events.filter((event) => Date.parse(event.at) <= momentMs);
}

/** The picture of one deployment at a moment: its own events up to then, and nothing that came later. */
export function progressAt(events: readonly VetroEvent[], runId: string, momentMs: number): Progress {
  return foldEvents(
    EMPTY_PROGRESS,
    eventsUntil(events, momentMs).filter((event) => event.runId === runId),
  );
}

/** The newest phase in a run of each machine, by host name. */
export function machinesOf({ phases }: RunProgress): Progress['machines'] {
  // the keys are numbers of events, so the order is that of time
  return Object.fromEntries(Object.values(phases).map((phase) => [phase.host, phase]));
}

/** Marks of a finished deployment worth stopping at, in milliseconds since its start: each step's beginning and end. */
export function momentsOf(deployment: RunProgress): { atMs: number; failed: boolean }[] {
  const start = Date.parse(deployment.startedAt ?? deployment.queuedAt ?? '');
  if (Number.isNaN(start)) return [];
  const marks = effectsOf(deployment).flatMap((effect) => [
    { at: effect.startedAt, failed: false },
    { at: effect.endedAt, failed: effect.outcome === 'failed' },
  ]);
  return marks
    .flatMap(({ at, failed }) => (at === null ? [] : [{ atMs: Math.max(0, Date.parse(at) - start), failed }]))
    .sort((a, b) => a.atMs - b.atMs);
}

/**
 * A past deployment's document at a moment. Documents are not kept for every moment, so it is inferred: a unit all of
 * whose steps in this deployment were over by then, and none failed for good, is as asked, every other one is as it was at the start.
 *
 * @param asked the document asked for, with the state it started with
 * @param whole the whole deployment
 */
export function modelAt(
  asked: EnvironmentModel,
  types: readonly ServiceType[],
  whole: RunProgress,
  momentMs: number,
): EnvironmentModel {
  const effects = effectsOf(whole);
  const services = asked.services.map((service) => {
    const type = types.find((candidate) => candidate.type === service.type) ?? null;
    return service.units.reduce((grown: Service, unit) => {
      const own = effects.filter((effect) => effect.unitId === unit.id);
      const reached =
        own.length > 0 && own.every((effect) => isOver(effect, momentMs)) && unresolved(own, own).length === 0;
      return reached ? asAsked(type, grown, unit.id, own[0]?.host ?? null) : grown;
    }, service);
  });
  return { ...asked, services };
}

/** Ended by then, well or with a failure; what was cut off is not over. */
function isOver({ outcome, endedAt }: EffectProgress, momentMs: number): boolean {
  return (outcome === 'ok' || outcome === 'failed') && endedAt !== null && Date.parse(endedAt) <= momentMs;
}

/** A service with one of its units carrying all it should. */
function asAsked(type: ServiceType | null, service: Service, unitId: string, host: string | null): Service {
  const units = service.units.map((unit): Unit => {
    if (unit.id !== unitId) return unit;
    const membership = membershipOf(service, type);
    const facts: JsonObject = {
      ...(host !== null && hostNameOf(unit) === null ? { hostname: host } : {}),
      ...(membership === null ? {} : { [membership.path]: membership.name }),
    };
    const own = type ? rolesFor(type, unit).filter((role) => !role.installedWhen.startsWith(':')) : [];
    // nothing else tells of a machine without roles that it was made
    if (!type || rolesFor(type, unit).length === 0) facts.machine = host ?? unit.name;
    const missing = own.filter((role) => !isInstalled(role, service, unit)).map((role) => role.installedWhen);
    return { ...unit, state: missing.reduce(withYes, { ...unit.state, ...facts }) };
  });
  const unit = units.find((one) => one.id === unitId);
  const shared = type && unit ? rolesFor(type, unit).filter((role) => role.installedWhen.startsWith(':')) : [];
  const missing = shared.filter((role) => unit && !isInstalled(role, service, unit));
  const state = missing.map((role) => role.installedWhen.slice(1)).reduce(withYes, { ...service.state });
  return { ...service, units, ...(missing.length > 0 ? { state } : {}) };
}

/** A state that says yes at a dotted path. */
function withYes(state: JsonObject, path: string): JsonObject {
  const [key = '', ...rest] = path.split('.');
  const inner = state[key];
  return { ...state, [key]: rest.length === 0 ? true : withYes(isObject(inner) ? inner : {}, rest.join('.')) };
}
