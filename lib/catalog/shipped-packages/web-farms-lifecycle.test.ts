import { expect } from 'vitest';
import { list, object, text } from '@/lib/api/testing/responses';
import { describeLifecycle, type StateAfterStep, type Step } from '@/lib/api/testing/service-lifecycle';
import { activeDirectory, aspNetApp, aspNetAppFarm, webServerFarm } from '@/lib/api/testing/services';
import type { JsonObject } from '@/lib/model/json';

/** The lives of the web services that come in several machines, or with an application. */

const machine = (host: string) => [host, `${host}-port`];
const member = (host: string) => [...machine(host), `${host}-member`];
const partsOf = (service: string) => ['balancer', 'pool', 'listener', 'monitor'].map((part) => `${part}-${service}`);
const domain = () =>
  activeDirectory({ unitNamingPattern: 'dc#', units: [{ isMaster: true, recoveryPassword: 'R3covery-One!' }] });

/** The hosts that answer at a service's address, one request after the other. */
async function answersOf({ product, service }: StateAfterStep, name: string, times: number): Promise<string[]> {
  const hosts: string[] = [];
  for (let i = 0; i < times; i++) {
    const link = await product.container.cloud.simulation?.pages.linkFor(
      { tenantId: product.member.tenantId },
      text(service(name).uri),
    );
    const page = await product.container.cloud.simulation?.pages.page(
      text(link ?? undefined).replace('/machines/', ''),
      '',
    );
    expect(page?.status).toBe(200);
    hosts.push(/<strong>(.+?)<\/strong> answered/.exec(page?.html ?? '')?.[1] ?? '');
  }
  return hosts;
}

const createFarm: Step = {
  does: 'rough edges 19 and 21: is created: machines, one load balancer with both behind it, passwords and IIS',
  edit: (draft) => draft.add(webServerFarm({ unitNamingPattern: 'web#', loadBalancerPort: 8080 })),
  stack: { created: [...member('web1'), ...member('web2'), ...partsOf('farm'), 'web-server-access', 'windows-access'] },
  plans: ['web1 SetPassword', 'web1 InstallIIS', 'web2 SetPassword', 'web2 InstallIIS'],
  also: async (after) => {
    const { service, unit, resource } = after;
    const { balancer } = object(service('farm').state);
    expect(service('farm').uri).toBe(`http://${text(balancer)}:8080`);
    expect(resource('listener-farm')).toMatchObject({ protocol: 'HTTP', protocol_port: 8080 });
    expect(resource('monitor-farm')).toMatchObject({ type: 'HTTP', url_path: '/', delay: 5, max_retries: 3 });
    for (const host of ['web1', 'web2']) {
      expect(resource(`${host}-member`)).toMatchObject({ address: unit('farm', host).address, protocol_port: 80 });
    }
    expect(await answersOf(after, 'farm', 4)).toEqual(['web1', 'web2', 'web1', 'web2']);
  },
};

describeLifecycle('A web server farm', [
  createFarm,
  {
    does: 'rough edge 13: gets a third machine: password, IIS and a place behind the load balancer; the old ones stay untouched',
    edit: (draft) => draft.addUnit('farm'),
    stack: { created: member('web3') },
    plans: ['web3 SetPassword', 'web3 InstallIIS'],
    also: async (after) =>
      expect(new Set(await answersOf(after, 'farm', 3))).toEqual(new Set(['web1', 'web2', 'web3'])),
  },
  {
    does: 'listens on another port in place; its address follows',
    edit: (draft) => draft.set('farm', 'loadBalancerPort', 81),
    stack: { replaced: ['listener-farm'] },
    also: async (after) => {
      expect(after.service('farm').uri).toMatch(/^http:\/\/10\.0\.\d+\.\d+:81$/);
      expect(new Set(await answersOf(after, 'farm', 3)).size).toBe(3);
    },
  },
  {
    does: 'checks the health of its machines by another page in place',
    edit: (draft) => draft.set('farm', 'healthCheckPath', '/iisstart.htm'),
    stack: { updated: ['monitor-farm'] },
  },
  {
    does: 'is renamed, and only the load balancer hears of it',
    edit: (draft) => draft.set('farm', 'name', 'shopfront'),
    stack: { updated: ['balancer-farm'] },
  },
  {
    does: 'changes the password on every machine and nothing else',
    edit: (draft) => draft.set('shopfront', 'adminPassword', 'An0ther-Orchard!'),
    plans: ['web1 SetPassword', 'web2 SetPassword', 'web3 SetPassword'],
  },
  {
    does: 'loses a machine in the middle, and the load balancer forgets it',
    edit: (draft) => draft.removeUnit('shopfront', 'web2'),
    stack: { removed: member('web2') },
    also: async (after) => expect(new Set(await answersOf(after, 'shopfront', 4))).toEqual(new Set(['web1', 'web3'])),
  },
  {
    does: 'counts on when it grows again: nobody gets the number of another',
    edit: (draft) => draft.addUnit('shopfront'),
    stack: { created: member('web4') },
    plans: ['web4 SetPassword', 'web4 InstallIIS'],
  },
  {
    does: 'on another image has new machines one after the other, with a warning for each; their places behind the load balancer stay',
    edit: (draft) => draft.set('shopfront', 'osImage', { name: 'ws-2022-std' }),
    stack: { replaced: ['web1', 'web3', 'web4'] },
    plans: ['web1', 'web3', 'web4'].flatMap((host) => [`${host} SetPassword`, `${host} InstallIIS`]),
    before: [
      ['web1 InstallIIS', 'web3 SetPassword'],
      ['web3 InstallIIS', 'web4 SetPassword'],
    ],
    warnings: ['web1', 'web3', 'web4'].map(
      (host) => `Setting up ${host} again from nothing: its image, location or key changed`,
    ),
    also: async (after) => expect(new Set(await answersOf(after, 'shopfront', 3)).size).toBe(3),
  },
  {
    does: 'is removed with everything that was its own',
    edit: (draft) => draft.remove('shopfront'),
    stack: {
      removed: [...['web1', 'web3', 'web4'].flatMap(member), ...partsOf('farm'), 'web-server-access', 'windows-access'],
    },
  },
]);

