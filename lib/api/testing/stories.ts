import { randomBytes } from 'node:crypto';
import { isObject, type Json, type JsonObject } from '@/lib/model/json';
import type { Client } from './product';

/** A password that every rule allows. */
export const PASSWORD = 'Gr33n-Orchard!';

/** A web server as an API client sends it. */
export function webServer(more: JsonObject = {}): JsonObject {
  return {
    type: 'webServer',
    name: 'frontend',
    adminPassword: PASSWORD,
    flavor: 'm1.medium',
    osImage: { name: 'ws-2012-std' },
    units: [{}],
    ...more,
  };
}

/** An application as an API client sends it. */
export function aspNetApp(more: JsonObject = {}): JsonObject {
  return webServer({ type: 'aspNetApp', name: 'shop', repository: 'https://git.example.com/shop.git', ...more });
}

/** A farm of two web servers as an API client sends it. */
export function webServerFarm(more: JsonObject = {}): JsonObject {
  return webServer({ type: 'webServerFarm', name: 'farm', loadBalancerPort: 80, units: [{}, {}], ...more });
}

/** An application on a farm of two machines as an API client sends it. */
export function aspNetAppFarm(more: JsonObject = {}): JsonObject {
  return webServerFarm({
    type: 'aspNetAppFarm',
    name: 'shop',
    repository: 'https://git.example.com/shop.git',
    ...more,
  });
}

/** A domain as an API client sends it. */
export function activeDirectory(more: JsonObject = {}): JsonObject {
  return {
    type: 'activeDirectory',
    name: 'acme.local',
    domain: 'acme.local',
    adminPassword: PASSWORD,
    flavor: 'm1.medium',
    osImage: { name: 'ws-2012-std' },
    units: [
      { isMaster: true, recoveryPassword: 'R3covery-One!' },
      { isMaster: false, recoveryPassword: 'R3covery-One!' },
    ],
    ...more,
  };
}

/** A domain that is there already, as an API client sends it; it still needs its `dnsServers`. */
export function existingDomain(more: JsonObject = {}): JsonObject {
  return {
    type: 'existingActiveDirectory',
    domain: 'acme.local',
    adminAccountName: 'Administrator',
    adminPassword: PASSWORD,
    ...more,
  };
}

/** A SQL server as an API client sends it. */
export function sqlServer(more: JsonObject = {}): JsonObject {
  return webServer({
    type: 'msSqlServer',
    name: 'sql',
    mixedModeAuth: true,
    saPassword: 'Sa-Orchard-1!',
    unitNamingPattern: 'sql#',
    ...more,
  });
}

/** A cluster of two SQL servers in the domain of {@link activeDirectory}, as an API client sends it. */
export function sqlCluster(more: JsonObject = {}): JsonObject {
  return sqlServer({
    type: 'msSqlClusterServer',
    name: 'db',
    domain: 'acme.local',
    clusterName: 'dbcluster',
    agGroupName: 'orders-group',
    agListenerName: 'orders',
    sqlServiceUserName: 'sqlservice',
    sqlServicePassword: 'Serv1ce-Orchard!',
    databases: ['orders', 'stock'],
    unitNamingPattern: 'node#',
    units: [
      { isMaster: true, isSync: true },
      { isMaster: false, isSync: true },
    ],
    ...more,
  });
}

/** Creates an environment and returns its address below the server. */
export async function newEnvironment(
  client: Client,
  name = `env-${randomBytes(4).toString('hex')}`,
): Promise<{ id: string; at: string }> {
  const { id } = await client.ok('POST', '/v1/environments', { body: { name } });
  return { id: text(id), at: `/v1/environments/${text(id)}` };
}

/** Opens a session and returns its id. */
export async function open(client: Client, at: string): Promise<string> {
  return text((await client.ok('POST', `${at}/configure`)).id);
}

/** Adds a service to a draft and returns it as answered. */
export function add(client: Client, at: string, session: string, service: JsonObject): Promise<JsonObject> {
  return client.ok('POST', `${at}/services`, { session, body: service });
}

/** Deploys a session and returns the deployment's id. */
export async function deploy(client: Client, at: string, session: string): Promise<string> {
  return text((await client.ok('POST', `${at}/sessions/${session}/deploy`)).deployment_id);
}

/** Waits until an environment no longer deploys or goes. @returns it, or null when it is gone */
export async function settled(client: Client, at: string, withinMs = 45_000): Promise<JsonObject | null> {
  for (const until = Date.now() + withinMs; ; ) {
    const answer = await client.call('GET', at);
    if (answer.status === 404) return null;
    const { status } = object(answer.json);
    if (status !== 'deploying' && status !== 'deleting') return object(answer.json);
    if (Date.now() > until) throw new Error(`the environment is still ${String(status)} after ${withinMs} ms`);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

/** Opens, adds, deploys and waits: a deployed environment. */
export async function deployed(client: Client, services: JsonObject[]): Promise<{ id: string; at: string }> {
  const environment = await newEnvironment(client);
  const session = await open(client, environment.at);
  await client.ok('POST', `${environment.at}/services`, { session, body: services });
  await deploy(client, environment.at, session);
  await settled(client, environment.at);
  return environment;
}

/** A JSON value that must be a text. */
export function text(value: Json | undefined): string {
  if (typeof value !== 'string') throw new Error(`expected a text, got ${JSON.stringify(value)}`);
  return value;
}

/** A JSON value that must be an object. */
export function object(value: Json | undefined): JsonObject {
  if (!isObject(value)) throw new Error(`expected an object, got ${JSON.stringify(value)}`);
  return value;
}

/** A JSON value that must be a list of objects. */
export function list(value: Json | undefined): JsonObject[] {
  if (!Array.isArray(value)) throw new Error(`expected a list, got ${JSON.stringify(value)}`);
  return value.map(object);
}
