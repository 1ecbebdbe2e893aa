import { newId, type SecretBox } from '@/lib/crypto';
import type { EnvironmentModel } from '@/lib/model/environment';

const MACHINE = {
  flavor: 'm1.medium',
  osImage: { name: 'ws-2022-std', title: 'Windows Server 2022', type: 'windows.2022' },
};

/** What the first customer deploys: a domain with two controllers, and a web server that joins it. */
export function domainWithWebServer(
  environmentId: string,
  box: Pick<SecretBox, 'seal'>,
  domain = 'acme.local',
): EnvironmentModel {
  const adminPassword = box.seal('Adm1n-Passw0rd!');
  const recoveryPassword = box.seal('Rec0very-Passw0rd!');
  return {
    id: environmentId,
    name: 'acme',
    services: [
      {
        id: newId(),
        type: 'activeDirectory',
        name: domain,
        domain,
        adminPassword,
        unitNamingPattern: 'dc#',
        ...MACHINE,
        units: [
          { id: newId(), name: 'dc_instance_0', isMaster: true, recoveryPassword },
          { id: newId(), name: 'dc_instance_1', isMaster: false, recoveryPassword },
        ],
      },
      {
        id: newId(),
        type: 'webServer',
        name: 'intranet',
        domain,
        adminPassword: box.seal('W3b-Passw0rd!'),
        unitNamingPattern: 'web#',
        ...MACHINE,
        units: [{ id: newId(), name: 'web_instance_0' }],
      },
    ],
  };
}
