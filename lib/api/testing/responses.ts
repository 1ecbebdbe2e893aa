import { isObject, type Json, type JsonObject } from '@/lib/model/json';
import type { ApiResponse } from './product';

/** A JSON value that must be a text. */
export function text(value: Json | undefined): string {
  if (typeof value !== 'string') throw new Error(`expected a text, got ${JSON.stringify(value)}`);
  return value;
}

/** A JSON value that must be an object. */
export function object(value: Json | undefined): JsonObject {
  if (!isObject(value)) throw new Error(`expected an object, got ${JSON.stringify(value)}`);
  return value;
}

/** A JSON value that must be a list of objects. */
export function list(value: Json | undefined): JsonObject[] {
  if (!Array.isArray(value)) throw new Error(`expected a list, got ${JSON.stringify(value)}`);
  return value.map(object);
}

/** The stable code of a refusal; undefined where nothing was refused. */
export function codeOf({ json }: Pick<ApiResponse, 'json'>): string | undefined {
  return isObject(json) && typeof json.code === 'string' ? json.code : undefined;
}

/** The status and the stable code of a response. */
export function refusalOf(response: Pick<ApiResponse, 'status' | 'json'>): [number, string | undefined] {
  return [response.status, codeOf(response)];
}
