import type { Api } from './api';

/** A service as the API tells it once it runs. */
export interface DeployedService {
  id: string;
  name: string;
  type: string;
  /** where it is reached; absent where nothing is served */
  uri?: string;
  units: { name: string; state: { hostname: string; address: string } }[];
}

/** The services of an environment as they are deployed, by their names. */
export async function deployedServices(api: Api, environmentId: string): Promise<Record<string, DeployedService>> {
  const { services } = await api.ok('GET', `/v1/environments/${environmentId}`);
  return Object.fromEntries((services as unknown as DeployedService[]).map((service) => [service.name, service]));
}
