import { expect } from 'vitest';
import { tellLife } from '@/lib/api/testing/life-of-a-service';
import { activeDirectory, existingDomain, object, text, webServer } from '@/lib/api/testing/stories';

const machine = (host: string) => [host, `${host}-port`];
const forest = () => activeDirectory({ unitNamingPattern: 'dc#' });

tellLife('An Active Directory', [
  {
    does: 'is created with its primary controller',
    edit: (draft) =>
      draft.add(
        activeDirectory({ unitNamingPattern: 'dc#', units: [{ isMaster: true, recoveryPassword: 'R3covery-One!' }] }),
      ),
    stack: { created: [...machine('dc1'), 'windows-access', 'domain-controller-access'] },
    plans: ['dc1 SetPassword', 'dc1 CreatePrimaryDC', 'dc1 AskDnsIp'],
  },
  {
    does: 'changes the password of its administrator',
    edit: (draft) => draft.set('acme.local', 'adminPassword', 'An0ther-Orchard!'),
    plans: ['dc1 SetPassword'],
  },
  {
    does: 'gets two controllers, which join with the new password; the first is left alone',
    edit: async (draft) => {
      await draft.addUnit('acme.local', { recoveryPassword: 'R3covery-One!' });
      await draft.addUnit('acme.local', { recoveryPassword: 'R3covery-One!' });
    },
    stack: { created: [...machine('dc2'), ...machine('dc3')] },
    plans: ['dc2 JoinDomain', 'dc2 CreateSecondaryDC', 'dc3 JoinDomain', 'dc3 CreateSecondaryDC'],
    before: [['dc2 JoinDomain', 'dc2 CreateSecondaryDC']],
  },
  {
    does: 'loses a controller, and its directory forgets it',
    edit: (draft) => draft.removeUnit('acme.local', 'dc2'),
    stack: { removed: machine('dc2') },
    plans: ['dc1 ForgetControllers'],
    also: ({ commandsOf, service }) => {
      expect(commandsOf('dc1 ForgetControllers')).toEqual([
        ['Remove-GoneController', { DomainName: 'acme.local', Controllers: ['dc1', 'dc3'] }],
      ]);
      expect(object(service('acme.local').state).controllers).toEqual(['dc1', 'dc3']);
    },
  },
  {
    does: 'is removed',
    edit: (draft) => draft.remove('acme.local'),
    stack: { removed: [...machine('dc1'), ...machine('dc3'), 'windows-access', 'domain-controller-access'] },
  },
]);

tellLife('An existing Active Directory', [
  {
    does: 'is told, and makes nothing',
    edit: (draft) => draft.add(existingDomain({ domain: 'corp.local', dnsServers: ['10.0.200.1'] })),
  },
  {
    does: 'gives way to a domain of this environment that a machine joins; told again it touches nobody',
    edit: async (draft) => {
      await draft.add(forest(), webServer({ domain: 'acme.local', unitNamingPattern: 'web#' }));
      await draft.set('corp.local', 'dnsServers', '10.0.200.1, 10.0.200.2');
    },
    stack: {
      created: [
        ...['dc1', 'dc2', 'web1'].flatMap(machine),
        'windows-access',
        'domain-controller-access',
        'web-server-access',
      ],
    },
    plans: [
      'dc1 SetPassword',
      'dc1 CreatePrimaryDC',
      'dc1 AskDnsIp',
      'dc2 JoinDomain',
      'dc2 CreateSecondaryDC',
      'web1 SetPassword',
      'web1 JoinDomain',
      'web1 InstallIIS',
    ],
    also: ({ service }) => {
      expect(service('corp.local').dnsServers).toEqual(['10.0.200.1', '10.0.200.2']);
      expect(text(object(service('corp.local').state).primaryDcIp)).toBe('10.0.200.1');
    },
  },
  { does: 'is removed, and nothing goes with it', edit: (draft) => draft.remove('corp.local') },
]);
