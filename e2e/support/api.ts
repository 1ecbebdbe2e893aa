import type { JsonObject } from '@/lib/model/json';
import { type PersonName, person } from './people';

export interface ApiResponse {
  status: number;
  json: JsonObject;
}

/** A client of the API with a token: sets stories up and looks where no page does. */
export interface Api {
  call(method: string, path: string, body?: unknown, session?: string): Promise<ApiResponse>;
  /** the same; whatever is not 200 ends the story */
  ok(method: string, path: string, body?: unknown, session?: string): Promise<JsonObject>;
  /** sends a zip archive; whatever is not 200 ends the story */
  upload(path: string, archive: Uint8Array): Promise<JsonObject>;
}

/** The server under test. */
export function serverUrl(): string {
  const url = process.env.VETRO_URL;
  if (!url) throw new Error('VETRO_URL is not set: run the stories with "npm run e2e"');
  return url;
}

const clients = new Map<string, Promise<Api>>();

/** The API as somebody may use it in a tenant; one token serves all stories of a worker. */
export function apiOf(name: PersonName, tenant = 'Contoso'): Promise<Api> {
  const key = `${name}@${tenant}`;
  const known = clients.get(key);
  if (known) return known;
  const made = connect(name, tenant);
  clients.set(key, made);
  return made;
}

async function connect(name: PersonName, tenant: string): Promise<Api> {
  const { password } = person(name);
  const domain = { id: 'default' };
  const answer = await fetch(`${serverUrl()}/identity/v3/auth/tokens`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      auth: {
        identity: { methods: ['password'], password: { user: { name, domain, password } } },
        scope: { project: { name: tenant, domain } },
      },
    }),
  });
  const token = answer.headers.get('x-subject-token');
  if (!token) throw new Error(`no token for ${name} in ${tenant}: ${answer.status} ${await answer.text()}`);
  const call: Api['call'] = async (method, path, body, session) => {
    const response = await fetch(serverUrl() + path, {
      method,
      headers: {
        'x-auth-token': token,
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...(session === undefined ? {} : { 'x-configuration-session': session }),
      },
      body: body === undefined ? undefined : JSON.stringify(body),
    });
    const text = await response.text();
    return { status: response.status, json: text === '' ? {} : JSON.parse(text) };
  };
  return {
    call,
    ok: async (method, path, body, session) => {
      const { status, json } = await call(method, path, body, session);
      if (status !== 200) throw new Error(`${method} ${path} answered ${status}: ${JSON.stringify(json)}`);
      return json;
    },
    upload: async (path, archive) => {
      const response = await fetch(serverUrl() + path, {
        method: 'POST',
        headers: { 'x-auth-token': token, 'content-type': 'application/zip' },
        body: new Uint8Array(archive),
      });
      const text = await response.text();
      const answer = JSON.parse(text);
      // a story that is played a second time finds its package
      if (response.status !== 200 && answer.code !== 'package_already_there') {
        throw new Error(`POST ${path} answered ${response.status}: ${text}`);
      }
      return answer;
    },
  };
}
