import type { EnvironmentModel } from '@/lib/model/environment';
import { isObject, type Json, type JsonObject } from '@/lib/model/json';

/** Whether `container` is `value` itself or lies somewhere inside it. */
export function holds(value: Json, container: Json): boolean {
  if (value === container) return true;
  if (Array.isArray(value)) return value.some((inner) => holds(inner, container));
  return isObject(value) && Object.values(value).some((inner) => holds(inner, container));
}

/** A copy of the model without what lives only during a run: `token`, and `temp` of environment, services and units. */
export function lastingModel(model: JsonObject): EnvironmentModel {
  const copy = structuredClone(model);
  delete copy.token;
  delete copy.temp;
  for (const service of objects(copy.services)) {
    delete service.temp;
    for (const unit of objects(service.units)) delete unit.temp;
  }
  return copy as EnvironmentModel;
}

/** The objects of a list; nothing for anything else. */
export function objects(value: Json | undefined): JsonObject[] {
  return Array.isArray(value) ? value.filter(isObject) : [];
}
