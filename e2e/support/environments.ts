import { expect } from '@playwright/test';
import type { JsonObject } from '@/lib/model/json';
import type { Api } from './api';
import { RUN_MS } from './waits';

/** Creates an environment. @returns its id */
export async function createEnvironment(api: Api, name: string): Promise<string> {
  return String((await api.ok('POST', '/v1/environments', { name })).id);
}

/** Puts services into a new draft of an environment. @returns the session's id */
export async function draft(api: Api, environmentId: string, services: JsonObject[]): Promise<string> {
  const at = `/v1/environments/${environmentId}`;
  const session = String((await api.ok('POST', `${at}/configure`)).id);
  for (const service of services) await api.ok('POST', `${at}/services`, service, session);
  return session;
}

/** Creates an environment and deploys services in it to the end. @returns its id */
export async function deployedEnvironment(api: Api, name: string, services: JsonObject[]): Promise<string> {
  const id = await createEnvironment(api, name);
  const session = await draft(api, id, services);
  await api.ok('POST', `/v1/environments/${id}/sessions/${session}/deploy`);
  await expect
    .poll(async () => (await api.ok('GET', `/v1/environments/${id}`)).status, { timeout: RUN_MS })
    .toBe('ready');
  return id;
}