describeLifecycle('An ASP.NET application', [
  {
    does: 'is created: machine, password, IIS, then the application',
    edit: (draft) => draft.add(aspNetApp({ unitNamingPattern: 'app#' })),
    stack: { created: [...machine('app1'), 'web-server-access', 'windows-access'] },
    plans: ['app1 SetPassword', 'app1 InstallIIS', 'app1 DeployWebApp'],
    also: ({ service, unit, commandsOf }) => {
      expect(service('shop').uri).toBe(`http://${unit('shop', 'app1').address}`);
      expect(commandsOf('app1 DeployWebApp')).toEqual([
        [
          'Deploy-WebAppFromGit',
          {
            Url: 'https://git.example.com/shop.git',
            Revision: '',
            Name: 'shop',
            Connection: '',
            ConnectionName: 'DefaultConnection',
            HealthPath: '',
          },
        ],
      ]);
    },
  },
  {
    does: 'scenario 31, rough edge 12: from another repository is deployed again, and IIS is not reinstalled',
    edit: (draft) => draft.set('shop', 'repository', 'https://git.example.com/shop-2.git'),
    plans: ['app1 DeployWebApp'],
    also: async ({ product, service, commandsOf }) => {
      expect(object(commandsOf('app1 DeployWebApp')[0]?.[1]).Url).toBe('https://git.example.com/shop-2.git');
      const scope = { tenantId: product.member.tenantId };
      const link = (await product.container.cloud.simulation?.pages.linkFor(scope, text(service('shop').uri))) ?? '';
      const page = await product.container.cloud.simulation?.pages.page(link.replace('/machines/', ''), '');
      expect(page?.html).toContain('https://git.example.com/shop-2.git');
    },
  },
  {
    does: 'is one machine by its nature: a second one is refused, and so is none',
    edit: async (draft) => {
      await expect(draft.addUnit('shop')).rejects.toThrow(/answered 400: .*"path":"units"/);
      await expect(draft.removeUnit('shop', 'app1')).rejects.toThrow(/answered 400: .*"path":"units"/);
    },
  },
  {
    does: 'of another branch or tag is deployed again',
    edit: (draft) => draft.set('shop', 'revision', 'v2.0'),
    plans: ['app1 DeployWebApp'],
    also: ({ commandsOf }) => expect(object(commandsOf('app1 DeployWebApp')[0]?.[1]).Revision).toBe('v2.0'),
  },
  {
    does: 'joins a domain that is added later, without being deployed again',
    edit: async (draft) => {
      await draft.add(domain());
      await draft.set('shop', 'domain', 'acme.local');
    },
    stack: { created: [...machine('dc1'), 'domain-controller-access'] },
    plans: ['dc1 SetPassword', 'dc1 CreatePrimaryDC', 'dc1 AskDnsIp', 'app1 JoinDomain'],
    before: [['dc1 AskDnsIp', 'app1 JoinDomain']],
  },
  {
    does: 'changes its size in place',
    edit: (draft) => draft.set('shop', 'flavor', 'm1.large'),
    stack: { updated: ['app1'] },
  },
  {
    does: 'is removed, and the domain stays',
    edit: (draft) => draft.remove('shop'),
    stack: { removed: [...machine('app1'), 'web-server-access'] },
    plans: ['dc1 RemoveComputers'],
  },
]);

