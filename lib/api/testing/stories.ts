import { randomBytes } from 'node:crypto';
import type { Json, JsonObject } from '@/lib/model/json';
import { afterChanges } from '@/lib/testing/after-changes';
import type { Client } from './product';
import { list, object, text } from './responses';

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
export async function settled(client: Client, at: string): Promise<JsonObject | null> {
  const { environment } = await afterChanges('the end of what the environment is at', client.onRunOver, async () => {
    const response = await client.call('GET', at);
    if (response.status === 404) return { environment: null };
    const { status } = object(response.json);
    return status !== 'deploying' && status !== 'deleting' && { environment: object(response.json) };
  });
  return environment;
}

/** The machines of an environment as lists of environments have them: `{count, resting}`; undefined where it is not listed. */
export async function listedMachines(client: Client, id: string): Promise<Json | undefined> {
  const { environments } = await client.ok('GET', '/v1/environments');
  return list(environments)
    .map(object)
    .find((one) => one.id === id)?.machines;
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
