import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { isObject, type JsonObject } from '@/lib/model/json';
import type { OpenStackSettings } from '../settings';

/** What a service of the fake was asked. */
export interface FakeCall {
  method: string;
  /** with its query, below the service's address: `/servers/detail` */
  path: string;
  body: JsonObject;
  headers: http.IncomingHttpHeaders;
}

export interface FakeAnswer {
  status?: number;
  /** sent as JSON */
  body?: object;
  headers?: Record<string, string>;
}

/** Answers the calls of one service; undefined: there is nothing at that path. */
export type FakeService = (call: FakeCall) => FakeAnswer | undefined;

/** An OpenStack of a few lines for tests: a Keystone that gives tokens, and services that a test writes. */
export interface FakeOpenStack {
  settings: OpenStackSettings;
  /** what was asked, by service: `orchestration`; tokens under `identity` */
  calls: Record<string, FakeCall[]>;
  /** the services of the catalog by their types; a test changes them as it goes */
  services: Record<string, FakeService>;
  /** answers the next so many calls of a service instead */
  spoil(service: string, status: number, times: number): void;
  /** makes all tokens that were given invalid */
  revokeTokens(): void;
  close(): Promise<void>;
}

/** The password that the fake's only user has. */
export const FAKE_PASSWORD = 'never to be logged';

/** Starts it on the loopback. */
export async function startFakeOpenStack(services: Record<string, FakeService>): Promise<FakeOpenStack> {
  const calls: FakeOpenStack['calls'] = {};
  const spoiled: { service: string; status: number; times: number }[] = [];
  const valid = new Set<string>();
  let given = 0;

  function signIn({ body }: FakeCall): FakeAnswer {
    if (!JSON.stringify(body).includes(JSON.stringify(FAKE_PASSWORD))) {
      return { status: 401, body: { error: { message: 'The request you have made requires authentication.' } } };
    }
    given += 1;
    const token = `token-${given}-that-is-secret`;
    valid.add(token);
    const types = [...new Set(Object.keys(services).map((name) => name.split('@', 1)[0] as string))];
    const catalog = types.map((type) => ({
      type,
      endpoints: Object.keys(services).flatMap((name) => {
        const [service, region = 'north'] = name.split('@');
        return service === type ? [{ interface: 'public', region_id: region, url: `${own}/${name}` }] : [];
      }),
    }));
    const expires = new Date(Date.now() + 3_600_000).toISOString();
    const roles = [{ name: 'member' }];
    const body_ = { token: { project: { id: 'p'.repeat(32) }, roles, expires_at: expires, catalog } };
    return { status: 201, headers: { 'x-subject-token': token }, body: body_ };
  }

  function answer(service: string, call: FakeCall): FakeAnswer {
    const spoil = spoiled.find((one) => one.service === service && one.times > 0);
    if (spoil) {
      spoil.times -= 1;
      return { status: spoil.status, body: { error: { message: 'out for a while' } } };
    }
    if (service === 'identity' && call.method === 'GET') return { body: { version: { id: 'v3.14' } } };
    if (service === 'identity') return signIn(call);
    if (!valid.has(String(call.headers['x-auth-token']))) return { status: 401 };
    return services[service]?.(call) ?? { status: 404 };
  }

  const server = http.createServer(async (request, response) => {
    const { method = '', url = '', headers } = request;
    const sent: unknown = JSON.parse((await text(request)) || '{}');
    const [, service = '', path = ''] = /^\/([^/]+)(.*)$/.exec(url) ?? [];
    const call = { method, path, headers, body: isObject(sent) ? sent : {} };
    calls[service] = [...(calls[service] ?? []), call];
    const { status = 200, body = {}, headers: more = {} } = answer(service, call);
    response.writeHead(status, { 'content-type': 'application/json', 'x-openstack-request-id': 'req-theirs', ...more });
    response.end(JSON.stringify(body));
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const own = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    settings: {
      authUrl: `${own}/identity/v3`,
      credential: {
        kind: 'password',
        userName: 'vetro',
        password: FAKE_PASSWORD,
        userDomain: 'Default',
        project: 'shop',
        projectDomain: 'Default',
      },
      region: null,
      regions: [],
      interface: 'public',
      ca: null,
      insecure: false,
      network: null,
      loadBalancerSubnet: null,
      publicNetwork: null,
      identity: null,
      ownProjects: false,
      broker: null,
      usualAgent: 'vetro',
    },
    calls,
    services,
    spoil: (service, status, times) => void spoiled.push({ service, status, times }),
    revokeTokens: () => valid.clear(),
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}
