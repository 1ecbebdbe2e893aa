import { errors } from '@/lib/errors';
import { isObject, type Json, type JsonObject } from '@/lib/model/json';
import { required } from './required';

/** A running installation, and who asks it. */
export interface Installation {
  url: string;
  token: string;
  /** whether packages are for everybody instead of the tenant alone */
  isPublic: boolean;
}

/** Sends an archive to the catalog of an installation. @returns what it answered; null for no JSON */
export async function upload({
  url,
  token,
  archive,
  isPublic,
}: Installation & { archive: Uint8Array }): Promise<{ status: number; answer: Json }> {
  const response = await asked(`${url}/v1/catalog/packages?is_public=${isPublic}`, {
    method: 'POST',
    headers: { 'x-auth-token': token, 'content-type': 'application/zip' },
    body: Buffer.from(archive),
  });
  return { status: response.status, answer: (await response.json().catch(() => null)) as Json };
}

/** The packages that the catalog says it has taken. */
export function importedIn(answer: Json): JsonObject[] {
  if (!isObject(answer)) return [];
  return [answer, ...(Array.isArray(answer.others) ? answer.others.filter(isObject) : [])];
}

/** What a refusal of the API says, a line for each field; as its status where it says nothing. */
export function problemLines(answer: Json, status: number): string[] {
  if (!isObject(answer) || typeof answer.detail !== 'string') return [`The server answered with ${status}.`];
  const fields = Array.isArray(answer.fields) ? answer.fields.filter(isObject) : [];
  return fields.length === 0 ? [answer.detail] : fields.map(({ path, sentence }) => `${path}: ${sentence}`);
}

/** Takes a version of a package out of the catalog; one that somebody works with stays. */
export async function removeVersion({ url, token }: Installation, id: string): Promise<void> {
  await asked(`${url}/v1/catalog/packages/${id}`, { method: 'DELETE', headers: { 'x-auth-token': token } });
}

/**
 * A token for the project that the environment names (OpenStack Identity API v3, password authentication).
 *
 * @throws not_authenticated for a wrong name, password or tenant; unavailable where nobody answers
 */
export async function tokenAt(url: string): Promise<string> {
  const { OS_TOKEN, OS_USERNAME, OS_PASSWORD, OS_PROJECT_NAME } = process.env;
  if (OS_TOKEN) return OS_TOKEN;
  const name = required(OS_USERNAME, 'who asks: OS_USERNAME, OS_PASSWORD and OS_PROJECT_NAME, or OS_TOKEN');
  const domain = { name: 'Default' };
  const user = { name, domain, password: required(OS_PASSWORD, 'the password: OS_PASSWORD') };
  const project = { name: required(OS_PROJECT_NAME, 'the tenant: OS_PROJECT_NAME'), domain };
  const response = await asked(`${url}/identity/v3/auth/tokens`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      auth: { identity: { methods: ['password'], password: { user } }, scope: { project } },
    }),
  });
  const token = response.headers.get('x-subject-token');
  if (response.ok && token) return token;
  throw errors.notAuthenticated('not_signed_in', `${url} does not let ${name} in. Check name, password and tenant.`);
}

async function asked(url: string, request: RequestInit): Promise<Response> {
  try {
    return await fetch(url, request);
  } catch (error) {
    const { host } = new URL(url);
    throw errors.unavailable('unreachable', `Nobody answers at ${host}.`, { cause: error });
  }
}
