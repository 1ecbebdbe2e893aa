import type { AgentMake } from '@/lib/cloud/agents/agent-make';
import type { BrokerSettings } from '@/lib/cloud/agents/broker-settings';
import type { Role } from '@/lib/model/actor';
import type { JsonObject } from '@/lib/model/json';

/** How an OpenStack is reached, as the variables OS_* of its own clients say it. */
export interface OpenStackSettings {
  /** of Keystone v3, without a slash at the end: `https://cloud.example.com:5000/v3` */
  authUrl: string;
  credential: OpenStackCredential;
  /** the usual one; null: the only one that the catalog has */
  region: string | null;
  /** those that environments may be in, the usual one first; none: the usual one alone */
  regions: readonly string[];
  /** which addresses of the catalog are used */
  interface: 'public' | 'internal' | 'admin';
  /** certificates of authorities beside the known ones, in PEM; null: none */
  ca: string | null;
  /** true: whoever answers is believed, whatever its certificate says */
  insecure: boolean;
  /** name or id of the network that machines are connected to where a package names none; null: `private` */
  network: string | null;
  /** name or id of the subnet that load balancers get their addresses from; null: what packages say */
  loadBalancerSubnet: string | null;
  /** name or id of the external network that public addresses are of; null: the only one there is */
  publicNetwork: string | null;
  /** how people sign in through Keystone; null: they do not */
  identity: IdentitySettings | null;
  /** whether each tenant's stacks are in a project of its own, which has the tenant's id; else all are in the credential's */
  ownProjects: boolean;
  /** the message broker of agents; null: those of Vetro's own ask by HTTPS, and there are no others */
  broker: BrokerSettings | null;
  /** the agent of images that do not say which one they have */
  usualAgent: AgentMake;
}

/** How what Keystone says of people is taken. */
export interface IdentitySettings {
  /** of those who name none */
  domain: string;
  /** what roles of Keystone are here; one that is missing is nothing */
  roles: Readonly<Record<string, Role>>;
  /** who has one of these in any project administers the installation */
  adminRoles: readonly string[];
}

/** By whose right. Secrets are sealed, or in clear where they come from the settings of the process. */
export type OpenStackCredential =
  | {
      kind: 'password';
      userName: string;
      password: string;
      userDomain: string;
      /** name of the project and its domain */
      project: string;
      projectDomain: string;
    }
  /** an application credential belongs to a project: none is named beside it */
  | { kind: 'applicationCredential'; id: string; secret: string }
  /** a token that somebody else got; it ends, and everything with it */
  | { kind: 'token'; token: string; project: string; projectDomain: string };

/**
 * What Keystone is asked with for a token (Identity API v3, `POST /auth/tokens`); nothing in it is sealed.
 *
 * @param projectId another project than the credential's own; an application credential has no other
 */
export function authRequest(credential: OpenStackCredential, projectId?: string): JsonObject {
  if (credential.kind === 'applicationCredential') {
    const { id, secret } = credential;
    return { auth: { identity: { methods: ['application_credential'], application_credential: { id, secret } } } };
  }
  const named = { name: credential.project, domain: domainOf(credential.projectDomain) };
  const scope = { project: projectId === undefined ? named : { id: projectId } };
  if (credential.kind === 'token') {
    return { auth: { identity: { methods: ['token'], token: { id: credential.token } }, scope } };
  }
  const { userName, password, userDomain } = credential;
  const user = { name: userName, password, domain: domainOf(userDomain) };
  return { auth: { identity: { methods: ['password'], password: { user } }, scope } };
}

/** How a request names a domain. Keystone's first one has the id `default` and, by default, the name `Default`. */
export function domainOf(name: string): JsonObject {
  return name === 'default' ? { id: 'default' } : { name };
}
