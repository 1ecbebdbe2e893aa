import { z } from 'zod';
import { valueAt } from '@/lib/model/installed';
import { type JsonObject, JsonSchema } from '@/lib/model/json';
import { MASK } from '@/lib/model/secret';
import { secretPaths } from '@/lib/model/service-rules';
import type { ServiceType } from '@/lib/model/service-type';

/** What is kept of a form while it is filled in, so that going back or reloading loses nothing but secrets. */
export interface ServiceMemory {
  service: JsonObject;
  step: number;
  /** paths of the secrets that were left out: they must be typed again */
  forgotten: string[];
}

const MemorySchema = z.object({
  service: z.record(z.string(), JsonSchema),
  step: z.int().min(0),
  forgotten: z.array(z.string()),
});

type Storage = Pick<globalThis.Storage, 'getItem' | 'setItem' | 'removeItem'>;
const keyOf = (name: string) => `vetro.form.${name}`;

/**
 * Keeps a half-filled service of `type` for this browser tab. Secrets are taken out first: web storage is no place
 * for them.
 */
export function rememberService(
  name: string,
  type: ServiceType,
  service: JsonObject,
  step: number,
  storage: Storage = sessionStorage,
): void {
  const copy = structuredClone(service);
  const typed = secretPaths(service, type).filter((path) => valueAt(copy, path) !== MASK);
  for (const path of typed) clear(copy, path.split('.'));
  try {
    storage.setItem(keyOf(name), JSON.stringify({ service: copy, step, forgotten: typed } satisfies ServiceMemory));
  } catch {
    // a full or forbidden storage costs the convenience, not the form
  }
}

/** What was kept, or null. */
export function recallService(name: string, storage: Storage = sessionStorage): ServiceMemory | null {
  try {
    const text = storage.getItem(keyOf(name));
    return text === null ? null : MemorySchema.parse(JSON.parse(text));
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

function clear(root: unknown, path: string[]): void {
  const owner = path.length > 1 ? valueAt(root, path.slice(0, -1).join('.')) : root;
  const last = path.at(-1);
  if (typeof owner === 'object' && owner !== null && last !== undefined) (owner as Record<string, unknown>)[last] = '';
}
