import { createHeat, type Heat, ORCHESTRATION } from './heat';
import type { HttpClient } from './http-client';
import type { Keystone } from './keystone';
import { COMPUTE, createNova, type Nova } from './nova';
import { createService, type Service, type ServiceKind } from './service';

/** What one credential opens: a project with its services. */
export interface OpenStackProject {
  keystone: Keystone;
  heat: Heat;
  nova: Nova;
  /** the Image API 2 */
  images: Service;
  /** the Networking API 2.0 */
  network: Service;
  /** the Block Storage API 3; only where the catalog has it */
  volumes: Service;
}

const IMAGE: ServiceKind = { types: ['image'], version: '/v2' };
const NETWORK: ServiceKind = { types: ['network'], version: '/v2.0' };
export const BLOCK_STORAGE: ServiceKind = { types: ['block-storage', 'volumev3'] };

/** Makes the services of a project reachable; nothing is called yet. */
export function createProject(http: HttpClient, keystone: Keystone): OpenStackProject {
  const service = (kind: ServiceKind) => createService(http, keystone, kind);
  return {
    keystone,
    heat: createHeat(service(ORCHESTRATION)),
    nova: createNova(service(COMPUTE)),
    images: service(IMAGE),
    network: service(NETWORK),
    volumes: service(BLOCK_STORAGE),
  };
}
