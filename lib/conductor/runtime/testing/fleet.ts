import path from 'node:path';
import type { JsonObject } from '@/lib/model/json';

/** A package in MuranoPL with a form of its own, by whose answers it has as many machines as are asked for. */
export const FLEET = path.resolve('lib/conductor/runtime/testing/packages/com.example.Fleet');

/** The answers to its form. */
export function fleet(name: string, count: number): JsonObject {
  return {
    ...{ type: 'com.example.Fleet', name, count, pattern: `${name}-#` },
    ...{ flavor: 'm1.small', osImage: { name: 'debian-12-murano' } },
  };
}
