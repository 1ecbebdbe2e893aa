import { randomBytes } from 'node:crypto';
import type { JsonObject } from '@/lib/model/json';
import { object, text } from './answers';
import type { Client } from './product';

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
