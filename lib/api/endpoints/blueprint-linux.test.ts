import path from 'node:path';
import { expect, it } from 'vitest';
import { productForTests } from '@/lib/api/testing/product-for-tests';
import { list, object, text } from '@/lib/api/testing/responses';
import { softwareOfLastRun } from '@/lib/api/testing/software-of-last-run';
import { deploy, deployed, open, settled } from '@/lib/api/testing/stories';
import { archiveOf } from '@/lib/catalog/testing/archives';
import { uploadPackage } from '../testing/upload-package';

/** The example of a blueprint on Linux: imported, offered images and a way to sign in of its system, deployed, changed, deleted. */
const product = productForTests();

const FOLDER = path.resolve('examples/com.example.NoticeBoard');
const TYPE = 'com.example.NoticeBoard';
const IMAGE = { name: 'debian-12-murano', title: 'Debian 12 with the Murano agent', type: 'linux' };

const upload = (change?: (text: string, file: string) => string) => uploadPackage(product, archiveOf(FOLDER, change));

const service = (more: object = {}) => ({
  ...{
    type: TYPE,
    name: 'board',
    flavor: 'm1.small',
    osImage: IMAGE,
    keyPair: 'vetro-key',
    unitNamingPattern: 'board#',
  },
  units: [{}, {}],
  ...more,
});

it('names its library: one that is not required, describes no machines or asks by the same name is refused by its line', async () => {
  const refused = async (change: (content: string) => string) => {
    const { status, answer } = await upload((content, file) => (file === 'blueprint.yaml' ? change(content) : content));
    expect(status).toBe(400);
    return answer;
  };
  expect(await refused((content) => content.replace('linux.Core', 'linux.Other'))).toContain(
    `package/blueprint.yaml:3:11 machines: Machines are made by the library io.vetro.linux.Other`,
  );
  expect(
    await refused((content) => content.replace('inputs:\n  notice:', 'inputs:\n  keyPair: {}\n  notice:')),
  ).toContain(`${TYPE}/blueprint.yaml:7:12 inputs.keyPair`);
  const { status, answer } = await upload((content, file) => {
    if (file === 'blueprint.yaml') return content.replace('io.vetro.linux.Core', 'io.vetro.windows.Web');
    return file === 'manifest.yaml' ? content.replace('io.vetro.linux.Core', 'io.vetro.windows.Web') : content;
  });
  expect([status, answer]).toEqual([
    400,
    expect.stringContaining(`${TYPE}/blueprint.yaml:3:11 machines: io.vetro.windows.Web describes no machines`),
  ]);
});

it('is deployed on machines of its system, without a password or a domain, and tells how one signs in', async () => {
  const { member } = product;
  expect(await upload()).toMatchObject({ status: 200 });
  const types = list((await member.ok('GET', '/v1/catalog/services')).services).map(object);
  const type = object(types.find((one) => one.type === TYPE));
  expect(list(type.properties).map((one) => object(one).name)).toEqual([
    ...['name', 'notice', 'flavor', 'osImage', 'keyPair', 'account', 'unitNamingPattern', 'availabilityZone'],
  ]);
  expect(list(type.properties).map(object)).toContainEqual(
    expect.objectContaining({ name: 'osImage', imageType: 'linux' }),
  );
  expect(type.signIn).toEqual({ command: 'ssh {account}@{address}', account: '{account}' });

  const { at, id } = await deployed(member, [service()]);
  const made = object(await settled(member, at));
  expect(made).toMatchObject({ status: 'ready' });
  const [board] = list(made.services).map(object);
  expect(list(board?.units).map((unit) => object(object(unit).state).hostname)).toEqual(['board1', 'board2']);
  expect(JSON.stringify(board)).toContain('The canteen opens at noon.');
  expect(await softwareOfLastRun(product.db, id)).toMatchObject({
    'web: CREATE': { tool: 'script', exitCode: 0 },
    'board: CREATE': { outputs: { shown: 'The canteen opens at noon.' } },
  });

  const session = await open(member, at);
  await member.call('PUT', `${at}/services/${text(board?.id)}/notice`, { session, body: 'Closed today.' as never });
  await deploy(member, at, session);
  expect(await settled(member, at)).toMatchObject({ status: 'ready' });
  expect(await softwareOfLastRun(product.db, id)).toMatchObject({
    'board: UPDATE': { outputs: { shown: 'Closed today.' } },
  });
  await member.ok('DELETE', at);
  await settled(member, at);
});

it('stands beside Windows in one environment, and refuses an image of Windows', async () => {
  const { member } = product;
  const windows = { name: 'ws-2022-std', title: 'Windows Server 2022 Standard', type: 'windows.2022' };
  const web = {
    ...{ type: 'webServer', name: 'web', adminPassword: 'Passw0rd!one', flavor: 'm1.small', osImage: windows },
    unitNamingPattern: 'iis#',
    units: [{}],
  };
  const { at } = await deployed(member, [service({ unitNamingPattern: 'both#', units: [{}] }), web]);
  expect(object(await settled(member, at))).toMatchObject({ status: 'ready' });
  const session = await open(member, at);
  const { status, json } = await member.call('POST', `${at}/services`, {
    session,
    body: service({ osImage: windows }),
  });
  expect([status, JSON.stringify(json)]).toEqual([400, expect.stringContaining('osImage')]);
});
