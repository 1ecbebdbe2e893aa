import { expect } from 'vitest';
import { object } from '@/lib/api/testing/responses';
import { describeLifecycle } from '@/lib/api/testing/service-lifecycle';
import { activeDirectory, webServer } from '@/lib/api/testing/services';
import { windowsOf } from '@/lib/api/testing/windows-of';

const MACHINE = (host: string) => [host, `${host}-port`];

describeLifecycle('A web server', [
  {
    does: 'trap 6: is created alone, and its address is told',
    edit: (draft) => draft.add(webServer({ unitNamingPattern: 'web#' })),
    stack: { created: [...MACHINE('web1'), 'windows-access', 'web-server-access'] },
    plans: ['web1 SetPassword', 'web1 InstallIIS'],
    also: ({ service, unit, commandsOf }) => {
      expect(service('frontend').uri).toBe(`http://${unit('frontend', 'web1').address}`);
      expect(commandsOf('web1 InstallIIS')).toEqual([['Install-WebServer', { SiteTitle: 'frontend' }]]);
    },
  },
  {
    does: 'is one machine by its nature: a second one is refused, and so is none',
    edit: async (draft) => {
      await expect(draft.addUnit('frontend')).rejects.toThrow(/answered 400: .*"path":"units"/);
      await expect(draft.removeUnit('frontend', 'web1')).rejects.toThrow(/answered 400: .*"path":"units"/);
    },
  },
  {
    does: 'gets a domain beside it and joins it, without being set up again',
    edit: async (draft) => {
      await draft.add(
        activeDirectory({ unitNamingPattern: 'dc#', units: [{ isMaster: true, recoveryPassword: 'R3covery-One!' }] }),
      );
      await draft.set('frontend', 'domain', 'acme.local');
    },
    stack: { created: [...MACHINE('dc1'), 'domain-controller-access'] },
    plans: ['dc1 SetPassword', 'dc1 CreatePrimaryDC', 'dc1 AskDnsIp', 'web1 JoinDomain'],
    before: [['dc1 AskDnsIp', 'web1 JoinDomain']],
  },
  {
    does: 'changes its size in place',
    edit: (draft) => draft.set('frontend', 'flavor', 'm1.large'),
    stack: { updated: ['web1'] },
  },
  {
    does: 'changes its image by a new machine',
    edit: (draft) => draft.set('frontend', 'osImage', { name: 'ws-2022-std' }),
    stack: { replaced: ['web1'] },
    plans: ['web1 SetPassword', 'web1 JoinDomain', 'web1 InstallIIS'],
    warnings: ['Setting up web1 again from nothing: its image, location or key changed'],
  },
  {
    does: 'is removed',
    edit: (draft) => draft.remove('frontend'),
    stack: { removed: [...MACHINE('web1'), 'web-server-access'] },
    // the domain loses its account
    plans: ['dc1 RemoveComputers'],
  },
  {
    does: 'is the last to go, and the stack goes with it',
    edit: (draft) => draft.remove('acme.local'),
    stack: { removed: [...MACHINE('dc1'), 'domain-controller-access', 'windows-access'] },
  },
]);

describeLifecycle('A web server in a domain of the same session', [
  {
    does: 'scenario 29, rough edge 30: joins once the address of the name server is known, and gets IIS after that',
    edit: (draft) =>
      draft.add(
        webServer({ domain: 'acme.local', unitNamingPattern: 'web#' }),
        activeDirectory({ unitNamingPattern: 'dc#', units: [{ isMaster: true, recoveryPassword: 'R3covery-One!' }] }),
      ),
    stack: {
      created: [
        ...MACHINE('web1'),
        ...MACHINE('dc1'),
        'windows-access',
        'web-server-access',
        'domain-controller-access',
      ],
    },
    plans: [
      'dc1 SetPassword',
      'dc1 CreatePrimaryDC',
      'dc1 AskDnsIp',
      'web1 SetPassword',
      'web1 JoinDomain',
      'web1 InstallIIS',
    ],
    before: [
      ['dc1 AskDnsIp', 'web1 JoinDomain'],
      ['web1 JoinDomain', 'web1 InstallIIS'],
    ],
    also: async ({ product, service, unit, commandsOf }) => {
      const { primaryDcIp } = object(service('acme.local').state);
      expect(object(commandsOf('web1 JoinDomain')[0]?.[1]).DNSServer).toEqual([primaryDcIp]);
      expect(service('frontend').domain).toBe('acme.local');
      expect(unit('frontend', 'web1').state).toMatchObject({ domain: 'acme.local', domainIp: primaryDcIp });
      expect((await windowsOf(product, 'web1')).domain).toBe('acme.local');
    },
  },
  {
    does: 'scenario 38: leaves the domain when it is cleared, and the model and Windows agree',
    edit: (draft) => draft.set('frontend', 'domain', ''),
    plans: ['web1 LeaveDomain'],
    also: async ({ product, unit }) => {
      expect(unit('frontend', 'web1').state).toMatchObject({ domain: null, domainIp: null, iisInstalled: true });
      const windows = await windowsOf(product, 'web1');
      expect([windows.domain, windows.features.length > 0]).toEqual([null, true]);
    },
  },
]);
