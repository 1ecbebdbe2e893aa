import { expect } from 'vitest';
import { list, object, text } from '@/lib/api/testing/responses';
import { describeLifecycle } from '@/lib/api/testing/service-lifecycle';
import { activeDirectory, existingDomain, PASSWORD, webServer } from '@/lib/api/testing/services';
import { windowsOf } from '@/lib/api/testing/windows-of';

const machine = (host: string) => [host, `${host}-port`];
const forest = () => activeDirectory({ unitNamingPattern: 'dc#' });

describeLifecycle('An Active Directory', [
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
    plans: [
      ...['dc2', 'dc3'].flatMap((host) => [`${host} JoinDomain`, `${host} CreateSecondaryDC`]),
      // the first controller asks the others for names from now on
      'dc1 AskEachOther',
    ],
    before: [['dc2 JoinDomain', 'dc2 CreateSecondaryDC']],
  },
  {
    does: 'loses a controller, and its directory forgets it',
    edit: (draft) => draft.removeUnit('acme.local', 'dc2'),
    stack: { removed: machine('dc2') },
    plans: ['dc1 AskEachOther', 'dc1 ForgetControllers'],
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

describeLifecycle('An existing Active Directory', [
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
      'dc1 AskEachOther',
      'dc2 JoinDomain',
      'dc2 CreateSecondaryDC',
      'web1 SetPassword',
      'web1 JoinDomain',
      'web1 InstallIIS',
    ],
    also: ({ service }) => {
      // it has no machines: none can be added, none removed
      expect(service('corp.local').units).toEqual([]);
      expect(service('corp.local').dnsServers).toEqual(['10.0.200.1', '10.0.200.2']);
      expect(text(object(service('corp.local').state).primaryDcIp)).toBe('10.0.200.1');
    },
  },
  {
    does: 'has no machine by its nature: one is refused',
    edit: (draft) => expect(draft.addUnit('corp.local')).rejects.toThrow(/answered 400: .*"path":"units"/),
  },
  { does: 'is removed, and nothing goes with it', edit: (draft) => draft.remove('corp.local') },
]);

const RECOVERY = 'Secr3t#{x}';

describeLifecycle('An Active Directory of three controllers', [
  {
    does: 'scenario 28, trap 2: is set up in order: machines, the primary, its name server, the others join, then are controllers',
    edit: (draft) =>
      draft.add(
        activeDirectory({
          unitNamingPattern: 'dc#',
          units: [true, false, false].map((isMaster) => ({ isMaster, recoveryPassword: RECOVERY })),
        }),
      ),
    stack: {
      created: [...machine('dc1'), ...machine('dc2'), ...machine('dc3'), 'windows-access', 'domain-controller-access'],
    },
    plans: [
      'dc1 SetPassword',
      'dc1 CreatePrimaryDC',
      'dc1 AskDnsIp',
      'dc1 AskEachOther',
      ...['dc2', 'dc3'].flatMap((host) => [`${host} JoinDomain`, `${host} CreateSecondaryDC`]),
    ],
    before: [
      ['dc1 CreatePrimaryDC', 'dc1 AskDnsIp'],
      ['dc1 AskDnsIp', 'dc2 JoinDomain'],
      ['dc1 AskDnsIp', 'dc3 JoinDomain'],
      ['dc2 JoinDomain', 'dc2 CreateSecondaryDC'],
      ['dc3 JoinDomain', 'dc3 CreateSecondaryDC'],
    ],
    also: async ({ product, service, unit, reports }) => {
      const address = text(unit('acme.local', 'dc1').address);
      expect(service('acme.local').state).toMatchObject({
        primaryDc: list(service('acme.local').units)[0]?.name,
        primaryDcIp: address,
        controllers: ['dc1', 'dc2', 'dc3'],
      });
      const forests = new Set<string | undefined>();
      for (const host of ['dc1', 'dc2', 'dc3']) {
        // the primary is a member, too
        const state = { installed: true, domain: 'acme.local', domainIp: address };
        expect(unit('acme.local', host).state).toMatchObject(state);
        forests.add((await windowsOf(product, host)).directory?.id);
      }
      expect([forests.size, forests.has(undefined)]).toEqual([1, false]);
      // the domain is told once, however many controllers there are
      expect(reports.filter((report) => report === 'info: Domain acme.local created')).toHaveLength(1);
    },
  },
]);

describeLifecycle('An Active Directory with signs in its passwords that templates know', [
  {
    does: 'scenario 42, rough edge 25: gives both controllers exactly the recovery password that was typed',
    edit: (draft) =>
      draft.add(
        activeDirectory({
          unitNamingPattern: 'dc#',
          units: [true, false].map((isMaster) => ({ isMaster, recoveryPassword: RECOVERY })),
        }),
      ),
    stack: { created: [...machine('dc1'), ...machine('dc2'), 'windows-access', 'domain-controller-access'] },
    plans: [
      ...['SetPassword', 'CreatePrimaryDC', 'AskDnsIp', 'AskEachOther'].map((plan) => `dc1 ${plan}`),
      'dc2 JoinDomain',
      'dc2 CreateSecondaryDC',
    ],
    also: ({ commandsOf }) => {
      expect(commandsOf('dc1 CreatePrimaryDC')).toEqual([
        ['Install-RolePrimaryDomainController', { DomainName: 'acme.local', SafeModePassword: RECOVERY }],
      ]);
      expect(commandsOf('dc2 CreateSecondaryDC')).toEqual([
        [
          'Install-RoleSecondaryDomainController',
          { DomainName: 'acme.local', UserName: 'Administrator', Password: PASSWORD, SafeModePassword: RECOVERY },
        ],
      ]);
    },
  },
]);