describeLifecycle('An ASP.NET application farm in a domain', [
  {
    does: 'is created: every machine joins before IIS, and IIS is there before the application',
    edit: (draft) => draft.add(aspNetAppFarm({ unitNamingPattern: 'app#', domain: 'acme.local' }), domain()),
    stack: {
      created: [
        ...member('app1'),
        ...member('app2'),
        ...machine('dc1'),
        ...partsOf('shop'),
        'web-server-access',
        'windows-access',
        'domain-controller-access',
      ],
    },
    plans: [
      ...['SetPassword', 'CreatePrimaryDC', 'AskDnsIp'].map((plan) => `dc1 ${plan}`),
      ...['app1', 'app2'].flatMap((host) =>
        ['SetPassword', 'JoinDomain', 'InstallIIS', 'DeployWebApp'].map((plan) => `${host} ${plan}`),
      ),
    ],
    before: [
      ['dc1 AskDnsIp', 'app1 JoinDomain'],
      ['app1 JoinDomain', 'app1 InstallIIS'],
      ['app2 JoinDomain', 'app2 InstallIIS'],
      ['app1 InstallIIS', 'app1 DeployWebApp'],
    ],
    also: async (after) => {
      expect(await answersOf(after, 'shop', 4)).toEqual(['app1', 'app2', 'app1', 'app2']);
      const commits = list(after.service('shop').units).map(({ state }: JsonObject) => object(state).commit);
      expect(commits).toEqual([expect.stringMatching(/^[0-9a-f]{40}$/), commits[0]]);
    },
  },
  {
    does: 'gets a third machine, which does all of it and is asked in turn',
    edit: (draft) => draft.addUnit('shop'),
    stack: { created: member('app3') },
    plans: ['app3 SetPassword', 'app3 JoinDomain', 'app3 InstallIIS', 'app3 DeployWebApp'],
    also: async (after) =>
      expect(new Set(await answersOf(after, 'shop', 3))).toEqual(new Set(['app1', 'app2', 'app3'])),
  },
  {
    does: 'from another repository is deployed again on one machine after the other, and nothing else is done',
    edit: (draft) => draft.set('shop', 'repository', 'https://git.example.com/other.git'),
    plans: ['app1 DeployWebApp', 'app2 DeployWebApp', 'app3 DeployWebApp'],
    before: [
      ['app1 DeployWebApp', 'app2 DeployWebApp'],
      ['app2 DeployWebApp', 'app3 DeployWebApp'],
    ],
  },
  {
    does: 'listens on another port in place',
    edit: (draft) => draft.set('shop', 'loadBalancerPort', 8080),
    stack: { replaced: ['listener-shop'] },
    also: ({ service }) => expect(service('shop').uri).toMatch(/:8080$/),
  },
  {
    does: 'loses a machine',
    edit: (draft) => draft.removeUnit('shop', 'app1'),
    stack: { removed: member('app1') },
    plans: ['dc1 RemoveComputers'],
    also: async (after) => expect(new Set(await answersOf(after, 'shop', 4))).toEqual(new Set(['app2', 'app3'])),
  },
  {
    does: 'is removed with everything that was its own, and the domain stays',
    edit: (draft) => draft.remove('shop'),
    stack: { removed: [...member('app2'), ...member('app3'), ...partsOf('shop'), 'web-server-access'] },
    plans: ['dc1 RemoveComputers'],
  },
]);

const passwordOf = async ({ product, at, service }: StateAfterStep, path: string): Promise<string> => {
  const address = `${at}/services/${text(service('farm').id)}/credentials/reveal`;
  return text((await product.member.ok('POST', address, { body: { property: path } })).value);
};

describeLifecycle('A farm that nobody gives an administrator password', [
  {
    does: 'gives each machine its own, which is told on request',
    edit: async (draft) => {
      const { adminPassword: _, ...farm } = webServerFarm({ unitNamingPattern: 'web#' });
      await draft.add(farm);
    },
    stack: {
      created: [...member('web1'), ...member('web2'), ...partsOf('farm'), 'web-server-access', 'windows-access'],
    },
    plans: ['web1 SetPassword', 'web1 InstallIIS', 'web2 SetPassword', 'web2 InstallIIS'],
    also: async (after) => {
      const shown = [
        await passwordOf(after, 'units.0.adminPassword'),
        await passwordOf(after, 'units.1.adminPassword'),
      ];
      const set = ['web1', 'web2'].map((host) => after.commandsOf(`${host} SetPassword`)[0]?.[1].Password);
      expect(set).toEqual(shown);
      expect(new Set(shown).size).toBe(2);
      expect(JSON.stringify(after.service('farm'))).not.toContain(shown[0]);
    },
  },
  {
    does: 'gets a third machine with one more; the others keep theirs',
    edit: (draft) => draft.addUnit('farm'),
    stack: { created: member('web3') },
    plans: ['web3 SetPassword', 'web3 InstallIIS'],
  },
  {
    does: 'takes one that is given on all of its machines',
    edit: (draft) => draft.set('farm', 'adminPassword', 'An0ther-Orchard!'),
    plans: ['web1 SetPassword', 'web2 SetPassword', 'web3 SetPassword'],
    also: ({ commandsOf }) =>
      expect(commandsOf('web2 SetPassword')).toEqual([
        ['Set-LocalUserPassword', { Password: 'An0ther-Orchard!', Force: true }],
      ]),
  },
]);
