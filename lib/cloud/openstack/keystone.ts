import { setTimeout as pause } from 'node:timers/promises';
import { errors, isVetroError } from '@/lib/errors';
import { isObject, type JsonObject } from '@/lib/model/json';
import type { HttpClient } from './http-client';
import { authRequest, type OpenStackCredential, type OpenStackSettings } from './settings';

/** A token with what it opens. */
export interface KeystoneSession {
  token: string;
  projectId: string;
  /** names of the roles that the credential has in the project */
  roles: string[];
  expiresAt: Date;
  /**
   * The address of a service, without a slash at the end.
   *
   * @param types under which the catalog may have it
   * @throws cloud `openstack_service_missing`, `openstack_region_needed`
   */
  endpoint(...types: string[]): string;
  /** whether the catalog has a service, in the region that is meant */
  offers(...types: string[]): boolean;
}

export interface Keystone {
  /** A session that lasts at least some minutes; one is kept and shared. What a run asks (`signal`) waits for it. */
  session(signal?: AbortSignal): Promise<KeystoneSession>;
  /** Forgets a session whose token a service has refused. */
  forget(session: KeystoneSession): void;
}

/** A token is changed so long before its end, in milliseconds: Heat may work with it for a while. */
const MARGIN_MS = 5 * 60_000;
/** So long a run waits for a Keystone that is out, in milliseconds. */
const RUN_RETRY_FOR_MS = 30 * 60_000;
const PAUSE_MS = 3_000;

/**
 * Signs in to Keystone (Identity API v3) with one credential and reads the service catalog.
 *
 * @param region that is asked for; null: the one of the settings, else the only one
 * @param projectId another project than the credential names
 */
export function createKeystone(
  http: HttpClient,
  settings: OpenStackSettings,
  credential: OpenStackCredential,
  region: string | null,
  projectId?: string,
): Keystone {
  /** `current`: once Keystone has answered */
  let kept: { session: Promise<KeystoneSession>; current: KeystoneSession | null; expires: number } | null = null;

  async function signIn(): Promise<{ session: KeystoneSession; expires: number }> {
    const url = `${settings.authUrl}/auth/tokens`;
    const { status, headers, body } = await http.call({
      method: 'POST',
      url,
      body: authRequest(credential, projectId),
      // another token more does no harm
      repeatable: true,
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
    const roles = Array.isArray(said.roles) ? said.roles.filter(isObject) : [];
    const expiresAt = new Date(String(said.expires_at ?? ''));
    const session = {
      token,
      projectId: String(project.id ?? ''),
      roles: roles.map(({ name }) => String(name ?? '')),
      expiresAt,
      endpoint: (...types: string[]) => endpointOf(catalog, types, settings.interface, region ?? settings.region),
      offers: (...types: string[]) =>
        endpointsOf(catalog, types, settings.interface, region ?? settings.region).length > 0,
    };
    return { session, expires: expiresAt.getTime() - MARGIN_MS };
  }

  /** One sign-in for all who ask at a time; none of them ends it for the others. */
  function shared(): Promise<KeystoneSession> {
    if (kept && kept.expires > Date.now()) return kept.session;
    const signedIn = signIn();
    const fresh: NonNullable<typeof kept> = {
      session: signedIn.then(({ session }) => session),
      current: null,
      expires: Number.POSITIVE_INFINITY,
    };
    kept = fresh;
    signedIn.then(
      ({ session, expires }) => {
        fresh.current = session;
        fresh.expires = expires;
      },
      () => {
        if (kept === fresh) kept = null;
      },
    );
    return fresh.session;
  }

  return {
    session: async (signal) => {
      for (const until = Date.now() + RUN_RETRY_FOR_MS; ; ) {
        if (signal?.aborted) throw errors.cancelled('cloud_call_cancelled', 'Asking the cloud was given up.');
        try {
          return await shared();
        } catch (error) {
          const mayHelp = signal !== undefined && isVetroError(error) && error.retryable && Date.now() < until;
          if (!mayHelp) throw error;
        }
        await pause(PAUSE_MS, undefined, { signal }).catch(() => undefined);
      }
    },
    forget: (session) => {
      // at once: whoever asks next must not get it again
      if (kept?.current === session) kept = null;
    },
  };
}

function endpointOf(catalog: JsonObject[], types: readonly string[], wanted: string, region: string | null): string {
  const [type = ''] = types;
  const [first, ...others] = endpointsOf(catalog, types, wanted, region);
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

function endpointsOf(catalog: JsonObject[], types: readonly string[], wanted: string, region: string | null) {
  const service = catalog.find((one) => types.includes(String(one.type)));
  return (Array.isArray(service?.endpoints) ? service.endpoints.filter(isObject) : []).filter(
    (one) => one.interface === wanted && (region === null || one.region_id === region || one.region === region),
  );
}

/** The words of a service that says no: under `error`, or under a name of the kind of error, or nowhere. */
export function reasonOf(body: JsonObject): string {
  for (const said of [body.error, ...Object.values(body), body]) {
    if (isObject(said) && typeof said.message === 'string') return said.message;
  }
  return '';
}
