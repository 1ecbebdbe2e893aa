import type { EnvironmentModel, Unit } from '@/lib/model/environment';
import { hostOf } from '@/lib/model/installed';
import { type Condition, conditionOf, withCondition } from '@/lib/model/operations/condition';
import { agentQueue } from '@/lib/ports/cloud/cloud';
import type { MachineReading } from '@/lib/ports/cloud/inspection';

/** What a probe of a machine from outside found otherwise than it was known. */
export interface HealthFinding {
  unitId: string;
  host: string;
  ok: boolean;
  /** what is wrong; empty where all is well again */
  message: string;
}

/** The inboxes of the machines of a document that are there and should work. */
export function inboxesOf(model: EnvironmentModel): Map<string, string> {
  return new Map(
    model.services.flatMap((service) =>
      service.units.filter(isWatched).map((unit) => [unit.id, agentQueue(model.id, service.id, unit.id)] as const),
    ),
  );
}

/**
 * Compares what the cloud tells of machines with what is known of them.
 *
 * @param readings by unit; null: the cloud has no such machine
 * @param at of the probe, an ISO instant
 * @returns the document with what was found, and what is new; the very document when nothing is
 */
export function withFindings(
  model: EnvironmentModel,
  readings: ReadonlyMap<string, MachineReading | null>,
  at: string,
): { model: EnvironmentModel; findings: HealthFinding[] } {
  const findings: HealthFinding[] = [];
  const probed = (unit: Unit): Unit => {
    const condition = conditionOf(unit);
    const reading = readings.get(unit.id);
    if (condition === null || reading === undefined || !isWatched(unit)) return unit;
    const host = hostOf(unit);
    const wrong = wrongWith(host, reading);
    const status = newStatus(condition, wrong, at);
    if (status === null) return unit;
    findings.push({ unitId: unit.id, host, ok: status.ok, message: status.message });
    return { ...unit, state: withCondition(unit.state, { ...condition, status }) };
  };
  const services = model.services.map((service) => ({ ...service, units: service.units.map(probed) }));
  return findings.length === 0 ? { model, findings } : { model: { ...model, services }, findings };
}

/** Whoever rests, or is half-way somewhere, is not probed. */
function isWatched(unit: Unit): boolean {
  return conditionOf(unit)?.state === 'started';
}

/** @returns null: nothing is wrong; undefined: it is starting, so that nothing can be said yet */
function wrongWith(host: string, reading: MachineReading | null): string | null | undefined {
  if (reading === null) return `The cloud has no machine ${host}.`;
  switch (reading.power) {
    case 'stopped':
      return `${host} is switched off.`;
    case 'failed':
      return `${host} did not come up.`;
    case 'booting':
    case 'rebooting':
      return undefined;
    default:
      return reading.agentSilentSince === null ? null : `The agent on ${host} does not answer.`;
  }
}

/** @returns null when it stays as it is known: what packages found out is theirs to take back */
function newStatus({ status }: Condition, wrong: string | null | undefined, at: string): Condition['status'] {
  if (wrong === undefined) return null;
  if (wrong !== null) {
    if (status?.ok === false && (status.message === wrong || status.by !== 'cloud')) return null;
    return { ok: false, message: wrong, at, by: 'cloud' };
  }
  return status?.ok === false && status.by === 'cloud' ? { ok: true, message: '', at, by: 'cloud' } : null;
}
