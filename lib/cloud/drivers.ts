import type { Db } from '@/lib/db/client';
import type { Log } from '@/lib/logging';
import type { Cloud } from '@/lib/ports/cloud/cloud';
import type { AgentSettings } from './agents/program';
import { createEmbeddedCloud, type EmbeddedCloudOptions } from './embedded';
import { createOpenStackCloud } from './openstack';
import type { OpenStackSettings } from './openstack/read-settings';
import { createPoolCloud } from './pool';

/** What drivers are made of. */
export interface DriverParts {
  /** the settings of the process that drivers ask for */
  config: {
    databaseUrl: string;
    agents: AgentSettings;
    /** the address by which browsers and machines reach Vetro */
    baseUrl: string;
    /** how fast the embedded cloud's time goes: 1 as in the demo, 0 no waiting at all */
    timeScale: number;
    /** the regions that environments may be in, the usual one first */
    regions: readonly string[];
    /** how the OpenStack is reached, where that is the cloud */
    openStack: OpenStackSettings | null;
  };
  db: Db;
  /** opens every sealed secret inside a value */
  open: <T>(value: T) => T;
  /** seals one secret */
  seal: (plain: string) => string;
  /** what packages say about simulated machines */
  packages: EmbeddedCloudOptions['packages'];
  log: Log;
}

/** Every driver, by the name that VETRO_CLOUD gives it; each makes a cloud that is not started. */
export const DRIVERS = {
  embedded: ({ config: { databaseUrl: url, timeScale, regions }, ...parts }) =>
    createEmbeddedCloud({ url, timeScale, regions, ...parts }),
  openstack: ({ config: { openStack, databaseUrl: url, baseUrl, agents }, db, open, seal, log }) => {
    if (!openStack) throw new Error('the settings of OpenStack are missing');
    const agentParts = { db, url, settings: agents, server: baseUrl.replace(/\/+$/, ''), log };
    return createOpenStackCloud({ settings: openStack, open, seal, log, agentParts });
  },
  pool: ({ config: { databaseUrl: url, agents }, db, open, seal, log }) =>
    createPoolCloud({ url, agents, db, open, seal, log }),
} satisfies Record<string, (parts: DriverParts) => Cloud>;

export type CloudName = keyof typeof DRIVERS;
export const CLOUD_NAMES = Object.keys(DRIVERS) as [CloudName, ...CloudName[]];
