import { valueAt } from '@/lib/model/installed';
import { isObject, type JsonObject } from '@/lib/model/json';
import { secretPaths } from '@/lib/model/property-facts';
import { MASK } from '@/lib/model/secret';
import type { ServiceType } from '@/lib/model/service-type';

/** What is kept of a form while it is filled in, so that going back or reloading loses nothing but secrets. */
export interface ServiceMemory {
  service: JsonObject;
  step: number;
  /** paths of the secrets that were left out: they must be typed again */
  forgotten: string[];
  /** what the form had begun with, where that was its own idea */
  begun?: JsonObject;
}

type Storage = Pick<globalThis.Storage, 'getItem' | 'setItem' | 'removeItem'>;
const keyOf = (name: string) => `vetro.form.${name}`;

/**
 * Keeps a half-filled service of `type` for this browser tab. Secrets are taken out first: web storage is no place
 * for them.
 */
export function rememberService(
  name: string,
  type: ServiceType,
  left: Omit<ServiceMemory, 'forgotten'>,
  storage: Storage = sessionStorage,
): void {
  const copy = structuredClone(left.service);
  const typed = secretPaths(left.service, type).filter((path) => valueAt(copy, path) !== MASK);
  for (const path of typed) clear(copy, path.split('.'));
  try {
    storage.setItem(keyOf(name), JSON.stringify({ ...left, service: copy, forgotten: typed } satisfies ServiceMemory));
  } catch {
    // a full or forbidden storage costs the convenience, not the form
  }
}

/** What was kept, or null. */
export function recallService(name: string, storage: Storage = sessionStorage): ServiceMemory | null {
  try {
    const text = storage.getItem(keyOf(name));
    const memory: unknown = JSON.parse(text ?? 'null');
    return isMemory(memory) ? memory : null;
  } catch {
    return null;
  }
}

/** Forgets it: the form was sent or given up. */
export function forgetService(name: string, storage: Storage = sessionStorage): void {
  try {
    storage.removeItem(keyOf(name));
  } catch {
    // nothing was kept where nothing may be kept
  }
}

function isMemory(value: unknown): value is ServiceMemory & JsonObject {
  if (!isObject(value)) return false;
  const { service, step, forgotten, begun } = value;
  return (
    (begun === undefined || isObject(begun)) &&
    isObject(service) &&
    Number.isInteger(step) &&
    Number(step) >= 0 &&
    Array.isArray(forgotten) &&
    forgotten.every((path) => typeof path === 'string')
  );
}

function clear(root: unknown, path: string[]): void {
  const owner = path.length > 1 ? valueAt(root, path.slice(0, -1).join('.')) : root;
  const last = path.at(-1);
  if (typeof owner === 'object' && owner !== null && last !== undefined) (owner as Record<string, unknown>)[last] = '';
}
