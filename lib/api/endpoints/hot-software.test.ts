import { expect, it } from 'vitest';
import { productForTests } from '@/lib/api/testing/product-for-tests';
import { list, object, text } from '@/lib/api/testing/responses';
import { softwareOfLastRun } from '@/lib/api/testing/software-of-last-run';
import { add, deploy, listedMachines, newEnvironment, open, settled } from '@/lib/api/testing/stories';
import { uploadPackage } from '@/lib/api/testing/upload-package';
import type { JsonObject } from '@/lib/model/json';

/** The life of a software component in a Heat template that is a package: each action of its stack reaches it. */
const product = productForTests();

const MANIFEST = `Format: Heat.HOT/1.0
Type: Application
FullName: com.acme.HotSite
Version: 1.0.0
Name: Hot site
Description: A site that a component publishes.
`;
const TEMPLATE = `heat_template_version: 2018-08-31
parameters:
  size: { type: string, constraints: [{ custom_constraint: nova.flavor }] }
  image: { type: string, constraints: [{ custom_constraint: glance.image }] }
  port: { type: number, default: 8080 }
resources:
  server:
    type: OS::Nova::Server
    properties:
      name: front
      flavor: { get_param: size }
      image: { get_param: image }
      networks: [{ network: private }]
      user_data_format: SOFTWARE_CONFIG
  site:
    type: OS::Heat::SoftwareComponent
    properties:
      configs:
        - actions: [CREATE, UPDATE]
          tool: script
          config: |
            echo "publishing on $port"
            printf "http://site:%s/" "$port" > $heat_outputs_path.url
        - { actions: [SUSPEND], tool: script, config: 'echo "draining $port"' }
        - { actions: [RESUME], tool: script, config: 'echo "serving $port"' }
        - { actions: [DELETE], tool: script, config: { get_file: remove.sh } }
      inputs: [{ name: port }]
      outputs: [{ name: url }]
  deployment:
    type: OS::Heat::SoftwareDeployment
    properties:
      config: { get_resource: site }
      server: { get_resource: server }
      input_values: { port: { get_param: port } }
outputs:
  url: { description: Where it is, value: { get_attr: [deployment, url] } }
`;
const FILES = {
  'manifest.yaml': MANIFEST,
  'template.yaml': TEMPLATE,
  'Resources/HotFiles/remove.sh': 'echo "removing $port"',
};

const SITE: JsonObject = {
  type: 'com.acme.HotSite',
  name: 'site',
  ...{ size: 'm1.small', image: 'debian-12-murano' },
};
const OTHER: JsonObject = {
  ...{ type: 'webServer', name: 'other', adminPassword: 'Adm1n-Passw0rd!', unitNamingPattern: 'other#', units: [{}] },
};

it('a component is created, updated, suspended, resumed and deleted, on a machine that is seen and rests by itself', async () => {
  const { member } = product;
  expect(await uploadPackage(product, FILES)).toMatchObject({ status: 200 });
  const { id, at } = await newEnvironment(member);
  const software = async () => Object.values(await softwareOfLastRun(product.db, id));
  const execute = async (workflow: string, more: JsonObject = {}) => {
    await member.ok('POST', `${at}/executions`, { body: { workflow, ...more } });
    await settled(member, at);
  };
  const machines = () => listedMachines(member, id);

  let session = await open(member, at);
  const serviceId = text((await add(member, at, session, SITE)).id);
  const address = `${at}/services/${serviceId}`;
  await deploy(member, at, session);
  await settled(member, at);
  expect(await software()).toMatchObject([{ action: 'CREATE', stdout: 'publishing on 8080\n' }]);
  const made = await member.ok('GET', address);
  expect(made).toMatchObject({ status: 'ready', state: { url: 'http://site:8080/' } });
  expect(made.units).toEqual([
    expect.objectContaining({ name: 'server', byPackage: true, state: expect.objectContaining({ hostname: 'front' }) }),
  ]);
  expect(await machines()).toMatchObject({ count: 1, resting: 0 });

  await execute('suspend');
  expect(await software()).toMatchObject([{ action: 'SUSPEND', stdout: 'draining 8080\n' }]);
  expect(await machines()).toMatchObject({ count: 1, resting: 1 });
  await execute('wake');
  expect(await software()).toMatchObject([{ action: 'RESUME', stdout: 'serving 8080\n' }]);
  expect(await machines()).toMatchObject({ count: 1, resting: 0 });

  session = await open(member, at);
  await member.ok('PUT', address, { session, body: { ...made, port: 9191 } });
  await add(member, at, session, OTHER);
  await deploy(member, at, session);
  await settled(member, at);
  expect(await software()).toMatchObject([{ action: 'UPDATE', stdout: 'publishing on 9191\n' }]);
  expect((await member.ok('GET', address)).units).toEqual(made.units);

  await execute('suspend', { service_id: serviceId });
  expect(await software()).toMatchObject([{ action: 'SUSPEND', stdout: 'draining 9191\n' }]);
  expect(await machines()).toMatchObject({ count: 2, resting: 1 });
  await execute('wake');

  session = await open(member, at);
  await member.ok('DELETE', address, { session });
  await deploy(member, at, session);
  await settled(member, at);
  expect(await software()).toMatchObject([{ action: 'DELETE', stdout: 'removing 9191\n' }]);
  expect(await machines()).toMatchObject({ count: 1, resting: 0 });
});

it('its server may have an image of every system', async () => {
  const { member } = product;
  const { at } = await newEnvironment(member);
  const session = await open(member, at);
  const images = ['ws-2022-std', 'debian-12-murano'];
  for (const image of images) await add(member, at, session, { ...SITE, name: `on ${image}`, image });
  const services = list(await member.ok('GET', `${at}/services`, { session }));
  expect(services.map((one) => object(object(one).image).name)).toEqual(images);
});
