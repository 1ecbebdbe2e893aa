import type { EnvironmentModel, Service } from '@/lib/model/environment';
import { isObject, type Json, type JsonObject } from '@/lib/model/json';
import { isObjectEntry } from '@/lib/model/object-entry';
import type { PolicyVerdict } from '@/lib/model/policies/verdicts';
import type { RuleVerdict } from '@/lib/ports/policies';

type Place = Pick<PolicyVerdict, 'object_id' | 'service_id' | 'service_name' | 'unit_id'>;

/** Where a verdict belongs: to what it names, or else to the one service that all of what it rests on is of. */
export function placeOf(
  objectId: string | null,
  rested: RuleVerdict['properties'],
  place: ReturnType<typeof placesIn>,
): Place {
  const at = place(objectId);
  if (at.service_id !== null) return at;
  const places = rested.map((one) => place(one.objectId));
  const [first] = places;
  if (!first || places.some(({ service_id }) => service_id === null || service_id !== first.service_id)) return at;
  const unit_id = places.every((one) => one.unit_id === first.unit_id) ? first.unit_id : null;
  return { ...first, object_id: objectId, unit_id };
}

/** Finds the service and the machine that an object of the rules is, or is part of: each document is gone through once. */
export function placesIn(models: readonly EnvironmentModel[]): (objectId: string | null) => Place {
  const services = models.flatMap((model) => model.services);
  const byObject = new Map<string, Service>();
  const know = (id: string, service: Service) => byObject.has(id) || byObject.set(id, service);
  for (const service of services)
    for (const id of [service.id, ...service.units.map((unit) => unit.id)]) know(id, service);
  const named = new Map<string, Service>();
  for (const service of services.filter(isObjectEntry)) {
    for (const text of textsIn(service as JsonObject)) if (!named.has(text)) named.set(text, service as Service);
  }
  return (objectId) => {
    const unitId = objectId?.split('-')[0] ?? '';
    const service =
      objectId === null ? undefined : (byObject.get(objectId) ?? byObject.get(unitId) ?? named.get(objectId));
    const unit = service?.units.find(({ id }) => id === unitId);
    return {
      object_id: objectId,
      service_id: service?.id ?? null,
      service_name: service?.name ?? null,
      unit_id: unit?.id ?? null,
    };
  };
}

/** Every text of a value: names of fields, too. */
function textsIn(value: Json): string[] {
  if (typeof value === 'string') return [value];
  if (Array.isArray(value)) return value.flatMap(textsIn);
  return isObject(value) ? Object.entries(value).flatMap(([key, inner]) => [key, ...textsIn(inner)]) : [];
}
