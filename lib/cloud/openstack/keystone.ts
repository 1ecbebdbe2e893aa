import { errors } from '@/lib/errors';
import { isObject, type JsonObject } from '@/lib/model/json';
import type { HttpClient } from './http-client';
import { authRequest, type OpenStackCredential, type OpenStackSettings } from './settings';

/** A token with what it opens. */
export interface KeystoneSession {
  token: string;
  projectId: string;
  /** the address of a service, without a slash at the end */
  endpoint(serviceType: string): string;
}

export interface Keystone {
  /** A session that lasts at least some minutes; one is kept and shared. */
  session(signal?: AbortSignal): Promise<KeystoneSession>;
  /** Forgets a session whose token a service has refused. */
  forget(session: KeystoneSession): void;
}

/** A token is changed so long before its end, in milliseconds: Heat may work with it for a while. */
const MARGIN_MS = 5 * 60_000;

/**
 * Signs in to Keystone (Identity API v3) with one credential and reads the service catalog.
 *
 * @param region that is asked for; null: the one of the settings, else the only one
 */
export function createKeystone(
  http: HttpClient,
  settings: OpenStackSettings,
  credential: OpenStackCredential,
  region: string | null,
): Keystone {
  let kept: { session: Promise<KeystoneSession>; expires: number } | null = null;

  async function signIn(signal?: AbortSignal): Promise<{ session: KeystoneSession; expires: number }> {
    const url = `${settings.authUrl}/auth/tokens`;
    const { status, headers, body } = await http.call({
      method: 'POST',
      url,
      body: authRequest(credential),
      ...(signal ? { signal } : {}),
    });
    const token = headers['x-subject-token'];
    const said = isObject(body.token) ? body.token : null;
    if (status === 401 || status === 403) {
      const sentence = 'OpenStack does not accept the credential it is reached with. Check the OS_ settings.';
      throw errors.cloud('openstack_credential_refused', sentence, {
        details: { url, status, reason: reasonOf(body) },
      });
    }
    if (status !== 201 || typeof token !== 'string' || !said) {
      const sentence = `Keystone gave no token (HTTP ${status}). Check that OS_AUTH_URL is the address of its version 3.`;
      throw errors.cloud('openstack_sign_in_failed', sentence, {
        retryable: status >= 500,
        details: { url, status, reason: reasonOf(body) },
      });
    }
    const project = isObject(said.project) ? said.project : {};
    const catalog = Array.isArray(said.catalog) ? said.catalog.filter(isObject) : [];
    const session = {
      token,
      projectId: String(project.id ?? ''),
      endpoint: (type: string) => endpointOf(catalog, type, settings.interface, region ?? settings.region),
    };
    return { session, expires: Date.parse(String(said.expires_at ?? '')) - MARGIN_MS };
  }

  return {
    session: (signal) => {
      if (kept && kept.expires > Date.now()) return kept.session;
      const signedIn = signIn(signal);
      const fresh = { session: signedIn.then(({ session }) => session), expires: Number.POSITIVE_INFINITY };
      kept = fresh;
      signedIn.then(
        ({ expires }) => {
          fresh.expires = expires;
        },
        () => {
          if (kept === fresh) kept = null;
        },
      );
      return fresh.session;
    },
    forget: (session) => {
      const asked = kept;
      void asked?.session.then(
        (current) => {
          if (current === session && kept === asked) kept = null;
        },
        () => undefined,
      );
    },
  };
}

function endpointOf(catalog: JsonObject[], type: string, wanted: string, region: string | null): string {
  const service = catalog.find((one) => one.type === type);
  const endpoints = (Array.isArray(service?.endpoints) ? service.endpoints.filter(isObject) : []).filter(
    (one) => one.interface === wanted && (region === null || one.region_id === region || one.region === region),
  );
  const [first, ...others] = endpoints;
  if (others.some((one) => one.region_id !== first?.region_id)) {
    const sentence = 'This OpenStack has several regions. Say with OS_REGION_NAME which one is meant.';
    throw errors.cloud('openstack_region_needed', sentence);
  }
  if (typeof first?.url === 'string') return first.url.replace(/\/+$/, '');
  const where = region === null ? '' : ` in region ${region}`;
  throw errors.cloud('openstack_service_missing', `This OpenStack offers no service "${type}"${where}.`, {
    details: { type, interface: wanted, region },
  });
}

/** The words of a service that says no. */
export function reasonOf(body: JsonObject): string {
  const error = isObject(body.error) ? body.error : body;
  return typeof error.message === 'string' ? error.message : '';
}
