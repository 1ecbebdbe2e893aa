import { recallService } from '@/components/forms/service-memory';
import { isObject, type JsonObject } from '@/lib/model/json';
import type { ServiceView } from '@/lib/model/views';

/** The name under which a half-finished edit of a service is kept in this tab. */
export function editMemory(environmentId: string, serviceId: string): string {
  return `edit.${environmentId}.${serviceId}`;
}

/**
 * What an edit begins with: what was kept of an earlier one, with secrets as they are saved, or the service as it is.
 * An edit of other units than there are now is not gone on with.
 */
export function recallEdit(
  memory: string,
  service: ServiceView,
  storage?: Parameters<typeof recallService>[1],
): JsonObject {
  const now = service as JsonObject;
  const kept = recallService(memory, storage)?.service;
  const keptUnits = Array.isArray(kept?.units) ? kept.units.filter(isObject) : [];
  const same =
    keptUnits.length === service.units.length && keptUnits.every((unit, index) => unit.id === service.units[index]?.id);
  if (!kept || !same) return now;
  const units = keptUnits.map((unit, index) => withoutBlanks(unit, service.units[index] as JsonObject));
  return { ...withoutBlanks(kept, now), units };
}

/** Blank texts as they are saved: a secret that was typed is not kept, its saved mask is. */
function withoutBlanks(kept: JsonObject, saved: JsonObject): JsonObject {
  return Object.fromEntries(
    Object.entries(kept).map(([name, value]) => [name, value === '' ? (saved[name] ?? '') : value]),
  );
}
