import { createHash } from 'node:crypto';
import { isObject, type Json, type JsonObject } from '@/lib/model/json';

/** An id of 32 hexadecimal digits that follows from a service and a place in it. */
export function idAt(serviceId: string, place: string): string {
  return createHash('sha256').update(`${serviceId} ${place}`).digest('hex').slice(0, 32);
}

/** An object in which every object without an id has one, always the same at the same place of the same service. */
export function withIds(object: JsonObject, serviceId: string): JsonObject {
  return headed(object, serviceId, '') as JsonObject;
}

function headed(value: Json, serviceId: string, place: string): Json {
  if (Array.isArray(value)) return value.map((item, index) => headed(item, serviceId, `${place}/${index}`));
  if (!isObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]): [string, Json] =>
      key === '?' && isObject(inner)
        ? [key, { id: idAt(serviceId, place), ...inner }]
        : [key, headed(inner, serviceId, `${place}/${key}`)],
    ),
  );
}
