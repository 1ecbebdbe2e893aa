import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { catalogWith } from '@/lib/catalog/testing/catalog-with';
import { startRabbit } from '@/lib/cloud/agents/testing/rabbit';
import { projectOfTests, settingsOfTests } from '@/lib/cloud/openstack/testing';
import type { Client } from './testing/product';
import { productForTests } from './testing/product-for-tests';
import { list, object } from './testing/responses';
import { deployed, settled } from './testing/stories';

const settings = settingsOfTests();
const serverUrl = process.env.TEST_DATABASE_URL;
const rabbit = await startRabbit();
const identity = { domain: 'Default', roles: { member: 'member' }, adminRoles: ['admin'] } as const;

const FILES = {
  'manifest.yaml': `Format: Heat.HOT/1.0
Type: Application
FullName: com.acme.Front
Version: 1.0.0
Name: Front
Description: A server of a template, and a group of two.
`,
  'template.yaml': `heat_template_version: 2018-08-31
parameters:
  size: { type: string, constraints: [{ custom_constraint: nova.flavor }] }
  image: { type: string, constraints: [{ custom_constraint: glance.image }] }
resources:
  server:
    type: OS::Nova::Server
    properties:
      name: front
      flavor: { get_param: size }
      image: { get_param: image }
      networks: [{ network: private }]
  backs:
    type: OS::Heat::ResourceGroup
    properties:
      count: 2
      resource_def:
        type: OS::Nova::Server
        properties: { name: back%index%, flavor: { get_param: size }, image: { get_param: image }, networks: [{ network: private }] }
outputs:
  address: { value: { get_attr: [server, first_address] } }
`,
};

/** A folder of the catalog with the package. */
function packageFolder(): string {
  const folder = path.join(fs.mkdtempSync(path.join(os.tmpdir(), 'vetro-front-')), 'com.acme.Front');
  fs.mkdirSync(folder);
  for (const [name, content] of Object.entries(FILES)) fs.writeFileSync(path.join(folder, name), content);
  return folder;
}

const product = productForTests({
  ...{ cloud: 'openstack', openStack: { ...settings, broker: rabbit.settings, identity: { ...identity } } },
  catalogDirectory: catalogWith(packageFolder()),
  // it makes its database itself: there is no template here
  ...(serverUrl === undefined ? {} : { serverUrl }),
});
const { project, close } = projectOfTests(settings);
let member: Client;

beforeAll(async () => {
  member = product.anonymous((await project.keystone.session()).token);
});
afterAll(async () => {
  await close();
  await rabbit.close();
});

test('servers of a Heat template that is a package, and those of its groups, are machines, which rest and wake with their stack', async () => {
  const service = { type: 'com.acme.Front', name: 'front', size: 'm1.small', image: 'ws-2022-std' };
  const { at } = await deployed(member, [service]);
  const [made] = list((await member.ok('GET', at)).services).map((one) => object(one));
  const HOSTS = ['front', 'back0', 'back1'];
  const servers = async () => {
    const all = await project.nova.servers();
    return HOSTS.map((host) => all.find(({ name }) => name === host));
  };
  const ids = (await servers()).map((server) => server?.id);
  expect(made).toMatchObject({ status: 'ready' });
  expect(list(made?.units).map(object)).toMatchObject(
    ['server', 'backs.0', 'backs.1'].map((name, at) => ({
      ...{ name, state: { hostname: HOSTS[at], openstackId: ids[at] } },
    })),
  );
  for (const [workflow, status] of [
    ['suspend', 'SUSPENDED'],
    ['wake', 'ACTIVE'],
  ] as const) {
    await member.ok('POST', `${at}/executions`, { body: { workflow } });
    await settled(member, at);
    expect(await servers()).toMatchObject(HOSTS.map(() => ({ status })));
  }
  await member.ok('DELETE', at);
  expect(await settled(member, at)).toBeNull();
  expect((await servers()).filter((server) => server !== undefined)).toEqual([]);
});
