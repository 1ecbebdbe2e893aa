import { createEmbeddedCloud, type EmbeddedCloudOptions } from '@/lib/cloud/embedded';
import { createOpenStackCloud } from '@/lib/cloud/openstack';
import type { CloudName, Config } from '@/lib/config/env';
import type { Db } from '@/lib/db/client';
import type { Log } from '@/lib/logging';
import type { Cloud } from '@/lib/ports/cloud/cloud';

/** What drivers are made of. */
export interface CloudParts {
  config: Pick<Config, 'cloud' | 'databaseUrl' | 'timeScale' | 'openStack'>;
  db: Db;
  /** opens every sealed secret inside a value */
  open: <T>(value: T) => T;
  /** seals one secret */
  seal: (plain: string) => string;
  /** what packages say about simulated machines */
  packages: EmbeddedCloudOptions['packages'];
  log: Log;
}

/** Every driver, by the name that VETRO_CLOUD gives it: a new one is its folder and a line here. */
const DRIVERS: Record<CloudName, (parts: CloudParts) => Cloud> = {
  embedded: ({ config: { databaseUrl: url, timeScale }, ...parts }) =>
    createEmbeddedCloud({ url, timeScale, ...parts }),
  openstack: ({ config: { openStack }, open, seal, log }) => {
    if (!openStack) throw new Error('the settings of OpenStack are missing');
    return createOpenStackCloud({ settings: openStack, open, seal, log });
  },
};

/** The cloud that the settings name; not started. */
export function createCloud(parts: CloudParts): Cloud {
  return DRIVERS[parts.config.cloud](parts);
}
