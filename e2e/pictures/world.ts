import { expect } from '@playwright/test';
import type { JsonObject } from '@/lib/model/json';
import { type Api, apiOf } from '../support/api';
import { createEnvironment, draft } from '../support/environments';
import { activeDirectory, PASSWORD, RECOVERY_PASSWORD } from '../support/services';

/** The pictures are taken here: the demo is given in the other tenant. */
export const TENANT = 'Fabrikam';

export const member = (): Promise<Api> => apiOf('member', TENANT);

/** A domain with two controllers. */
export function domain(name: string, hosts = 'dc#'): JsonObject {
  return activeDirectory(name, {
    unitNamingPattern: hosts,
    units: [
      { isMaster: true, recoveryPassword: RECOVERY_PASSWORD },
      { isMaster: false, recoveryPassword: RECOVERY_PASSWORD },
    ],
  });
}

const machine = { adminPassword: PASSWORD, flavor: 'm1.small', osImage: { name: 'ws-2022-std' } };

/** A web farm of two machines in a domain. */
export function farm(name: string, joined: string, hosts: string): JsonObject {
  return {
    ...machine,
    type: 'webServerFarm',
    name,
    domain: joined,
    loadBalancerPort: 80,
    healthCheckPath: '/',
    unitNamingPattern: hosts,
    units: [{}, {}],
  };
}

/** A SQL server in a domain. */
export function database(name: string, joined: string, hosts: string): JsonObject {
  return {
    ...machine,
    type: 'msSqlServer',
    name,
    domain: joined,
    mixedModeAuth: true,
    saPassword: 'L0ng-Harbour!',
    unitNamingPattern: hosts,
    units: [{}],
  };
}

/** Creates an environment and begins to deploy services in it. @returns its id, and the path of the run's page */
export async function deploying(api: Api, name: string, services: JsonObject[]): Promise<{ id: string; run: string }> {
  const id = await createEnvironment(api, name);
  const session = await draft(api, id, services);
  const { deployment_id } = await api.ok('POST', `/v1/environments/${id}/sessions/${session}/deploy`);
  return { id, run: `/environments/${id}/deployments/${String(deployment_id)}` };
}

/** Deploys a change of what is deployed, to the end. */
export async function change(api: Api, id: string, edit: (at: string, session: string) => Promise<unknown>) {
  const at = `/v1/environments/${id}`;
  const session = String((await api.ok('POST', `${at}/configure`)).id);
  await edit(at, session);
  await api.ok('POST', `${at}/sessions/${session}/deploy`);
  await over(api, id);
}

/** Waits until a deployment is over, well or not. */
export async function over(api: Api, id: string): Promise<void> {
  await expect
    .poll(async () => (await api.ok('GET', `/v1/environments/${id}`)).status, { timeout: 120_000 })
    .toMatch(/^(ready|failed)$/);
}

/** The environment of a name, which an earlier chapter made. */
export async function named(api: Api, name: string): Promise<string> {
  const { environments } = await api.ok('GET', '/v1/environments');
  const found = (environments as { id: string; name: string }[]).find((one) => one.name === name);
  if (!found) throw new Error(`there is no ${name}: the chapters before this one make it`);
  return found.id;
}
