import { bootMachine, type TestMachine } from '@/agent/testing/machine';
import { createHttpClient } from '@/lib/cloud/openstack/http-client';
import { createKeystone } from '@/lib/cloud/openstack/keystone';
import { COMPUTE } from '@/lib/cloud/openstack/nova';
import { createService, textOf } from '@/lib/cloud/openstack/service';
import type { OpenStackSettings } from '@/lib/cloud/openstack/settings';

/** Machines for servers of a Nova that runs none. */
export interface Hypervisor {
  /** machines, by the names of their servers */
  machine(host: string): TestMachine | undefined;
  hosts(): string[];
  close(): Promise<void>;
}

const LOOK_MS = 500;
/** From this version on administrators are shown the user data of servers. */
const SHOWS_USER_DATA = { 'x-openstack-nova-api-version': '2.3' };

/**
 * Starts a machine for each server that is active, from the user data that Nova has for it. It is off while the server is,
 * and keeps its disk: an agent has changed by then what the user data gave it. It is removed when the server is gone.
 *
 * @param settings of an administrator
 * @param answers what functions of PowerShell return on every machine
 */
export function startHypervisor(settings: OpenStackSettings, answers: Record<string, unknown>): Hypervisor {
  const http = createHttpClient({ ca: settings.ca, insecure: settings.insecure, log: { debug: () => undefined } });
  const keystone = createKeystone(http, settings, settings.credential, null);
  const nova = createService(http, keystone, { ...COMPUTE, headers: SHOWS_USER_DATA });
  const machines = new Map<string, TestMachine>();
  const off = new Set<string>();
  let closed = false;

  async function probe(): Promise<void> {
    const servers = await nova.list('/servers/detail?all_tenants=1', 'servers');
    const active = servers.filter(({ status }) => status === 'ACTIVE');
    const idsOf = (some: typeof servers) => new Set(some.map(({ id }) => textOf(id)));
    const [there, running] = [idsOf(servers), idsOf(active)];
    for (const [id, machine] of machines) {
      if (!there.has(id)) {
        machines.delete(id);
        await machine.remove();
      } else if (!running.has(id) && !off.has(id)) {
        off.add(id);
        await machine.kill();
      } else if (running.has(id) && off.delete(id)) machine.start();
    }
    for (const server of active) {
      const [id, data] = [textOf(server.id), textOf(server['OS-EXT-SRV-ATTR:user_data'])];
      if (machines.has(id) || data === '') continue;
      const userData = Buffer.from(data, 'base64').toString('utf8');
      if (userData.includes('vetro-agent')) machines.set(id, bootMachine(textOf(server.name), userData, answers));
    }
  }

  const probing = (async () => {
    while (!closed) {
      // Nova may be at work; the next look finds what this one did not.
      await probe().catch(() => undefined);
      await new Promise((resolve) => setTimeout(resolve, LOOK_MS));
    }
  })();
  return {
    machine: (host) => [...machines.values()].find((machine) => machine.host === host),
    hosts: () => [...machines.values()].map(({ host }) => host).sort(),
    close: async () => {
      closed = true;
      await probing;
      for (const machine of machines.values()) await machine.remove();
      await http.close();
    },
  };
}
