import { isObject, type JsonObject } from '@/lib/model/json';
import { inboxOfServer } from '@/lib/ports/cloud/cloud';
import { expectOk, numberOf, refusedCall, type Service, type ServiceKind, textOf } from './service';

/** The Compute API 2.1. */
export const COMPUTE: ServiceKind = { types: ['compute'], version: '/v2.1' };

/** A machine as Nova shows it. */
export interface NovaServer {
  id: string;
  name: string;
  /** ACTIVE, SHUTOFF, ERROR … */
  status: string;
  /** Nova's power_state: 1 runs, 4 is off, 6 has crashed; null: not told */
  powerState: number | null;
  /** what is being done with it, as `powering-on`; empty: nothing */
  task: string;
  /** the inbox of its agent, in lower case; empty: it has none */
  queue: string;
  /** Nova's words for what went wrong; empty when nothing did */
  fault: string;
  created: Date;
  updated: Date;
}

/** What a machine can be asked to do. */
export type ServerAction = 'os-start' | 'os-stop' | 'suspend' | 'resume' | 'unpause' | 'unshelve' | 'hardReboot';

/** Machines of one project, as far as they are needed. */
export interface Nova {
  servers(): Promise<NovaServer[]>;
  /** @returns false when it is at something else and may be asked again later */
  act(serverId: string, action: ServerAction): Promise<boolean>;
  /** deletes a machine; one that is gone is done already */
  remove(serverId: string): Promise<void>;
  /** the last lines of a machine's console; empty where the hypervisor keeps none */
  consoleOf(serverId: string, lines: number): Promise<string>;
  flavors(): Promise<JsonObject[]>;
  availabilityZones(): Promise<string[]>;
  keyPairs(): Promise<string[]>;
  /** the absolute limits of the project and what it uses of them, as Nova names them; below zero: no limit */
  limits(): Promise<Record<string, number>>;
}

/** Nova as one credential reaches it. */
export function createNova(service: Service): Nova {
  const { call, list, read } = service;
  return {
    servers: async () => (await list('/servers/detail', 'servers')).map(serverOf),
    act: async (serverId, action) => {
      const body = action === 'hardReboot' ? { reboot: { type: 'HARD' } } : { [action]: null };
      const path = `/servers/${serverId}/action`;
      const answer = await call('POST', path, { body });
      if (answer.status === 409) return false;
      // it may be gone by now: then there is nothing to do
      if (answer.status !== 404) expectOk(answer, path);
      return true;
    },
    remove: async (serverId) => {
      const path = `/servers/${serverId}`;
      const answer = await call('DELETE', path, { repeatable: true });
      if (answer.status !== 404) expectOk(answer, path);
    },
    consoleOf: async (serverId, length) => {
      const path = `/servers/${serverId}/action`;
      const answer = await call('POST', path, { body: { 'os-getConsoleOutput': { length } }, repeatable: true });
      // drivers without consoles, machines that are gone or have no console yet
      if ([400, 404, 409, 501].includes(answer.status)) return '';
      return textOf(expectOk(answer, path).output).trimEnd();
    },
    flavors: () => list('/flavors/detail', 'flavors'),
    availabilityZones: async () =>
      (await list('/os-availability-zone', 'availabilityZoneInfo'))
        .filter(({ zoneState }) => isObject(zoneState) && zoneState.available === true)
        .map(({ zoneName }) => textOf(zoneName)),
    keyPairs: async () =>
      (await list('/os-keypairs', 'keypairs')).map(({ keypair }) => (isObject(keypair) ? textOf(keypair.name) : '')),
    limits: async () => {
      const answer = await read('/limits');
      const limits = isObject(answer?.limits) ? answer.limits : {};
      if (!isObject(limits.absolute)) throw refusedCall({ status: 404, headers: {}, body: {} }, '/limits');
      return Object.fromEntries(Object.entries(limits.absolute).map(([name, value]) => [name, numberOf(value) ?? -1]));
    },
  };
}

function serverOf(server: JsonObject): NovaServer {
  const fault = isObject(server.fault) ? server.fault : {};
  return {
    id: textOf(server.id),
    name: textOf(server.name),
    status: textOf(server.status),
    powerState: numberOf(server['OS-EXT-STS:power_state']),
    task: textOf(server['OS-EXT-STS:task_state']),
    queue: inboxOfServer(server),
    fault: textOf(fault.message),
    created: new Date(textOf(server.created)),
    updated: new Date(textOf(server.updated)),
  };
}
