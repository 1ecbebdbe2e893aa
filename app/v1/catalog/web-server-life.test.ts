import { expect } from 'vitest';
import { tellLife } from '@/lib/api/testing/life-of-a-service';
import { activeDirectory, webServer } from '@/lib/api/testing/stories';

const MACHINE = (host: string) => [host, `${host}-port`];

tellLife('A web server', [
  {
    does: 'is created alone',
    edit: (draft) => draft.add(webServer({ unitNamingPattern: 'web#' })),
    stack: { created: [...MACHINE('web1'), 'windows-access', 'web-server-access'] },
    plans: ['web1 SetPassword', 'web1 InstallIIS'],
    also: ({ service, unit, commandsOf }) => {
      expect(service('frontend').uri).toBe(`http://${unit('frontend', 'web1').address}`);
      expect(commandsOf('web1 InstallIIS')).toEqual([['Install-WebServer', { SiteTitle: 'frontend' }]]);
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
  },
  {
    does: 'is the last to go, and the stack goes with it',
    edit: (draft) => draft.remove('acme.local'),
    stack: { removed: [...MACHINE('dc1'), 'domain-controller-access', 'windows-access'] },
  },
]);
