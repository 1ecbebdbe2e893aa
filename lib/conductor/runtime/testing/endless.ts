import path from 'node:path';
import { newId } from '@/lib/crypto';
import type { EnvironmentModel } from '@/lib/model/environment';
import type { JsonObject } from '@/lib/model/json';

/** A package whose programs do not come to an end, each in its own way. */
export const ENDLESS = path.resolve('lib/conductor/runtime/testing/packages/com.example.Endless');

/** An object of it, as a client sends it. */
export function endless(program: 'loop' | 'branches' | 'calls' | 'pattern' | 'memory'): JsonObject {
  return { '?': { id: newId(), type: 'com.example.Endless' }, name: program, program };
}

/** An environment with an endless loop, as it is stored. */
export function environmentWithLoop(environmentId: string): EnvironmentModel {
  const entry = endless('loop');
  const { id, type } = entry['?'] as JsonObject;
  return {
    id: environmentId,
    name: 'endless',
    services: [{ ...entry, id: String(id), type: String(type), name: 'loop', units: [] }],
  };
}
