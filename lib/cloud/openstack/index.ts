import { errors, type VetroError } from '@/lib/errors';
import type { Cloud, CloudScope } from '@/lib/ports/cloud/cloud';
import { healthOf } from './health';
import { createHttpClient } from './http-client';
import { createKeystone } from './keystone';
import { createInspection, createPower } from './machines';
import { networksOf } from './networks';
import { offerOf } from './offer';
import { createProject, type OpenStackProject } from './project';
import { rememberFor } from './remember';
import type { Secrets } from './secrets';
import { createServers } from './servers';
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
  /** before a call is tried a second time, in milliseconds; each pause is twice as long as the one before */
  firstPauseMs?: number;
}

/** Probes and pages ask often how the cloud is; they share an answer, in milliseconds. */
const HEALTH_MS = 10_000;

/**
 * Makes the driver of a real OpenStack: Keystone, Heat, Nova, Glance and Neutron, and Cinder and Octavia where its
 * catalog has them. What it does not do yet it refuses in plain words.
 */
export function createOpenStackCloud(options: OpenStackCloudOptions): Cloud {
  const { settings, open, seal, log, pollMs = 1_000, firstPauseMs } = options;
  const { ca, insecure } = settings;
  const http = createHttpClient({ ca, insecure, log, ...(firstPauseMs === undefined ? {} : { firstPauseMs }) });
  const projects = new Map<string, OpenStackProject>();
  const servers = createServers();

  function projectOf(scope: Omit<CloudScope, 'tenantId'> & Partial<CloudScope>): OpenStackProject {
    const { region, credential: reference } = scope;
    // a credential of a tenant's own leads into its project by itself
    const projectId = settings.ownProjects && reference === undefined ? scope.tenantId : undefined;
    const key = JSON.stringify([region ?? null, reference ?? null, projectId ?? null]);
    const known = projects.get(key);
    if (known) return known;
    const credential = reference === undefined ? settings.credential : (options.credentialOf?.(reference) ?? null);
    if (!credential) {
      throw errors.cloud('openstack_credential_unknown', 'The credential of this tenant is not known any more.');
    }
    const keystone = createKeystone(http, settings, open(credential), region ?? null, projectId);
    const project = createProject(http, keystone);
    projects.set(key, project);
    return project;
  }

  const machines = { projectOf, servers };
  const network = settings.network ?? DEFAULT_NETWORK;
  return {
    name: 'openstack',
    stacks: createStackDriver({ projectOf, secrets: { open, seal }, givenParameters: givenBy(settings), pollMs }),
    agents: {
      send: () => Promise.reject(notYet('Agents on its machines cannot be given work')),
      subscribe: () => () => undefined,
    },
    offer: async (scope) => offerOf(projectOf(scope), network),
    networks: async (scope) => networksOf(projectOf(scope)),
    inspection: createInspection(machines),
    power: createPower(machines),
    health: rememberFor(HEALTH_MS, async () => healthOf(projectOf({}), servers)),
    subscribe: () => () => undefined,
    start: async () => undefined,
    stop: () => http.close(),
  };
}

/** The network of packages that name none. */
const DEFAULT_NETWORK = 'private';

/** What templates of packages are given of the names of this cloud. */
function givenBy({ network, loadBalancerSubnet }: OpenStackSettings): Record<string, string> {
  return {
    ...(network === null ? {} : { network }),
    ...(loadBalancerSubnet === null ? {} : { load_balancer_subnet: loadBalancerSubnet }),
  };
}

function notYet(what: string): VetroError {
  return errors.cloud(
    'openstack_no_agents',
    `This server reaches no agents on the machines of OpenStack. ${what} yet.`,
  );
}
