import type { JsonObject } from '@/lib/model/json';

/** How an OpenStack is reached, as the variables OS_* of its own clients say it. */
export interface OpenStackSettings {
  /** of Keystone v3, without a slash at the end: `https://cloud.example.com:5000/v3` */
  authUrl: string;
  credential: OpenStackCredential;
  /** null: the only one that the catalog has */
  region: string | null;
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

/** What Keystone is asked with for a token (Identity API v3, `POST /auth/tokens`); nothing in it is sealed. */
export function authRequest(credential: OpenStackCredential): JsonObject {
  if (credential.kind === 'applicationCredential') {
    const { id, secret } = credential;
    return { auth: { identity: { methods: ['application_credential'], application_credential: { id, secret } } } };
  }
  const scope = { project: { name: credential.project, domain: domain(credential.projectDomain) } };
  if (credential.kind === 'token') {
    return { auth: { identity: { methods: ['token'], token: { id: credential.token } }, scope } };
  }
  const { userName, password, userDomain } = credential;
  const user = { name: userName, password, domain: domain(userDomain) };
  return { auth: { identity: { methods: ['password'], password: { user } }, scope } };
}

/** Keystone's first domain has the id `default` and, by default, the name `Default`. */
function domain(name: string): JsonObject {
  return name === 'default' ? { id: 'default' } : { name };
}
