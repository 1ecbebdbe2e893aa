import { createHash } from 'node:crypto';
import { errors } from '@/lib/errors';
import { ROLES, type Role } from '@/lib/model/actor';
import { isObject, type JsonObject } from '@/lib/model/json';
import type { ExternalIdentity, IdentityProvider } from '@/lib/ports/identity-provider';
import type { HttpClient, ServiceAnswer, ServiceCall } from './http-client';
import { textOf } from './service';
import { domainOf, type IdentitySettings, type OpenStackSettings } from './settings';

/** More projects of one user are not asked about. */
const MAX_PROJECTS = 100;
/** How Keystone says that a token is not, or no longer, valid; or that who it belongs to may not do that. */
const NO_LONGER = new Set([401, 403, 404]);

/** Signs people in through Keystone; every question is asked by their own right, none needs an administrator. */
export function createKeystoneIdentity(
  http: HttpClient,
  { authUrl }: Pick<OpenStackSettings, 'authUrl'>,
  settings: IdentitySettings,
): IdentityProvider {
  const tokens = `${authUrl}/auth/tokens`;

  /** @throws unavailable when Keystone is out, or says what nobody expects */
  async function ask(call: ServiceCall): Promise<ServiceAnswer> {
    const answer = await http.call(call).catch((error: unknown) => {
      throw away(error);
    });
    if (answer.status < 500 && answer.status !== 429) return answer;
    throw away(new Error(`Keystone answered with HTTP ${answer.status}`));
  }

  /** What a token says of itself; null when it is not valid. */
  async function tokenSays(token: string): Promise<JsonObject | null> {
    // a token may be held up to itself
    const headers = { 'x-auth-token': token, 'x-subject-token': token };
    const { status, body } = await ask({ method: 'GET', url: `${tokens}?nocatalog`, headers });
    return status === 200 && isObject(body.token) ? body.token : null;
  }

  /** The project that a token opens and the roles in it; null when it opens none any more. */
  async function scoped(token: string, projectId: string): Promise<JsonObject | null> {
    const identity = { methods: ['token'], token: { id: token } };
    const body = { auth: { identity, scope: { project: { id: projectId } } } };
    const answer = await ask({ method: 'POST', url: `${tokens}?nocatalog`, body, repeatable: true });
    return answer.status === 201 && isObject(answer.body.token) ? answer.body.token : null;
  }

  async function projectsOf(token: string): Promise<JsonObject[]> {
    const url = `${authUrl}/auth/projects`;
    const { status, body } = await ask({ method: 'GET', url, headers: { 'x-auth-token': token } });
    if (NO_LONGER.has(status)) return [];
    const projects = Array.isArray(body.projects) ? body.projects.filter(isObject) : [];
    return projects.filter(({ enabled }) => enabled !== false).slice(0, MAX_PROJECTS);
  }

  /** A token for whoever has this password; null when nobody has. */
  async function byPassword(user: JsonObject): Promise<string | null> {
    const identity = { methods: ['password'], password: { user } };
    const body = { auth: { identity, scope: 'unscoped' } };
    const { status, headers } = await ask({ method: 'POST', url: tokens, body, repeatable: true });
    const token = headers['x-subject-token'];
    return status === 201 && typeof token === 'string' ? token : null;
  }

  async function revoke(token: string): Promise<void> {
    const headers = { 'x-auth-token': token, 'x-subject-token': token };
    await ask({ method: 'DELETE', url: tokens, headers, repeatable: true });
  }

  return {
    domain: settings.domain,
    signIn: async ({ name, domain, password }) => {
      const given = domainOf(domain === '' ? settings.domain : domain);
      const token = await byPassword({ name, password, domain: given });
      if (token !== null) return token;
      throw errors.notAuthenticated(
        'wrong_credentials',
        'The domain, the user name or the password is wrong. Check them and try again.',
      );
    },
    identityOf: async (token) => {
      const known = await tokenSays(token);
      if (!known) return null;
      const { project } = known;
      const opened = isObject(project)
        ? [known]
        : await Promise.all((await projectsOf(token)).map(({ id }) => scoped(token, textOf(id))));
      const projects = opened.filter((one) => one !== null);
      return {
        user: userOf(known, settings),
        systemAdmin: projects.some((one) => rolesOf(one).some((role) => settings.adminRoles.includes(role))),
        tenants: projects.flatMap((one) => tenantOf(one, settings)),
        tenantId: isObject(project) ? vetroId(textOf(project.id)) : null,
        expiresAt: new Date(textOf(known.expires_at)),
      };
    },
    isPasswordOf: async (token, password) => {
      const known = await tokenSays(token);
      const id = known && isObject(known.user) ? textOf(known.user.id) : '';
      const again = id === '' ? null : await byPassword({ id, password });
      if (again !== null) await revoke(again);
      return again !== null;
    },
    revoke,
  };
}

/** Ids of ours have 32 letters and digits, as Keystone's own; those of users in a directory have more. */
function vetroId(id: string): string {
  return /^[0-9a-f]{32}$/.test(id) ? id : createHash('sha256').update(id).digest('hex').slice(0, 32);
}

function userOf({ user }: JsonObject, settings: IdentitySettings): ExternalIdentity['user'] {
  const said = isObject(user) ? user : {};
  return { id: vetroId(textOf(said.id)), name: nameIn(said, settings) };
}

/** Names are unique in their domain alone. */
function nameIn(named: JsonObject, settings: IdentitySettings): string {
  const domain = isObject(named.domain) ? named.domain : {};
  const isOwn = domain.name === settings.domain || domain.id === settings.domain;
  return isOwn ? textOf(named.name) : `${textOf(named.name)}@${textOf(domain.name)}`;
}

function rolesOf({ roles }: JsonObject): string[] {
  return Array.isArray(roles) ? roles.filter(isObject).map(({ name }) => textOf(name)) : [];
}

/** A project in which somebody has no role of the table is none where they may work. */
function tenantOf(token: JsonObject, settings: IdentitySettings): ExternalIdentity['tenants'] {
  const { project } = token;
  if (!isObject(project)) return [];
  const roles: (Role | undefined)[] = rolesOf(token).map((name) => settings.roles[name]);
  const role = ROLES.filter((one) => roles.includes(one)).at(-1);
  if (!role) return [];
  return [{ id: vetroId(textOf(project.id)), name: nameIn(project, settings), description: '', role }];
}

function away(cause: unknown) {
  return errors.unavailable('identity_away', 'Keystone does not answer at the moment. Try again.', {
    retryAfterSeconds: 5,
    cause,
  });
}
