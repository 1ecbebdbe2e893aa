import path from 'node:path';
import { newId } from '@/lib/crypto';
import type { EnvironmentModel } from '@/lib/model/environment';
import type { JsonObject } from '@/lib/model/json';

/** A package written in MuranoPL: an application of several machines, with a plan for each, an output and reports. */
export const WEB_PAIR = path.resolve('lib/conductor/runtime/testing/packages/com.example.WebPair');

/** An object of it, as a client sends it. */
export function webPair(name: string, hosts: readonly string[], greeting = 'Welcome'): JsonObject {
  return {
    '?': { id: newId(), type: 'com.example.WebPair' },
    name,
    greeting,
    servers: hosts.map((host) => ({
      '?': { id: newId(), type: 'io.murano.resources.LinuxMuranoInstance' },
      name: host,
      image: 'debian-12-murano',
      flavor: 'm1.small',
    })),
  };
}

/** An environment with one such object, as it is stored. */
export function environmentWithPair(environmentId: string, hosts: readonly string[]): EnvironmentModel {
  const entry = webPair('pages', hosts);
  const { id, type } = entry['?'] as JsonObject;
  return {
    id: environmentId,
    name: 'pages',
    services: [{ ...entry, id: String(id), type: String(type), name: 'pages', units: [] }],
  };
}
