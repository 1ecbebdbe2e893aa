import { expect } from 'vitest';
import { describeLifecycle } from '@/lib/api/testing/service-lifecycle';
import { activeDirectory, sqlServer } from '@/lib/api/testing/services';

const machine = (host: string) => [host, `${host}-port`];
const domain = () =>
  activeDirectory({ unitNamingPattern: 'dc#', units: [{ isMaster: true, recoveryPassword: 'R3covery-One!' }] });

describeLifecycle('A SQL server', [
  {
    does: 'is created with SQL logins: setup knows nothing of sa, whose password comes after it',
    edit: (draft) => draft.add(sqlServer()),
    stack: { created: [...machine('sql1'), 'windows-access', 'sql-server-access'] },
    plans: ['sql1 SetPassword', 'sql1 InstallSqlServer', 'sql1 SetMixedModeAuth'],
    before: [['sql1 InstallSqlServer', 'sql1 SetMixedModeAuth']],
    also: ({ service, unit, commandsOf }) => {
      expect(commandsOf('sql1 InstallSqlServer')).toEqual([['Install-SqlServer', {}]]);
      expect(commandsOf('sql1 SetMixedModeAuth')).toEqual([['Enable-SqlLogins', { SAPassword: 'Sa-Orchard-1!' }]]);
      expect(service('sql')).toMatchObject({
        uri: `mssql://${unit('sql', 'sql1').address}:1433`,
        state: { server: 'sql1' },
      });
    },
  },
  {
    does: 'rough edge 12: changes the password of sa, and nothing else',
    edit: (draft) => draft.set('sql', 'saPassword', 'An0ther-Orchard!'),
    plans: ['sql1 SetMixedModeAuth'],
    also: ({ commandsOf }) =>
      expect(commandsOf('sql1 SetMixedModeAuth')).toEqual([['Enable-SqlLogins', { SAPassword: 'An0ther-Orchard!' }]]),
  },
  {
    does: 'is one machine by its nature: a second one is refused, and so is none',
    edit: async (draft) => {
      await expect(draft.addUnit('sql')).rejects.toThrow(/answered 400: .*"path":"units"/);
      await expect(draft.removeUnit('sql', 'sql1')).rejects.toThrow(/answered 400: .*"path":"units"/);
    },
  },
  {
    does: 'turns SQL logins off in place',
    edit: (draft) => draft.set('sql', 'mixedModeAuth', false),
    plans: ['sql1 SetWindowsAuth'],
  },
  {
    does: 'joins a domain that came later, and is known by its full name',
    edit: async (draft) => {
      await draft.add(domain());
      await draft.set('sql', 'domain', 'acme.local');
    },
    stack: { created: [...machine('dc1'), 'domain-controller-access'] },
    plans: ['dc1 SetPassword', 'dc1 CreatePrimaryDC', 'dc1 AskDnsIp', 'sql1 JoinDomain'],
    before: [['dc1 AskDnsIp', 'sql1 JoinDomain']],
    also: ({ service }) => expect(service('sql').state).toMatchObject({ server: 'sql1.acme.local' }),
  },
  {
    does: 'grows in place',
    edit: (draft) => draft.set('sql', 'flavor', 'm1.large'),
    stack: { updated: ['sql1'] },
  },
  {
    does: 'rough edge 28: on another image is a new machine, with a warning; it joins before SQL Server is installed',
    edit: (draft) => draft.set('sql', 'osImage', { name: 'ws-2022-std' }),
    stack: { replaced: ['sql1'] },
    plans: ['sql1 SetPassword', 'sql1 JoinDomain', 'sql1 InstallSqlServer'],
    before: [['sql1 JoinDomain', 'sql1 InstallSqlServer']],
    warnings: ['Setting up sql1 again from nothing: its image, location or key changed'],
  },
  {
    does: 'is removed with what was its own',
    edit: (draft) => draft.remove('sql'),
    stack: { removed: [...machine('sql1'), 'sql-server-access'] },
    plans: ['dc1 RemoveComputers'],
  },
]);

describeLifecycle('A SQL server in a domain with mixed mode off', [
  {
    does: 'scenario 34, rough edge 30: is installed after the join, and no password of sa is sent',
    edit: (draft) =>
      draft.add(sqlServer({ domain: 'acme.local', mixedModeAuth: false, saPassword: 'Sa-Orchard-1!' }), domain()),
    stack: {
      created: [
        ...machine('sql1'),
        ...machine('dc1'),
        'windows-access',
        'sql-server-access',
        'domain-controller-access',
      ],
    },
    plans: [
      'dc1 SetPassword',
      'dc1 CreatePrimaryDC',
      'dc1 AskDnsIp',
      'sql1 SetPassword',
      'sql1 JoinDomain',
      'sql1 InstallSqlServer',
    ],
    before: [
      ['dc1 AskDnsIp', 'sql1 JoinDomain'],
      ['sql1 JoinDomain', 'sql1 InstallSqlServer'],
    ],
    also: ({ commandsOf }) => {
      const plans = ['sql1 SetPassword', 'sql1 JoinDomain', 'sql1 InstallSqlServer'].map(commandsOf);
      expect(JSON.stringify(plans)).not.toContain('Sa-Orchard-1!');
    },
  },
]);
