import { errors, type VetroError } from '@/lib/errors';
import type { Cloud, CloudScope } from '@/lib/ports/cloud/cloud';
import { createHeat, type Heat } from './heat';
import { createHttpClient } from './http-client';
import { createKeystone } from './keystone';
import type { Secrets } from './secrets';
import type { OpenStackCredential, OpenStackSettings } from './settings';
import { createStackDriver } from './stacks';

export type { OpenStackCredential, OpenStackSettings } from './settings';

export interface OpenStackCloudOptions extends Secrets {
  settings: OpenStackSettings;
  /** credentials beside the installation's own, by their references in scopes; null for one that is unknown */
  credentialOf?: (reference: string) => OpenStackCredential | null;
  log: { debug(details: object, text: string): void };
  /** between two looks at a stack under way, in milliseconds */
  pollMs?: number;
}

/**
 * Makes the driver of a real OpenStack. It carries out stacks, through Keystone and Heat; what it does not do yet it
 * refuses in plain words.
 */
export function createOpenStackCloud(options: OpenStackCloudOptions): Cloud {
  const { settings, open, seal, log, pollMs = 1_000 } = options;
  const http = createHttpClient({ ca: settings.ca, insecure: settings.insecure, log });
  const heats = new Map<string, Heat>();

  function heatFor({ region, credential: reference }: CloudScope): Heat {
    const key = JSON.stringify([region ?? null, reference ?? null]);
    const known = heats.get(key);
    if (known) return known;
    const credential = reference === undefined ? settings.credential : (options.credentialOf?.(reference) ?? null);
    if (!credential) {
      throw errors.cloud('openstack_credential_unknown', 'The credential of this tenant is not known any more.');
    }
    const heat = createHeat(http, createKeystone(http, settings, open(credential), region ?? null));
    heats.set(key, heat);
    return heat;
  }

  return {
    name: 'openstack',
    stacks: createStackDriver({ heatFor, secrets: { open, seal }, pollMs }),
    agents: {
      send: () => Promise.reject(notYet('Agents on its machines cannot be given work')),
      subscribe: () => () => undefined,
    },
    offer: () => Promise.reject(notYet('Its images and sizes cannot be chosen from')),
    networks: () => Promise.reject(notYet('Its networks cannot be looked at')),
    subscribe: () => () => undefined,
    start: async () => undefined,
    stop: () => http.close(),
  };
}

function notYet(what: string): VetroError {
  return errors.cloud('openstack_stacks_only', `This server works with the stacks of OpenStack alone. ${what} yet.`);
}
