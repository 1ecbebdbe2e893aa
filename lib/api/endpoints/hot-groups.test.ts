import { expect, it } from 'vitest';
import { productForTests } from '@/lib/api/testing/product-for-tests';
import { list, object, text } from '@/lib/api/testing/responses';
import { add, deploy, listedMachines, newEnvironment, open, settled } from '@/lib/api/testing/stories';
import { uploadPackage } from '@/lib/api/testing/upload-package';

/** Members of a group of a Heat template that is a package are machines as its single servers are. */
const product = productForTests();

const MANIFEST = `Format: Heat.HOT/1.0
Type: Application
FullName: com.acme.HotFarm
Version: 1.0.0
Name: Hot farm
Description: As many fronts as are asked for, and a store.
`;
const SERVER = '{ image: ws-2022-std, flavor: m1.small, networks: [{ network: private }]';
const TEMPLATE = `heat_template_version: 2018-08-31
parameters:
  fronts: { type: number, default: 2 }
resources:
  fronts:
    type: OS::Heat::ResourceGroup
    properties:
      count: { get_param: fronts }
      index_var: '#n#'
      resource_def: { type: OS::Nova::Server, properties: ${SERVER}, name: 'front#n#' } }
  store: { type: OS::Nova::Server, properties: ${SERVER}, name: store } }
`;

it('members of a group are seen, suspended and woken one by one, and come and go with their number', async () => {
  const { member } = product;
  expect(await uploadPackage(product, { 'manifest.yaml': MANIFEST, 'template.yaml': TEMPLATE })).toMatchObject({
    status: 200,
  });
  const { id, at } = await newEnvironment(member);
  let session = await open(member, at);
  const added = await add(member, at, session, { type: 'com.acme.HotFarm', name: 'farm', fronts: 2 });
  const address = `${at}/services/${text(added.id)}`;
  await deploy(member, at, session);
  await settled(member, at);
  const unitsOf = async () => list((await member.ok('GET', address)).units).map(object);
  const hostsOf = async () => (await unitsOf()).map(({ name, state }) => [name, object(state).hostname]);
  const machines = () => listedMachines(member, id);
  const FRONTS = [
    ['store', 'store'],
    ['fronts.0', 'front0'],
    ['fronts.1', 'front1'],
  ];
  expect(await hostsOf()).toEqual(FRONTS);
  expect(await machines()).toMatchObject({ count: 3, resting: 0 });
  const before = await unitsOf();

  await member.ok('POST', `${at}/executions`, { body: { workflow: 'suspend', unit_ids: [text(before[2]?.id)] } });
  await settled(member, at);
  expect(await machines()).toMatchObject({ count: 3, resting: 1 });
  await member.ok('POST', `${at}/executions`, { body: { workflow: 'wake' } });
  await settled(member, at);
  expect(await machines()).toMatchObject({ count: 3, resting: 0 });

  for (const [fronts, hosts] of [
    [12, 'front11'],
    [1, 'front0'],
  ] as const) {
    session = await open(member, at);
    await member.ok('PUT', address, { session, body: { ...(await member.ok('GET', address)), fronts } });
    await deploy(member, at, session);
    await settled(member, at);
    expect((await hostsOf()).at(-1)).toEqual([`fronts.${fronts - 1}`, hosts]);
    expect(await machines()).toMatchObject({ count: fronts + 1 });
    expect((await unitsOf())[1]?.id).toBe(before[1]?.id);
  }
});
