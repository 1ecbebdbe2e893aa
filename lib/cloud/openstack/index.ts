import type { Secrets } from '@/lib/cloud/kernel/secrets';
import { errors } from '@/lib/errors';
import { type Cloud, type CloudScope, regionsOffered } from '@/lib/ports/cloud/cloud';
import { type AgentParts, createOpenStackAgents } from './agents';
import { healthOf } from './health';
import { createHttpClient } from './http-client';
import { createKeystone } from './keystone';
import { createInspection, createPower } from './machines';
import { networksOf } from './networks';
import { offerOf } from './offer';
import { createProject, type OpenStackProject } from './project';
import { rememberFor } from './remember';
import { createServers } from './servers';
import type { OpenStackCredential, OpenStackSettings } from './settings';
import { createStackDriver } from './stacks';

export type { OpenStackCredential, OpenStackSettings } from './settings';

export interface OpenStackCloudOptions extends Secrets {
  settings: OpenStackSettings;
  /** credentials beside the installation's own, by their references in scopes; null for one that is unknown */
  credentialOf?: (reference: string) => OpenStackCredential | null;
  log: { debug(details: object, text: string): void };
  /** what agents on its machines need; without it no agent is given work */
  agentParts?: Omit<AgentParts, 'broker' | 'usualAgent'>;
  /** between two looks at a stack under way, in milliseconds */
  pollMs?: number;
  /** before a call is tried a second time, in milliseconds; each pause is twice as long as the one before */
  firstPauseMs?: number;
}

/** Probes and pages ask often how the cloud is; they share an answer, in milliseconds. */
const HEALTH_MS = 10_000;

/**
 * Makes the driver of a real OpenStack: Keystone, Heat, Nova, Glance and Neutron, and Cinder and Octavia where its
 * catalog has them; agents on its machines are told who they are by the user data that Heat gives them.
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
    const key = JSON.stringify([region ?? settings.region, reference ?? null, projectId ?? null]);
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

  const { broker, usualAgent } = settings;
  const agents = options.agentParts
    ? createOpenStackAgents({ ...options.agentParts, broker, usualAgent }, { open, seal })
    : null;
  const machines = { projectOf, servers, agents };
  const network = settings.network ?? DEFAULT_NETWORK;
  const everywhere = settings.regions.length === 0 ? [{}] : settings.regions.map((region) => ({ region }));
  return {
    name: 'openstack',
    regions: settings.regions,
    stacks: createStackDriver({
      projectOf,
      secrets: { open, seal },
      givenParameters: givenBy(settings),
      publicNetwork: settings.publicNetwork,
      pollMs,
      agents,
    }),
    agents: agents?.agents ?? NO_AGENTS,
    ...(agents ? { machineAgents: { agents: agents.channel, program: agents.program }, prune: agents.prune } : {}),
    offer: async (scope) => ({ ...(await offerOf(projectOf(scope), network)), ...regionsOffered(settings.regions) }),
    networks: async (scope) => networksOf(projectOf(scope)),
    inspection: createInspection(machines),
    power: createPower(machines),
    health: rememberFor(HEALTH_MS, async () => healthOf(everywhere.map(projectOf), servers)),
    subscribe: (handler) => agents?.subscribe(handler) ?? (() => undefined),
    start: async () => agents?.start(),
    stop: async () => {
      await agents?.stop();
      await http.close();
    },
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

const NO_AGENTS: Cloud['agents'] = {
  send: () =>
    Promise.reject(errors.cloud('openstack_no_agents', 'This process reaches no agents on the machines of OpenStack.')),
  subscribe: () => () => undefined,
};
