import { newId, type SecretBox } from '@/lib/crypto';
import type { EnvironmentModel } from '@/lib/model/environment';
import { domainWithWebServer } from './domain';

/** Services of one web server each that need nobody, so that all are gone through side by side. */
export function webServers(environmentId: string, box: Pick<SecretBox, 'seal'>, ...names: string[]): EnvironmentModel {
  const model = domainWithWebServer(environmentId, box);
  const [server] = model.services.filter(({ type }) => type === 'webServer');
  if (!server) throw new Error('There is no web server in the example.');
  const services = names.map((name) => ({
    ...server,
    id: newId(),
    name,
    domain: '',
    unitNamingPattern: `${name}#`,
    units: [{ id: newId(), name }],
  }));
  return { ...model, services };
}
