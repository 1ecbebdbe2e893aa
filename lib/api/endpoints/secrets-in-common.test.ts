import { describe, expect, test } from 'vitest';
import type { ApiResponse } from '@/lib/api/testing/product';
import { productForTests } from '@/lib/api/testing/product-for-tests';
import { list, object, text } from '@/lib/api/testing/responses';
import { activeDirectory, webServer } from '@/lib/api/testing/services';
import { add, deploy, newEnvironment, open, settled } from '@/lib/api/testing/stories';
import type { JsonObject } from '@/lib/model/json';
import { MASK, secretCopy } from '@/lib/model/secret';

/** One password for several services: the second is given what the first has, by who may not see it. */

const product = productForTests();
const ADMIN = 'Zq7-Common"Sentinel';

async function draftWithDomain() {
  const { at } = await newEnvironment(product.member);
  const session = await open(product.member, at);
  const directory = await add(product.member, at, session, activeDirectory({ adminPassword: ADMIN }));
  const post = (body: JsonObject) => product.member.call('POST', `${at}/services`, { session, body });
  return { at, session, directory: text(directory.id), post };
}
const found = ({ json }: ApiResponse) =>
  list(object(json).fields).map(({ path, code }) => `${text(path)} ${text(code)}`);
const revealed = async (at: string, service: string) =>
  object(
    (
      await product.member.call('POST', `${at}/services/${service}/credentials/reveal`, {
        body: { property: 'adminPassword' },
      })
    ).json,
  ).value;

describe('a service that is given the secret of another one', () => {
  test('has it once deployed; no answer on the way holds it', async () => {
    const { member } = product;
    const { at, session, directory, post } = await draftWithDomain();
    const added = await post(
      webServer({ domain: 'acme.local', adminPassword: secretCopy(directory, 'adminPassword') }),
    );
    expect(added.status).toBe(200);
    const web = object(added.json);
    expect(web.adminPassword).toBe(MASK);
    expect(added.text).not.toContain('Zq7');
    await deploy(member, at, session);
    expect(await settled(member, at)).toMatchObject({ status: 'ready' });
    expect(await revealed(at, text(web.id))).toBe(ADMIN);
  });

  test('keeps it when the first gets another', async () => {
    const { member } = product;
    const { at, session, directory, post } = await draftWithDomain();
    const web = object((await post(webServer({ adminPassword: secretCopy(directory, 'adminPassword') }))).json);
    const other = { session, body: { adminPassword: 'Zq7-Another#Sentinel' } };
    expect((await member.call('PUT', `${at}/services/${directory}`, other)).status).toBe(200);
    await deploy(member, at, session);
    await settled(member, at);
    expect(await revealed(at, text(web.id))).toBe(ADMIN);
  });

  test('can be one that is there already', async () => {
    const { member } = product;
    const { at, session, directory, post } = await draftWithDomain();
    const web = object((await post(webServer())).json);
    const body = { adminPassword: secretCopy(directory, 'adminPassword') };
    expect((await member.call('PUT', `${at}/services/${text(web.id)}`, { session, body })).status).toBe(200);
    await deploy(member, at, session);
    await settled(member, at);
    expect(await revealed(at, text(web.id))).toBe(ADMIN);
  });

  test.each([
    ['of a service that is not there', () => secretCopy('f'.repeat(32), 'adminPassword')],
    ['that is none', (id: string) => secretCopy(id, 'domain')],
    ['of another purpose', (id: string) => secretCopy(`${id}/units/0`, 'recoveryPassword')],
  ])('is not given one %s: its field says so, and nothing is stored', async (_which, copy) => {
    const { at, session, directory, post } = await draftWithDomain();
    const refused = await post(webServer({ adminPassword: copy(directory) }));
    expect([refused.status, found(refused)]).toEqual([400, ['adminPassword nothing_to_copy']]);
    const { json } = await product.member.call('GET', `${at}/services`, { session });
    expect(list(json).map(({ type }) => type)).toEqual(['activeDirectory']);
  });

  test('is not given one of another environment', async () => {
    const elsewhere = await draftWithDomain();
    const { post } = await draftWithDomain();
    const refused = await post(webServer({ adminPassword: secretCopy(elsewhere.directory, 'adminPassword') }));
    expect(found(refused)).toEqual(['adminPassword nothing_to_copy']);
  });

  test('finds a secret of its own refused that must differ from it, though it is sealed', async () => {
    const { post, directory } = await draftWithDomain();
    const units = [{ isMaster: true, recoveryPassword: ADMIN }];
    const second = {
      name: 'second.local',
      domain: 'second.local',
      units,
      adminPassword: secretCopy(directory, 'adminPassword'),
    };
    expect(found(await post(activeDirectory(second)))).toEqual(['units.0.recoveryPassword must_differ']);
  });
});
